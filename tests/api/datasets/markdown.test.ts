/** Descriptions in Markdown: their length limit, and the rendering of expensive input. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { path as applications, keyFor, makeApplication, registerBefore } from '../../support/applications'
import { type Dataset, open, publish, read } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

registerBefore()

const { maxChars } = limits.markdown
const csv = 'name,n\nA,1\n'
const longest = 'x'.repeat(maxChars)

/** Writes a description as a version of the service did that knew no limit. */
const store = (id: string, description: string) =>
  rows(
    `update datasets set metadata = json_set(metadata, '$.description', ?), version = version + 1 where id = ?`,
    description,
    id,
  )

describe('a description that is too long is refused', () => {
  test.each([
    ['', (text: string) => ({ description: text })],
    ['of a field', (text: string) => ({ schema: [{ key: 'name', type: 'string', description: text }] })],
    ['of an attachment', (text: string) => ({ attachments: [{ type: 'url', title: 'a', description: text }] })],
  ])('%s', async (_, body) => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const patch = (text: string) => send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: body(text) })
    expect((await patch(longest)).status).toBe(200)
    expect(await refusal(await patch(`${longest}x`))).toEqual([400, 'body-invalid'])
  })

  test('of an application', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { title: 'One', description: longest })
    const refused = await send(`${applications}/${id}`, { method: 'PATCH', key, json: { description: `${longest}x` } })
    expect(await refusal(refused)).toEqual([400, 'body-invalid'])
  })
})

test.each([
  ['nested quotes', '>'.repeat(3_000)],
  ['more than may be saved', `${'*_'.repeat(maxChars)}<script>`],
])('%s in a stored description are rendered as plain text', async (_, description) => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await store(id, description)
  await open(id, key)
  const shown = await read(id, undefined, '?html=true')
  expect(shown.description).toBe(`<p>${description.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
  const list = await ask<{ results: Dataset[] }>('/api/v1/datasets?html=true')
  expect(list.results.map((one) => one.description)).toEqual([shown.description])
  expect((await read(id)).description).not.toContain('<script')
  expect((await send(`/dataset/${id}`)).status).toBe(200)
  const renamed = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { title: 'Renamed' } })
  expect(renamed.status).toBe(200)
})
