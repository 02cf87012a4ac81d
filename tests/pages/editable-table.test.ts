/** The table of an editable dataset: the order of its rows, and their authors. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { untilFinalized } from '../support/datasets'
import { bulk, createEditable, patchLine } from '../support/editable'
import { send } from '../support/http'
import { page } from './support'

const schema = [{ key: 'name', type: 'string' }]
const namesIn = (text: string) => [...text.matchAll(/oak|elm|ash/g)].map(([name]) => name)

test('rows are in the order of their creation, in the table and its file, until they are sorted', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema })
  await bulk(id, key, [
    { _id: 'a', name: 'oak' },
    { _id: 'b', name: 'elm' },
  ])
  await patchLine(id, key, 'a', { name: 'ash' })
  await untilFinalized(id, key)
  const rows = async (query = '') => {
    const { html } = await page(`/dataset/${id}/table${query}`, { key })
    return namesIn(html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>')))
  }
  expect(await rows()).toEqual(['ash', 'elm'])
  expect(await rows('?sort=-name')).toEqual(['elm', 'ash'])
  const file = async (query = '') => namesIn(await (await send(`/dataset/${id}/table.csv${query}`, { key })).text())
  expect(await file()).toEqual(['ash', 'elm'])
  expect(await file('?sort=-name')).toEqual(['elm', 'ash'])
})

test('authors of rows are a column of the table, and no input of their form', async () => {
  const key = await keyOf()
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const { id } = await createEditable(key, { schema, rest: { storeUpdatedBy: true } })
  await send(`/api/v1/datasets/${id}/lines`, { headers: as('town'), json: { _id: 'a', name: 'oak' } })
  await untilFinalized(id, key)
  const { html } = await page(`/dataset/${id}/table?line=a`, { key })
  expect(html).toContain('data-key="_updatedByName"')
  expect(html).toMatch(/<td[^>]*>ann|>Ann/i)
  expect(html).not.toContain('name="_updatedByName"')
})
