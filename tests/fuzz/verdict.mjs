// What is wrong with an answer: each fault is one sentence.

const slowMs = 2_000
/** Captures start a browser, and load a page in it. */
const slowCaptureMs = 20_000
const captures = /\/(capture|print|screenshot)(\?|$)/
/** 5xx statuses that are allowed with a problem code: not implemented, or another server failed. */
const explained = new Set([501, 502, 503, 504])
const knownMethods = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/
const textTypes = /^text\/|[/+](json|xml|javascript|x-ndjson)\b/
/** Addresses of files as someone has sent them. */
const filesOfUsers = /\/(raw|full|data-files\/[^?]*|attachments\/[^?]*|metadata-attachments\/[^?]*)(\?|$)/
const traces = [
  [
    'a stack trace',
    /\n\s+at .+[:(]\d+:\d+\)?|node_modules\/|\bworker\/[a-z-]+\/[\w-]+\.tsx?\b|MF-Experimental-Error-Stack/,
  ],
  [
    'SQL text',
    /D1_ERROR|SQLITE_[A-Z]+|no such (table|column): |near "[^"]*": syntax error|fts5: |UNIQUE constraint failed|json_each\(/,
  ],
]
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Judges an answer.
 *
 * @param {{ input: object, answer: object, secrets: string[] }} from `secrets`: what no answer may hold
 * @returns sentences, none for an answer as it should be
 */
export function faultsOf({ input, answer, secrets }) {
  const faults = []
  // A chunked body that never ends is waited for.
  if (answer.failure === 'timed out' && isChunked(input)) return faults
  if (answer.failure) {
    // The server may close the connection of a request with a wrong length or invalid HTTP.
    if (answer.failure !== 'closed' || !isMalformed(input)) faults.push(answer.failure)
    return faults
  }
  const { status, headers, body, ms } = answer
  const text = body.toString('latin1')
  if (status >= 500 && !isExplained(input, { status, headers, text })) faults.push(`status ${status}`)
  // Of a body that never comes whole, some seconds are waited for the rest.
  const limitMs = captures.test(input.target) ? slowCaptureMs : slowMs
  if (ms > limitMs && !isMalformed(input)) faults.push('slow')
  const type = headers.get('content-type') ?? ''
  const isText = textTypes.test(type) && !filesOfUsers.test(input.target) && !headers.has('content-encoding')
  const isJson = /[/+]json\b/.test(type) && !filesOfUsers.test(input.target)
  if (isText) {
    if (!isUtf8(body)) faults.push('bytes that are not UTF-8')
    else if (isJson && status !== 304 && body.length > 0 && !headers.has('content-range') && !isJsonText(body))
      faults.push('JSON that cannot be parsed')
    if (!/\/(assets|api-docs)/.test(input.target)) {
      for (const [what, pattern] of traces) if (pattern.test(text)) faults.push(what)
    }
  }
  const head = [...headers.values()].join('\n')
  if (secrets.some((secret) => text.includes(secret) || head.includes(secret))) faults.push('a secret')
  return faults
}

const isChunked = ({ headers }) => headers.some(([name]) => /^transfer-encoding$/i.test(name))

/** Whether the bytes of a request break HTTP itself. */
export const isMalformed = ({ framing, headers, method }) =>
  framing !== undefined ||
  !/^[A-Z]+$/.test(method) ||
  method === 'CONNECT' ||
  headers.some(
    ([name, value]) =>
      !/^[\w-]+$/.test(name) ||
      /[\0\r\n]/.test(value) ||
      /^(transfer-encoding|content-length|host|expect|upgrade)$/i.test(name),
  )

function isExplained({ method }, { status, headers, text }) {
  // Its status is that of the interface: the page to capture is that of an application of somebody.
  if (status === 500 && text.includes('"code":"capture-failed"')) return true
  if (!explained.has(status) || text.includes('internal-error')) return false
  // The engine knows no such method, and answers in its own words.
  if (status === 501 && !knownMethods.test(method)) return true
  // A page tells the same problem to people.
  return (
    headers.get('content-type') === 'application/problem+json' || headers.get('content-type')?.startsWith('text/html')
  )
}

function isUtf8(bytes) {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

function isJsonText(bytes) {
  try {
    JSON.parse(utf8.decode(bytes))
    return true
  } catch {
    return false
  }
}
