/** The same lines in a file, in an editable dataset and behind virtual ones: the same box, cardinalities and values. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { type Dataset, publish, read } from '../support/datasets'
import { bulk, createEditable, untilRefreshed } from '../support/editable'
import { createVirtual } from '../support/virtual'

const schema = [
  { key: 'shape', type: 'string', 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' },
  { key: 'open', type: 'boolean' },
  { key: 'tags', type: 'string', separator: ';' },
]
const square = (west: number, south: number) =>
  `POLYGON ((${west} ${south}, ${west + 2} ${south}, ${west + 2} ${south + 2}, ${west} ${south + 2}, ${west} ${south}))`
const rows = ['c;c;c', 'c;c;c', 'b', 'b', 'b', 'a', 'a;b', 'b', 'c'].map((tags, at) => ({
  shape: square(at, at + 10),
  open: at % 3 === 0,
  tags: tags.split(';'),
}))

test('observations do not depend on the kind of the dataset', async () => {
  const key = await keyOf()
  const csv = rows.map(({ shape, open, tags }) => `"${shape}",${open},${tags.join(';')}\n`).join('')
  const file = await publish(`shape,open,tags\n${csv}`, {
    key,
    parts: [{ name: 'schema', value: JSON.stringify(schema) }],
  })
  const { id } = await createEditable(key, { schema })
  await bulk(id, key, rows)
  await untilRefreshed(id, key)
  const editable = await read(id, key)
  const keys = schema.map((field) => field.key)
  const ofFile = await createVirtual(key, keys, { children: [file.id] })
  const ofEditable = await createVirtual(key, keys, { children: [id] })
  for (const dataset of [file, editable, await read(ofFile.id, key), await read(ofEditable.id, key)]) {
    expect(observationsOf(dataset)).toEqual({
      bbox: [0, 10, 10, 20],
      open: [2, [false, true]],
      tags: [3, ['b', 'c', 'a']],
    })
  }
})

function observationsOf({ bbox, schema: fields }: Dataset) {
  const observed = fields.flatMap((field) =>
    field.key === 'open' || field.key === 'tags' ? [[field.key, [field['x-cardinality'], field.enum]]] : [],
  )
  return { bbox, ...Object.fromEntries(observed) }
}
