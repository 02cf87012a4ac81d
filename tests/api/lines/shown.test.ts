/** Display options of lines: thumbnails, geometries, hints. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, publish, untilFinalized } from '../../support/datasets'
import { ask, json, refusal, send } from '../../support/http'

const image = 'https://pictures.example.org/a b.png?x=1&y=é'
const hex = Buffer.from(image).toString('hex')

async function published(content: string, concepts: Record<string, string>) {
  const key = await keyOf()
  const { id, schema } = await publish(content, { key })
  const named = schema.map((field) => ({ ...field, 'x-refersTo': concepts[field.key] ?? field['x-refersTo'] }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: named } })
  return { key, ...(await untilFinalized(id, key)) }
}

test('a line with an image has the address of its thumbnail', async () => {
  const { id, key, href } = await published(`name,photo\nfirst,${image}\nsecond,\n`, {
    photo: 'http://schema.org/image',
  })
  const shown = async (query: string) => (await lines(id, query, key)).results
  const address = `${href}/thumbnail/${hex}`
  expect((await shown('thumbnail=true')).map((line) => line._thumbnail)).toEqual([
    `${address}?width=300&height=200`,
    undefined,
  ])
  expect((await shown('thumbnail=40x0&select=name&size=1'))[0]).toEqual({
    name: 'first',
    photo: image,
    _thumbnail: `${address}?width=40`,
    _score: null,
  })
  expect(await refusal(await send(`${href}/lines?thumbnail=big`, { key }))).toEqual([400, 'parameter-invalid'])
})

test('a dataset without images has no thumbnails', async () => {
  const { key, href } = await published('name\nfirst\n', {})
  expect(await refusal(await send(`${href}/lines?thumbnail=true`, { key }))).toEqual([400, 'parameter-invalid'])
})

test('geometries are WKT on request', async () => {
  const content = 'name,geo\na,"{""type"":""Point"",""coordinates"":[2,48]}"\nb,"POLYGON ((0 0, 1 0, 1 1, 0 0))"\nc,\n'
  const { id, key } = await published(content, { geo: 'https://purl.org/geojson/vocab#geometry' })
  const { results } = await lines(id, 'wkt=true&select=geo,_geoshape', key)
  expect(results.map(({ geo, _geoshape }) => [geo, _geoshape])).toEqual([
    ['POINT (2 48)', 'POINT (2 48)'],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0))', 'POLYGON ((0 0, 1 0, 1 1, 0 0))'],
    [undefined, undefined],
  ])
})

test('hints come between the totals and the lines, in JSON only', async () => {
  const { key, href } = await published('name\nfirst\n', {})
  const body = await json(await send(`${href}/lines?hint=true&nonsense=1`, { key }))
  expect(Object.keys(body)).toEqual(['total', 'meta', 'results'])
  expect(JSON.stringify(body.meta)).toContain('nonsense')
  expect(Object.keys(await json(await send(`${href}/lines`, { key })))).toEqual(['total', 'results'])
  expect(await (await send(`${href}/lines?hint=true&format=csv`, { key })).text()).toBe('"name"\n"first"\n')
})
