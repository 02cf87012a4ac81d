/** A file with other headers: its columns keep the keys and the settings of those before, on request. */
import { expect, test } from 'vitest'
import { xlsx } from '../../../worker/formats/workbook/write-xlsx'
import { keyOf } from '../../support/accounts'
import {
  type Dataset,
  lines,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, send } from '../../support/http'

type Row = { name: string; value: number }

const csv = (header: string, rows: readonly Row[]) =>
  [`${header},places`, ...rows.map(({ name, value }) => `${name},${value}`)].join('\n')
const workbook = (header: string, rows: readonly Row[]) =>
  xlsx([{ name: 'Racks', rows: [[header, 'places'], ...rows.map(({ name, value }) => [name, value])] }])
const geojson = (header: string, rows: readonly Row[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: rows.map(({ name, value }) => ({
      type: 'Feature',
      properties: { [header]: name, places: value },
      geometry: { type: 'Point', coordinates: [2, 48] },
    })),
  })

const rows = [
  { name: 'Hall', value: 3 },
  { name: 'Pool', value: 5 },
]
const more = [...rows, { name: 'Port', value: 8 }]
const settings = { title: 'Name of the rack', description: 'As painted', 'x-labels': { Hall: 'Town hall' } }

/** A published dataset whose column `nom` has settings, and a waiting file in which its header is `Name`. */
async function renamed(fileName: string, write: (header: string, rows: readonly Row[]) => string | Uint8Array) {
  const key = await keyOf()
  const { id, schema } = await publish(write('Nom', rows), { key, fileName })
  const json = { schema: schema.map((field) => (field.key === 'nom' ? { ...field, ...settings } : field)) }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  await upload(write('Name', more), { key, id, fileName, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  return { id, key, write: (header: string) => write(header, more) }
}

/** The published version after so many drafts were published. */
async function afterDrafts(id: string, key: string, times: number): Promise<Dataset> {
  await untilJournaled(id, key, 'draft-validated', times)
  return read(id, key)
}

/** The keys of the columns of the file. */
const keysOf = ({ schema }: Dataset) => schema.map((field) => field.key).filter((key) => !key.startsWith('_'))

const nameOf = ({ schema }: Dataset) => schema.find(({ key }) => key === 'nom')

const decide = (id: string, key: string, json: object) =>
  send(`/api/v1/datasets/${id}/draft`, { key, method: 'POST', json })

test.each([
  ['racks.csv', csv],
  ['racks.xlsx', workbook],
  ['racks.geojson', geojson],
] as const)('a renamed column of %s keeps its key and settings, also with the next files', async (fileName, write) => {
  const { id, key, write: file } = await renamed(fileName, write)
  const answer = await decide(id, key, { renamedColumns: [{ fileKey: 'name', key: 'nom' }] })
  expect(answer.status).toBe(200)
  const published = await afterDrafts(id, key, 1)
  expect(keysOf(published).filter((one) => one !== 'geometry')).toEqual(['nom', 'places'])
  expect(nameOf(published)).toMatchObject({ key: 'nom', 'x-originalName': 'Name', type: 'string', ...settings })
  expect((await lines(id, 'nom_eq=Port', key)).results[0]).toMatchObject({ nom: 'Port', places: 8 })
  expect((await lines(id, '', key)).total).toBe(3)

  // The same headers are compatible, and published without a question.
  await upload(file('Name'), { key, id, fileName, query: '?draft=compatibleOrCancel' })
  const next = await afterDrafts(id, key, 2)
  expect(nameOf(next)).toMatchObject({ key: 'nom', ...settings })
  expect((await lines(id, 'nom_eq=Port', key)).total).toBe(1)

  // A file whose header gives the key itself, too.
  await upload(file('Nom'), { key, id, fileName, query: '?draft=compatibleOrCancel' })
  expect(nameOf(await afterDrafts(id, key, 3))).toMatchObject({ key: 'nom', 'x-originalName': 'Nom', ...settings })
})

test('without a request the column is another one, and the former is lost', async () => {
  const { id, key } = await renamed('racks.csv', csv)
  expect((await decide(id, key, {})).status).toBe(200)
  expect(keysOf(await afterDrafts(id, key, 1))).toEqual(['places', 'name'])
})

test('a field sent for a renamed column has the settings that are sent', async () => {
  const { id, key } = await renamed('racks.csv', csv)
  const renamedColumns = [{ fileKey: 'name', key: 'nom' }]
  const schema = [
    { key: 'places', type: 'integer' },
    { key: 'nom', type: 'string', title: 'Rack', 'x-originalName': 'Name' },
  ]
  expect((await decide(id, key, { renamedColumns, schema })).status).toBe(200)
  const published = await afterDrafts(id, key, 1)
  expect(keysOf(published)).toEqual(['places', 'nom'])
  expect(published.schema[1]).toMatchObject({ title: 'Rack' })
  expect(published.schema[1]?.description).toBeUndefined()
})

test('transformations and rules apply to the renamed column', async () => {
  const key = await keyOf()
  const { id, schema } = await publish('Nom,places\nhall,3\n', { key })
  const rule = { 'x-transform': { expr: 'UPPER(value)' }, minLength: 4 }
  const json = { schema: schema.map((field) => (field.key === 'nom' ? { ...field, ...rule } : field)) }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  await upload('Name,places\npool,5\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  await decide(id, key, { renamedColumns: [{ fileKey: 'name', key: 'nom' }] })
  await afterDrafts(id, key, 1)
  expect((await lines(id, '', key)).results[0]).toMatchObject({ nom: 'POOL' })
  await upload('Name,places\nbay,5\n', { key, id, query: '?draft=true' })
  expect((await untilSettled(id, key, '?draft=true')).status).toBe('error')
  expect((await lines(id, '', key)).results[0]).toMatchObject({ nom: 'POOL' })
})

test.each([
  ['a column that is not new', [{ fileKey: 'places', key: 'nom' }]],
  ['a column that is not in the file', [{ fileKey: 'absent', key: 'nom' }]],
  ['a key that is not gone', [{ fileKey: 'name', key: 'places' }]],
  ['a column named twice', ['nom', 'nom'].map((one) => ({ fileKey: 'name', key: one }))],
  ['no list', { name: 'nom' }],
])('%s is refused, and the draft still waits', async (_, renamedColumns) => {
  const { id, key } = await renamed('racks.csv', csv)
  const answer = await decide(id, key, { renamedColumns })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'body-invalid'])
  expect((await read(id, key, '?draft=true')).status).toBe('finalized')
})
