// Values of a JSON schema: valid ones, which are then broken in one place.
import { list } from './lists.mjs'
import { fields } from './queries.mjs'
import { expressions, nastyText, noNumbers, numbers, pickDrawn } from './values.mjs'

/** JSON text that `JSON.stringify` does not write, in the place of a value. */
class Raw {
  constructor(text) {
    this.text = text
  }
}

const maxDepth = 6
const concepts = list(`
  http://schema.org/latitude ¦ http://schema.org/longitude ¦ http://schema.org/DigitalDocument ¦
  https://purl.org/geojson/vocab#geometry ¦ http://www.w3.org/2000/01/rdf-schema#label ¦
  https://schema.org/startDate ¦ a
`)
/** Dates, good and bad. */
export const dates = list(`
  2024-01-01 ¦ 2024-02-30 ¦ 9999-12-31 ¦ 2024-01-01T00:00:00Z ¦ 2024-01-01T25:00:00+99:99 ¦ -271822-01-01 ¦ now
`)

const pagesOutside = ['form/index.html', 'empty', 'broken.json', 'binary', 'redirect', 'missing', '']

/** What properties of these names take, beyond what their schema says. */
const named = {
  key: (random) => random.pick(fields),
  field: (random) => random.pick(fields),
  prop: (random) => random.pick(fields),
  'x-refersTo': (random) => random.pick(concepts),
  'x-originalName': (random) => random.pick(fields),
  expr: (random) => pickDrawn(random, expressions),
  'x-calculated': (random) => pickDrawn(random, expressions),
  type: (random) =>
    random.pick(['string', 'integer', 'number', 'boolean', 'organization', 'user', 'object', 'array', 'a']),
  format: (random) => random.pick(['date', 'date-time', 'uri-reference', 'a']),
  id: (random, { ids }) => random.pick(ids),
  children: (random, { ids }) => [random.pick(ids), random.pick(ids)],
  initFrom: (random, { ids }) => ({
    dataset: random.pick(ids),
    parts: ['data', 'schema', 'attachments', 'description'],
  }),
  upload: (random, { uploads }) => random.pick(uploads),
  url: (random, { outside }) => `${outside}/${random.whole(2) === 0 ? 'form/' : random.pick(pagesOutside)}`,
  href: (_, { outside }) => `${outside}/redirect`,
  pattern: (random) => random.pick(['^a', '(a+)+$', '[', '(?<', '\\p{', 'a{1,99999}', '^(\\w+\\s?)*$']),
  separator: (random) => random.pick([', ', ';', '', 'a', '\0']),
  expireAt: (random) => random.pick(dates),
  email: (random) => random.pick(['fuzz-extra@example.org', 'fuzz-new@example.org', 'a']),
  password: (random) => random.pick(['a password of the fuzz accounts', 'another long password', 'a']),
  role: (random) => random.pick(['admin', 'contrib', 'user', 'a']),
  department: (random) => random.pick(['roads', '', 'a']),
  user: (random) => random.pick(['fuzz-extra', 'fuzz-none']),
  scopes: (random) => [random.pick(['datasets', 'applications', 'stats', 'a'])],
  events: (random) => [random.pick(['dataset-finalize-end', 'dataset-error', '*', 'a'])],
  'value.n': (random) => random.pick(numbers),
  'value.day': (random) => random.pick(dates),
}

/** A value that a schema allows. References are to the components of the description. */
export function drawValue(random, schema, names, name = '', depth = 0) {
  const known = Object.hasOwn(named, name) ? named[name] : undefined
  if (known && schema?.enum === undefined && schema?.const === undefined && random.whole(4) > 0)
    return known(random, names)
  const { components } = names
  if (schema?.$ref) return drawValue(random, components[schema.$ref.split('/').at(-1)], names, name, depth)
  const choices = schema?.anyOf ?? schema?.oneOf ?? schema?.allOf
  if (choices) return drawValue(random, random.pick(choices), names, name, depth)
  if (schema?.const !== undefined) return schema.const
  if (schema?.enum) return random.pick(schema.enum)
  const type = Array.isArray(schema?.type) ? random.pick(schema.type) : schema?.type
  if (type === 'array') {
    const length = depth < maxDepth ? random.whole(4) : 0
    return Array.from({ length }, () => drawValue(random, schema.items, names, '', depth + 1))
  }
  if (type === 'object' || schema?.properties) return drawObject(random, schema, names, depth)
  if (type === 'boolean') return random.whole(2) === 0
  if (type === 'integer' || type === 'number') return random.whole(100)
  if (type === 'null') return null
  return random.pick(['a', 'name', 'Été', '2024-01-01', 'fuzz@example.org', 'https://example.invalid/'])
}

function drawObject(random, schema, names, depth) {
  const value = {}
  const required = new Set(schema.required ?? [])
  const properties = Object.entries(schema.properties ?? {})
  // A large object is mostly empty: a request that is refused for one property tests no other.
  const share = Math.max(1, Math.ceil(properties.length / 5))
  for (const [key, property] of properties) {
    if (required.has(key) || (depth < maxDepth && random.whole(share) === 0)) {
      value[key] = drawValue(random, property, names, key, depth + 1)
    }
  }
  const more = schema.additionalProperties
  if (more && depth < maxDepth && random.whole(2) === 0) value.more = drawValue(random, more, names, 'more', depth + 1)
  return value
}

/** A value of JSON that few programs expect. */
export function nastyJson(random) {
  switch (random.whole(12)) {
    case 0:
      return null
    case 1:
      return new Raw(random.pick(numbers))
    case 2:
      return random.whole(2) === 0
    case 3:
      return []
    case 4:
      return {}
    case 5:
      return deep(random)
    case 6:
      return wide(random)
    case 7:
      return new Raw('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    case 8:
      return new Raw('{"a":1,"a":2,"a":{"a":[]}}')
    default:
      return nastyText(random)
  }
}

function deep(random) {
  const levels = random.pick([100, 500, 1_000, 3_000, 10_000, 100_000])
  return new Raw(
    random.whole(2) === 0 ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
  )
}

function wide(random) {
  const width = random.pick([100, 1_000, 20_000])
  if (random.whole(2) === 0) return Array.from({ length: width }, (_, i) => i)
  return Object.fromEntries(Array.from({ length: width }, (_, i) => [`k${i}`, i]))
}

/** Replaces, removes or adds something at one place of a value. */
export function mutate(random, value) {
  const isContainer = typeof value === 'object' && value !== null && !(value instanceof Raw)
  if (!isContainer || random.whole(12) === 0) return nastyJson(random)
  const keys = Object.keys(value)
  if (Array.isArray(value)) {
    const at = random.whole(value.length + 1)
    return value.toSpliced(at, 1, mutate(random, value[at] ?? null))
  }
  const added = random.whole(8)
  if (keys.length === 0 || added === 0) return { ...value, [nastyText(random).slice(0, 2_000)]: nastyJson(random) }
  const key = random.pick(keys)
  if (added === 1) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== key))
  return { ...value, [key]: mutate(random, value[key]) }
}

/** JSON text of a value with raw parts. `__proto__` as a key is written as any other. */
export function toJson(value) {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}:${toJson(one)}`)
      .join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

/** Text that is nearly JSON. */
export function brokenJson(random, text) {
  switch (random.whole(8)) {
    case 0:
      return text.slice(0, random.whole(text.length + 1))
    case 1:
      return `${text},`
    case 2:
      return `\ufeff${text}`
    case 3:
      return `${text}\0`
    case 4:
      return text.replaceAll('"', "'")
    case 5:
      return random.pick(noNumbers)
    case 6:
      return ''
    default:
      return `)]}',\n${text}`
  }
}
