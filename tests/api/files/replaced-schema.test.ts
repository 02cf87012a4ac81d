/** A schema sent together with a new file. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, publish, read, untilFinalized, untilJournaled } from '../../support/datasets'
import { ask, multipart, type Part, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

const old = 'name,lat,lon\nZ,10.5,20.5\n'
const file: Part = { name: 'file', value: 'name,lat,lon\nA,48.1,2.1\nB,47.2,-1.5\n', fileName: 'places.csv' }
const fields = [
  { key: 'name', type: 'string' },
  { key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' },
  { key: 'lon', type: 'number', 'x-refersTo': 'http://schema.org/longitude' },
]
const schema: Part = { name: 'schema', value: JSON.stringify(fields) }
const put = (id: string, key: string, query: string, parts: Part[]) =>
  send(`/api/v1/datasets/${id}${query}`, { key, method: 'PUT', ...multipart(parts) })
const points = async (id: string, key: string, query = '') =>
  (await lines(id, `sort=name${query}`, key)).results.map((line) => line._geopoint)
const box = [-1.5, 47.2, 2.1, 48.1]

test.each([
  ['the file first', old, [file, schema]],
  ['the schema first', old, [schema, file]],
  ['of columns that the file has anew', 'name\nZ\n', [file, schema]],
])('positions are computed from its concepts: %s', async (_, before, parts) => {
  const key = await keyOf()
  const { id } = await publish(before, { key })
  expect((await put(id, key, '', parts)).status).toBe(200)
  await untilJournaled(id, key, 'draft-validated')
  expect(await read(id, key)).toMatchObject({ status: 'finalized', count: 2, bbox: box })
  expect(await points(id, key)).toEqual(['48.1,2.1', '47.2,-1.5'])
  // The published version was not processed apart.
  const events = (await journal(id, key)).map(({ type }) => type)
  expect(events).not.toContain('structure-updated')
  expect(events.filter((type) => type === 'finalize-end')).toHaveLength(2)
})

test('it applies to the draft only, while the draft waits', async () => {
  const key = await keyOf()
  const { id } = await publish(old, { key })
  expect((await put(id, key, '?draft=never', [file, schema])).status).toBe(200)
  expect(await untilFinalized(id, key, '?draft=true')).toMatchObject({ bbox: box })
  expect(await points(id, key, '&draft=true')).toEqual(['48.1,2.1', '47.2,-1.5'])
  const published = await read(id, key)
  expect(published).not.toHaveProperty('bbox')
  expect(published.schema.some((field) => field['x-refersTo'])).toBe(false)
})

test('a pattern that is not supported is refused before the file is stored', async () => {
  const key = await keyOf()
  const { id } = await publish(old, { key })
  const hostile: Part = { name: 'schema', value: JSON.stringify([{ key: 'name', type: 'string', pattern: '(?=a)' }]) }
  expect((await refusal(await put(id, key, '', [file, hostile])))[0]).toBe(400)
  expect(await rows('select 1 from runs')).toEqual([])
})

test('while a new file is processed, a change of types is refused and a change of titles is accepted', async () => {
  const key = await keyOf()
  const { id, schema: stored } = await publish(old, { key })
  await rows(
    `update datasets set draft = json_set(published, '$.status', 'analyzed'), version = version + 1 where id = ?`,
    id,
  )
  const sent = { key, method: 'PATCH' }
  const refused = await send(`/api/v1/datasets/${id}`, { ...sent, json: { schema: fields } })
  expect(await refusal(refused)).toEqual([409, 'status-incompatible'])
  const titled = stored.map((field) => ({ ...field, title: field.key }))
  expect(await ask(`/api/v1/datasets/${id}`, { ...sent, json: { schema: titled } })).toMatchObject({ id })
})

test('the update date of the data is that of the file', async () => {
  const key = await keyOf()
  const created = await publish(old, { key })
  expect(created.updatedAt).toBe(created.dataUpdatedAt)
  expect((await put(created.id, key, '?draft=never', [file])).status).toBe(200)
  const draft = await untilFinalized(created.id, key, '?draft=true')
  expect(draft.updatedAt).toBe(draft.dataUpdatedAt)
  expect(String(draft.updatedAt) > created.updatedAt).toBe(true)
  // Until it is merged, the published version has not changed.
  expect((await read(created.id, key)).updatedAt).toBe(created.updatedAt)
  expect((await put(created.id, key, '', [file])).status).toBe(200)
  await untilJournaled(created.id, key, 'draft-validated')
  const merged = await read(created.id, key)
  expect(merged.updatedAt).toBe(merged.dataUpdatedAt)
  expect(String(merged.updatedAt) > String(draft.updatedAt)).toBe(true)
})

test('the log says in words which columns differ, in the language of the reader', async () => {
  const key = await keyOf()
  const { id } = await publish('name,size,since\nA,1,2020-01-01\n', { key })
  const other: Part = { name: 'file', value: 'name,since,height\nA,long ago,2\n', fileName: 'places.csv' }
  expect((await put(id, key, '?draft=never', [other])).status).toBe(200)
  await untilFinalized(id, key, '?draft=true')
  const differs = async (language: string) => {
    const headers = { 'accept-language': language }
    const events = await ask<{ type: string; data?: string }[]>(`/api/v1/datasets/${id}/journal`, { key, headers })
    return events.find(({ type }) => type === 'validation-error')?.data
  }
  expect(await differs('en')).toBe(
    'The structure of the file is not compatible with the current version: missing columns: size; new columns: height; columns of another type: since',
  )
  expect(await differs('fr')).toBe(
    'La structure du fichier contient des ruptures de compatibilité : colonnes manquantes : size ; nouvelles colonnes : height ; colonnes d’un autre type : since',
  )
})
