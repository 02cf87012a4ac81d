// Bodies of requests: JSON of a schema, multipart with files, forms, lines in other formats.
import { gzipSync } from 'node:zlib'
import { drawFile } from './files.mjs'
import { drawCreation, drawLine, drawLines, drawSchema, linesAsText } from './lines.mjs'
import { list } from './lists.mjs'
import { brokenJson, drawValue, mutate, toJson } from './schemas.mjs'
import { nastyText } from './values.mjs'

const boundaries = [
  ...Array(30).fill('fuzz'),
  ...['a b', '', '--', 'a'.repeat(70), 'a'.repeat(300), '"fuzz"', "'()+_,-./:=?"],
]

/** A multipart body of the parts that a schema names, and of some others. */
function drawMultipart(random, schema, names) {
  const boundary = random.pick(boundaries)
  const parts = []
  const properties = Object.entries(schema?.properties ?? {})
  for (const [name, property] of properties) {
    const isFile = property.format === 'binary' || name === 'file' || name === 'attachments'
    if (isFile && random.whole(5) > 0) parts.push({ name, ...drawFile(random) })
    else if (!isFile && random.whole(Math.ceil(properties.length / 3)) === 0) {
      const value = name === 'body' ? drawCreation(random, names) : drawValue(random, property, names, name)
      const text = typeof value === 'string' ? value : toJson(random.whole(3) === 0 ? mutate(random, value) : value)
      parts.push({ name, bytes: Buffer.from(text) })
    }
  }
  if (random.whole(20) === 0) parts.push({ name: nastyText(random).slice(0, 2_000), ...drawFile(random) })
  if (random.whole(8) === 0) parts.push({ name: 'title', bytes: Buffer.from(nastyText(random)) })
  if (random.whole(60) === 0) for (let i = 0; i < 200; i++) parts.push({ name: `p${i}`, bytes: Buffer.from('a') })
  const chunks = parts.flatMap((part) => partOf(random, { ...part, boundary }))
  chunks.push(Buffer.from(random.whole(40) === 0 ? '' : `--${boundary}--\r\n`))
  const type = random.whole(25) === 0 ? 'multipart/form-data' : `multipart/form-data; boundary=${boundary}`
  return { type, bytes: Buffer.concat(chunks) }
}

const partHeaders = [`X-Many: ${'a'.repeat(20_000)}\r\n`, 'Content-Transfer-Encoding: base64\r\n', 'Content-Type: \r\n']

function partOf(random, { name, bytes, boundary, fileName }) {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  const more = random.whole(10) === 0 ? random.pick(partHeaders) : ''
  return [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${more}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]
}

const otherTypes = [
  ...['', 'application/json;'.repeat(300)],
  ...list(`
    text/plain ¦ application/json ¦ application/json; charset=utf-16 ¦ multipart/form-data ¦ text/csv ¦ text/csv+gzip ¦
    application/x-ndjson ¦ application/xml ¦ application/x-www-form-urlencoded ¦ a ¦ image/png ¦
    application/offset+octet-stream
  `),
]

/** The body of an operation that takes one, and what its headers say of it. */
export function drawBody(random, { requestBody, path, method }, names) {
  const types = Object.keys(requestBody.content)
  const type = random.pick(types)
  const { schema } = requestBody.content[type]
  let body = bodyOfType(random, { type, schema, path, method }, names)
  if (random.whole(25) === 0) body = { ...body, type: random.pick(otherTypes) }
  if (random.whole(20) === 0) body = { ...body, bytes: body.bytes.subarray(0, random.whole(body.bytes.length + 1)) }
  if (random.whole(40) === 0)
    body = { ...body, bytes: Buffer.concat([body.bytes, Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80])]) }
  return body
}

function bodyOfType(random, { type, schema, path, method }, names) {
  if (type === 'multipart/form-data') return drawMultipart(random, schema, names)
  if (type === 'application/json') {
    const value = drawJson(random, { schema, path, method }, names)
    const text = toJson(random.whole(2) === 0 ? mutate(random, value) : value)
    return { type, bytes: Buffer.from(random.whole(25) === 0 ? brokenJson(random, text) : text) }
  }
  if (type === 'application/x-www-form-urlencoded') {
    const fields = Object.entries(schema?.properties ?? {}).filter(() => random.whole(3) > 0)
    const text = fields
      .map(([name, property]) => `${name}=${formValue(random, drawValue(random, property, names, name))}`)
      .join('&')
    return { type, bytes: Buffer.from(text) }
  }
  const bytes =
    type === 'application/offset+octet-stream' ? drawFile(random).bytes : Buffer.from(linesAsText(random, type))
  return { type, bytes: type.endsWith('+gzip') && random.whole(6) > 0 ? gzipSync(bytes) : bytes }
}

function drawJson(random, { schema, path, method }, names) {
  if (path.endsWith('_bulk_lines')) return drawLines(random)
  if (/\/lines(\/|$)/.test(path)) return drawLine(random)
  if (path.endsWith('/owner'))
    return { type: 'organization', id: random.pick(['fuzz-town', 'fuzz-town', 'fuzz-village', 'a']) }
  if (path.endsWith('/datasets/{id}') && method === 'patch') {
    return { ...drawValue(random, schema, names), ...(random.whole(4) === 0 ? { schema: drawSchema(random) } : {}) }
  }
  if (/\/datasets(\/\{id\})?$/.test(path)) {
    return { ...drawCreation(random, names), ...(random.whole(2) === 0 ? drawValue(random, schema, names) : {}) }
  }
  return drawValue(random, schema, names)
}

const formValue = (random, value) => {
  const text = random.whole(2) === 0 ? nastyText(random) : typeof value === 'string' ? value : toJson(value)
  return random.whole(4) === 0 ? text : encodeURIComponent(text.toWellFormed())
}
