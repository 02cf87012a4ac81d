/** Who caused the events of a journal. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { untilFinalized, untilJournaled, upload } from '../../support/datasets'
import { ask } from '../../support/http'

test('the journal names the person or the key of each event, and who published a draft', async () => {
  const key = await keyOf()
  const { id } = await upload('name\nOne\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const ada = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  await ask(`/api/v1/datasets/${id}/draft`, { method: 'POST', headers: ada, json: {} })
  await untilJournaled(id, key, 'draft-validated')
  type Event = { type: string; originator?: { user?: { name: string }; apiKey?: { title: string } } }
  const events = await ask<Event[]>(`/api/v1/datasets/${id}/journal`, { key })
  const of = (type: string) => events.find((event) => event.type === type)?.originator
  expect(of('dataset-created')).toEqual({ apiKey: { id: expect.any(String), title: 'a key' } })
  expect(of('draft-validated')).toEqual({ user: { id: 'ada', name: expect.any(String) } })
  expect(of('finalize-end')).toBeUndefined()
})
