/** Files of the Opendatasoft-compatible API. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { bulk, createEditable } from '../../support/editable'
import { refusal, send } from '../../support/http'
import { offer, offered } from '../../support/ods'

test('exports', async () => {
  const { file } = await offered()
  const text = async (response: Promise<Response>) =>
    new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await (await response).arrayBuffer())
  const lines = 'id;tags;flag\nk1;"a;b";1\nk2;b;0\nk3;;1\nk4;c;0\n'
  expect(await text(file('csv', { select: 'id,tags,flag' }))).toBe(`\ufeff${lines}`)
  expect(await text(file('csv', { select: 'id,tags,flag' }, 'v2.0'))).toBe(lines)
  expect(
    await text(file('csv', { select: 'id,flag', limit: '1', delimiter: ',', quote_all: 'true', with_bom: 'false' })),
  ).toBe('"id","flag"\n"k1","1"\n')
  expect(JSON.parse(await text(file('json', { select: 'id', where: 'nb > 11' })))).toEqual([{ id: 'k2' }, { id: 'k3' }])
  expect(await text(file('jsonl', { select: 'id', limit: '2' }))).toBe('{"id":"k1"}\n{"id":"k2"}\n')
  expect(JSON.parse(await text(file('json', { select: 'id', where: 'nb > 99' })))).toEqual([])
  const collection = JSON.parse(await text(file('geojson', { select: 'id', limit: '1' })))
  expect(collection).toEqual({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [4.83, 45.76] }, properties: { id: 'k1' } }],
  })
  const xml = strFromU8(
    unzipSync(new Uint8Array(await (await file('xlsx', { select: 'id,nb' })).arrayBuffer()))[
      'xl/worksheets/sheet1.xml'
    ] ?? new Uint8Array(),
  )
  expect(xml).toContain('<v>22</v>')
  expect(await text(file('csv', { group_by: 'city', select: 'sum(nb) as s', with_bom: 'false' }))).toBe(
    'city;s\nKoubia;5\nLyon;44\nParis;22\n',
  )
  expect(
    await text(file('csv', { group_by: 'city', select: 'city, sum(nb) as s', limit: '1', with_bom: 'false' })),
  ).toBe('city;s\nKoubia;5\n')
  const response = await file('csv')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
  expect(await refusal(await file('shp'))).toEqual([400, 'ods-format-unknown'])
  expect((await file('csv', { offset: '3' })).status).toBe(400)
})

test('a Parquet file has the expected first and last bytes', async () => {
  const { file } = await offered()
  const response = await file('parquet')
  expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet')
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([strFromU8(bytes.slice(0, 4)), strFromU8(bytes.slice(-4))]).toEqual(['PAR1', 'PAR1'])
})

test('a CSV is without NUL characters', async () => {
  const key = await keyOf()
  await offer()
  const { id } = await createEditable(key, { schema: [{ key: 't', type: 'string' }] })
  await bulk(id, key, [{ t: 'x\u0000y' }])
  const response = await send(`/api/v1/datasets/${id}/compat-ods/exports/csv?with_bom=false`, { key })
  expect(await response.text()).toBe('t\nxy\n')
})
