/** An editable dataset that takes the place of the dataset of its file. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, village } from '../support/accounts'
import { lines, open, publish, read, untilFinalized, untilSettled, upload } from '../support/datasets'
import { origin, send } from '../support/http'
import { page, submit } from './support'

/** The dataset of a file that was sent for an editable one, after its review. */
async function fileForEditable(key: string, content: string) {
  const parts = [{ name: 'rest', value: JSON.stringify({ history: true }) }]
  const { id } = await upload(content, { key, query: '?draft=true', fileName: 'trees.csv', parts })
  await untilFinalized(id, key, '?draft=true')
  await submit(
    `/dataset/${id}/review`,
    { action: 'publish', title: 'Trees', access: 'public', history: 'true' },
    { key },
  )
  await untilFinalized(id, key)
  return id
}

const creation = (source: string) => ({
  ...{ start: 'copy', title: 'Trees', source, from: 'file', data: 'true', action: 'create' },
})

test('the dataset of a file that was sent for an editable one is gone once its rows are copied', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const key = await keyOf()
  const id = await fileForEditable(key, 'name,height\noak,12\nelm,9\n')
  const { headers: sent } = await submit('/new-dataset', creation(id), { headers })
  const { pathname, search } = new URL(sent.get('location') ?? '')
  const made = pathname.split('/')[2] ?? ''
  await expect.poll(async () => (await page(`/dataset/${id}`, { headers })).status, { timeout: 20_000 }).toBe(404)
  expect(await read(made, key)).toMatchObject({ title: 'Trees', count: 2, visibility: 'public' })
  expect((await lines(made, '', key)).total).toBe(2)
  expect((await page(pathname + search, { headers })).html).not.toContain('Keep both')
  const back = await page(`/new-dataset?source=${id}&from=file&continue=true`, { headers })
  expect([back.status, back.headers.get('location')]).toEqual([303, `${origin}/new-dataset?start=file`])
  // Restored like any other dataset.
  expect((await page('/settings/trash', { headers })).html).toContain('Trees')
})

test('a source that has another file meanwhile stays', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const key = await keyOf()
  const id = await fileForEditable(key, 'name,height\noak,12\n')
  await upload('name,height\nash,7\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const { headers: sent } = await submit('/new-dataset', creation(id), { headers: as('town') })
  const made = new URL(sent.get('location') ?? '').pathname.split('/')[2] ?? ''
  expect((await untilFinalized(made, key)).count).toBe(1)
  expect((await lines(id, '', key)).total).toBe(1)
})

test('a source is deleted by those who may delete it, and with its rows only', async () => {
  const key = await keyOf()
  const { id } = await publish('name\noak\n', { key })
  const initFrom = { dataset: id, parts: ['schema', 'data'], deleteSource: true }
  const make = (by: string, parts = initFrom.parts) =>
    send('/api/v1/datasets', {
      key: by,
      method: 'POST',
      json: { isRest: true, title: 'Trees', initFrom: { ...initFrom, parts } },
    })
  expect((await make(key, ['schema'])).status).toBe(400)
  await open(id, key)
  const other = await keyOf(village)
  const refused = (await (await make(other)).json()) as { id: string } // a dataset
  await untilSettled(refused.id, other)
  expect((await read(refused.id, other)).status).toBe('error')
  expect((await read(id, key)).count).toBe(1)
})
