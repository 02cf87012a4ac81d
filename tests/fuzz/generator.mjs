// One input, generated from a seed and an index: the same seed and index give the same input.
import { createHash } from 'node:crypto'
import { seeded } from '../support/random.ts'
import { drawBody } from './bodies.mjs'
import { drawHeaders } from './headers.mjs'
import { drawMessages } from './messages.mjs'
import { columnFilter, valueNamed } from './queries.mjs'
import { nastyText } from './values.mjs'

/** Who sends what the right actor does not: what a guard refuses tests little behind it. */
const strangers = [
  'contributor',
  'foreigner',
  'anonymous',
  'keyWithoutScopes',
  'foreignKey',
  'link',
  'key',
  'superAdministrator',
]
const operators =
  /\/(limits|identities|base-applications|admin)\b|_diagnose|_lock|_move|_reindex|_refinalize|admin-mode/
const ofAccounts = /\/(settings|organizations|invitations)\b/
const otherMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'FOO',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'GET',
  'QUERY',
]
const framings = ['short', 'long', 'chunked', 'chunkedCut', 'none']

/**
 * Draws the input of an index.
 *
 * @param {{ seed: number, operations: object[], names: object }} from `operations` as of `operationsOf`, `names` as of `namesOf`
 */
export function drawInput({ seed, operations, names }, index) {
  const random = seeded(createHash('sha256').update(`${seed}:${index}`).digest().readUInt32LE())
  const operation = pickByWeight(random, operations)
  const actor = drawActor(random, operation)
  if (operation.isSocket) return { index, operation, actor, messages: drawMessages(random, names) }
  const headers = drawHeaders(random, operation)
  const isOtherMethod = random.whole(40) === 0
  const body = operation.requestBody && random.whole(30) > 0 ? drawBody(random, operation, names) : undefined
  return {
    index,
    operation,
    actor,
    method: isOtherMethod ? random.pick(otherMethods) : operation.method.toUpperCase(),
    target: drawTarget(random, operation, names),
    headers: body?.type ? [['content-type', body.type], ...headers] : headers,
    body: body?.bytes,
    framing: body && random.whole(30) === 0 ? random.pick(framings) : undefined,
  }
}

/** An actor, most often one that may do the operation. */
function drawActor(random, { path }) {
  if (random.whole(4) === 0) return random.pick(strangers)
  if (path.includes('/setup')) return 'operator'
  if (operators.test(path)) return 'superAdministrator'
  // Inputs that change an account change a test account that exists for it.
  if (ofAccounts.test(path)) return 'accountAdministrator'
  return path.includes('/own/') || random.whole(3) > 0 ? 'administrator' : 'key'
}

function pickByWeight(random, operations) {
  const total = operations.at(-1).upTo
  const at = random.whole(total)
  return operations.find(({ upTo }) => at < upTo)
}

function drawTarget(random, { path, parameters, method }, names) {
  const isNastyPath = random.whole(25) === 0
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name) => {
    const known = names.path(path, name, method)
    return isNastyPath || known.length === 0 ? drawSegment(random) : encode(random.pick(known))
  })
  const query = drawQuery(random, { path, parameters })
  return query ? `${filled}?${query}` : filled
}

/** Parameters without which an operation is refused. */
const required = new Set(['field', 'metric'])

function drawQuery(random, { path, parameters }) {
  const inQuery = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const drawn = []
  // Of many parameters a few; one or two of them nasty.
  const share = Math.max(3, Math.ceil(inQuery.length / 2))
  for (const name of inQuery)
    if (required.has(name) ? random.whole(8) > 0 : random.whole(share) === 0)
      drawn.push([name, valueNamed(random, name) ?? nastyText(random)])
  if (/\/(lines|\w+_agg|values|records|min|max)/.test(path) && random.whole(2) === 0) drawn.push(columnFilter(random))
  if (drawn.length > 0 && random.whole(4) === 0) drawn[random.whole(drawn.length)][1] = nastyText(random)
  if (random.whole(30) === 0) drawn.push([nastyText(random).slice(0, 500), nastyText(random)])
  return drawn
    .map(([name, value]) => `${encode(name)}=${random.whole(30) === 0 ? rawBytes(value) : encode(value)}`)
    .join('&')
    .slice(0, maxQueryChars)
}

/** Beyond, the server refuses the request line itself: 128 kB of headers in workerd. */
const maxQueryChars = 100_000

const drawSegment = (random) => {
  const text = nastyText(random).slice(0, 2_000)
  return random.whole(4) === 0 ? rawBytes(text) : encode(text)
}

/** Percent-encoded UTF-8, where a lone surrogate is encoded as UTF-8 would encode it: `%ED%A0%80`. */
export function encode(text) {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[^A-Za-z0-9_.~,:*-]/g, (char) => {
    const code = char.charCodeAt(0)
    if (char.length === 1 && code >= 0xd800 && code <= 0xdfff) {
      const bytes = [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
    }
    return encodeURIComponent(char)
  })
}

/** As it is, without what would end the request line. */
const rawBytes = (text) => text.replace(/[\s\0#]/g, '')
