/** Assignment of topics to a dataset. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { ask } from '../support/http'
import { page, submit } from './support'

test('topics are chosen among those of the account, stored with all properties, and removed', async () => {
  const headers = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const topics = [
    { id: 'nature', title: 'Nature', color: '#00aa00' },
    { id: 'roads', title: 'Roads' },
  ]
  await ask('/api/v1/settings/organization/town', { headers, method: 'PATCH', json: { topics } })
  const json = { isRest: true, title: 'Parks', schema: [{ key: 'a', type: 'string' }] }
  const { id } = await ask<{ id: string }>('/api/v1/datasets', { headers, json }, 201)
  const form = (await page(`/dataset/${id}/edit`, { headers })).html
  expect(form).toContain('<input type="checkbox" name="topics" value="nature"/>')
  const save = async (chosen: string[]) => {
    const fields = [['part', 'metadata'], ['title', 'Parks'], ...['', ...chosen].map((one) => ['topics', one])]
    expect((await submit(`/dataset/${id}/edit`, fields, { headers })).status).toBe(303)
    return (await ask<{ topics?: unknown[] }>(`/api/v1/datasets/${id}`, { headers })).topics
  }
  expect(await save(['nature'])).toEqual([topics[0]])
  expect((await page(`/dataset/${id}/edit`, { headers })).html).toContain('name="topics" value="nature" checked=""')
  expect(await save([])).toEqual([])
})
