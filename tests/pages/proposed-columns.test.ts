/** The concepts of new columns of editable datasets. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { read, untilFinalized } from '../support/datasets'
import { page, submit } from './support'

test('new columns have the concepts that their names suggest, unless these are declined', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const key = await keyOf()
  expect((await page('/new-dataset?start=empty', { headers })).html).toMatch(/name="named-concepts"[^>]* checked/)
  const columns = {
    ...{ 'column-title-0': 'Latitude', 'column-type-0': 'number' },
    ...{ 'column-title-1': 'Longitude', 'column-type-1': 'number' },
  }
  const made = async (form: Record<string, string>) => {
    const sent = { start: 'empty', title: 'Benches', action: 'create', ...form }
    const answer = await submit('/new-dataset', sent, { headers })
    return /\/dataset\/([^/]+)\//.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
  }
  const concepts = async (id: string) =>
    (await read(id, key)).schema.filter(({ title }) => /itude$/.test(String(title))).map((field) => field['x-refersTo'])
  const placed = ['http://schema.org/latitude', 'http://schema.org/longitude']
  expect(await concepts(await made({ ...columns, 'named-concepts': 'true' }))).toEqual(placed)
  expect(await concepts(await made(columns))).toEqual([undefined, undefined])

  const later = await made({ 'column-title-0': 'Latitude', 'column-type-0': 'number', 'named-concepts': 'true' })
  expect(await concepts(later)).toEqual([undefined])
  expect((await page(`/dataset/${later}/edit`, { headers })).html).toMatch(/name="named-concepts"[^>]* checked/)
  const added = { part: 'schema', 'column-title-0': 'Longitude', 'column-type-0': 'number', 'named-concepts': 'true' }
  expect((await submit(`/dataset/${later}/edit`, added, { headers })).status).toBe(303)
  await untilFinalized(later, key)
  expect(await concepts(later)).toEqual(placed)
})
