// Lines of the editable datasets, and what a dataset is made from.
import { fields } from './queries.mjs'
import { dates, mutate, nastyJson, toJson } from './schemas.mjs'
import { expressions, nastyText, numbers, pickDrawn, shapes } from './values.mjs'

const ids = ['line-1', 'line-2', 'line-3', 'line-4', 'new', '../a', 'a/b', '', '__proto__']
const good = {
  name: (random) => random.pick(['a', 'Été', 'Name 3 é']),
  kind: (random) => `k${random.whole(9)}`,
  n: (random) => random.whole(1_000),
  x: (random) => random.whole(1_000) / 7,
  day: (random) => `2024-01-${10 + random.whole(20)}`,
  at: () => '2024-01-01T00:00:00Z',
  ok: (random) => random.whole(2) === 0,
  lat: (random) => random.whole(90),
  lon: (random) => random.whole(180),
  tags: (random) => random.pick(['a, b', 'c']),
  shape: () => '{"type":"Point","coordinates":[1,1]}',
}
const bad = {
  day: (random) => random.pick(dates),
  at: (random) => random.pick(dates),
  shape: (random) => pickDrawn(random, shapes),
  name: nastyText,
  tags: nastyText,
}

/** A line, good but for one value most often. */
export function drawLine(random) {
  const keys = Object.keys(good).filter(() => random.whole(3) > 0)
  const line = Object.fromEntries(keys.map((key) => [key, good[key](random)]))
  if (random.whole(2) === 0) line._id = random.pick(ids)
  if (random.whole(4) === 0) line._action = random.pick(['create', 'update', 'createOrUpdate', 'patch', 'delete', 'a'])
  if (random.whole(12) === 0) line._owner = random.pick(['user:fuzz-ada', 'a', ':'])
  if (random.whole(3) > 0) {
    const key = random.pick([...Object.keys(bad), ...fields.slice(0, 12)])
    line[key] = Object.hasOwn(bad, key) && random.whole(4) > 0 ? bad[key](random) : nastyJson(random)
  }
  return line
}

/** Lines as a bulk takes them. */
export function drawLines(random) {
  return Array.from({ length: 1 + random.whole(6) }, () =>
    random.whole(10) === 0 ? mutate(random, drawLine(random)) : drawLine(random),
  )
}

/** Lines as NDJSON or as CSV. */
export function linesAsText(random, type) {
  const lines = drawLines(random)
  if (type === 'application/x-ndjson') return lines.map(toJson).join('\n')
  return `name,n,_id\n${lines.map((line) => `${toJson(line?.name ?? 'a')},${toJson(line?.n ?? 1)},"${line?._id ?? ''}"`).join('\n')}`
}

const types = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'string', format: 'date' },
  { type: 'string', format: 'date-time' },
  { type: 'string', separator: ';' },
  { type: 'string', 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' },
  { type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]

function drawField(random, at) {
  const key = random.whole(6) === 0 ? nastyText(random).slice(0, 300) : `f${at}`
  const field = { key, ...random.pick(types) }
  if (random.whole(6) === 0) field['x-calculated'] = { expr: pickDrawn(random, expressions) }
  if (random.whole(8) === 0) field.pattern = random.pick(['^a', '(a+)+$', '[', '\\p{L}+', 'a{1,99999}'])
  if (random.whole(8) === 0) field.enum = [nastyJson(random)]
  if (random.whole(8) === 0) field.title = nastyText(random)
  if (random.whole(10) === 0) field.maximum = Number(random.pick(numbers))
  return field
}

/** Fields of a dataset. */
export function drawSchema(random) {
  return Array.from({ length: 1 + random.whole(4) }, (_, at) => drawField(random, at))
}

/** What a dataset of each nature is made from. */
export function drawCreation(random, { ids: datasets, uploads }) {
  const title = random.whole(4) === 0 ? nastyText(random) : 'A title'
  const schema = drawSchema(random)
  switch (random.whole(6)) {
    case 0:
      return { isMetaOnly: true, title }
    case 1:
      return {
        isVirtual: true,
        title,
        schema: fields.slice(0, 4).map((key) => ({ key })),
        virtual: { children: [random.pick(datasets)] },
      }
    case 2:
      return { upload: random.pick(uploads), title }
    case 3:
      return {
        isRest: true,
        title,
        initFrom: { dataset: random.pick(datasets), parts: ['data', 'schema', 'description'] },
      }
    default:
      return {
        isRest: true,
        title,
        schema,
        rest: { history: random.whole(2) === 0 },
        ...(random.whole(3) === 0 ? { primaryKey: ['f0'] } : {}),
      }
  }
}
