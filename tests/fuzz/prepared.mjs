// The prepared datasets: what each is made of.
import { zipSync } from 'fflate'
import { datasets } from './names.mjs'

const rows = 120
/** Concepts of columns that a file cannot tell. */
export const concept = { lat: 'http://schema.org/latitude', lon: 'http://schema.org/longitude' }
const columns = [
  ...['name', 'kind'].map((key) => ({ key, type: 'string' })),
  { key: 'n', type: 'integer' },
  { key: 'x', type: 'number' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
  { key: 'ok', type: 'boolean' },
  ...['lat', 'lon'].map((key) => ({ key, type: 'number', 'x-refersTo': concept[key] })),
  { key: 'tags', type: 'string', separator: ', ' },
]
/** A line of the columns. */
export const row = (i) => ({
  name: `Name ${i} é`,
  kind: `k${i % 5}`,
  n: i,
  x: i / 7,
  day: `2024-01-${String(1 + (i % 28)).padStart(2, '0')}`,
  at: `2024-01-01T0${i % 10}:00:00Z`,
  ok: i % 2 === 0,
  lat: 40 + (i % 10),
  lon: -5 + (i % 12),
  tags: 'one, two',
})
const csv = () => {
  const keys = columns.map(({ key }) => key)
  return `${keys}\n${Array.from({ length: rows }, (_, i) => keys.map((key) => `"${row(i)[key]}"`).join(',')).join('\n')}\n`
}
const geojson = JSON.stringify({
  type: 'FeatureCollection',
  features: Array.from({ length: 20 }, (_, i) => ({
    type: 'Feature',
    properties: { name: `Shape ${i}`, n: i },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [i, i],
          [i + 1, i],
          [i + 1, i + 1],
          [i, i],
        ],
      ],
    },
  })),
})
const encoder = new TextEncoder()
/** A zip of attachments. */
export const archive = () =>
  zipSync({ 'a.txt': encoder.encode('Some words'), 'dir/b.html': encoder.encode('<p>Words</p>') })
/** A form with a file and fields. */
export const filed = (content, name, more = {}) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(more))
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', new Blob([content]), name)
  return form
}
const editable = (rest) => ({
  isRest: true,
  title: 'Editable',
  rest,
  schema: [
    ...columns,
    { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
    { key: 'shape', type: 'string', 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' },
  ],
})

/** How each dataset is made, in the order of what they need. */
export const makers = {
  [datasets.file]: { form: () => filed(csv(), 'fuzz.csv', { title: 'File' }) },
  [datasets.shapes]: { form: () => filed(geojson, 'fuzz.geojson', { title: 'Shapes' }) },
  [datasets.documents]: { form: () => filed(Buffer.from(archive()), 'documents.zip', { title: 'Documents' }) },
  [datasets.editable]: { json: editable({ history: true }) },
  [datasets.own]: { json: editable({ history: true, lineOwnership: true }) },
  [datasets.virtual]: {
    json: {
      isVirtual: true,
      title: 'Virtual',
      schema: columns.map(({ key }) => ({ key })),
      virtual: { children: [datasets.file] },
    },
  },
  [datasets.meta]: { json: { isMetaOnly: true, title: 'Description' } },
  [datasets.draft]: { form: () => filed(csv(), 'fuzz.csv', { title: 'Draft' }) },
}
