/** HTTP requests to the service. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import worker from '../../worker/index'

export const origin = 'https://data.example.org'

export type Sent = {
  method?: string
  key?: string | undefined
  headers?: Record<string, string>
  json?: unknown
  body?: BodyInit
  /** Variables of the instance that differ from those of the tests. */
  vars?: Record<string, unknown>
}

/** Sends a request; paths are relative to the origin. */
export async function send(path: string, sent: Sent = {}): Promise<Response> {
  const headers = new Headers(sent.headers)
  if (sent.key) headers.set('x-apikey', sent.key)
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
  if (sent.json !== undefined) headers.set('content-type', 'application/json')
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
    if (!headers.has('content-length')) headers.set('content-length', String(bytes.length))
  }
  const method = sent.method ?? (body === undefined ? 'GET' : 'POST')
  const url = path.startsWith('http') ? path : origin + path
  const request = new Request<unknown, IncomingRequestCfProperties>(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  if (!sent.vars) return exports.default.fetch(request)
  const execution = createExecutionContext()
  const response = await worker.fetch(request, { ...env, ...sent.vars }, execution)
  await waitOnExecutionContext(execution)
  return response
}

/** The JSON of an answer, of the shape that the test reads. */
export async function json<Shape = Record<string, unknown>>(response: Response): Promise<Shape> {
  // The caller says which keys it reads; a missing one fails its assertion.
  return (await response.json()) as Shape
}

/** Sends and reads the JSON, refusing any other status than the expected one. */
export async function ask<Shape = Record<string, unknown>>(
  path: string,
  sent: Sent = {},
  status = 200,
): Promise<Shape> {
  const response = await send(path, sent)
  if (response.status !== status) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return json<Shape>(response)
}

/** Status and code of a refusal. */
export async function refusal(response: Response): Promise<[number, string]> {
  const { code } = await json<{ code: string }>(response)
  return [response.status, code]
}

export type Part = { name: string; value: string | Uint8Array; fileName?: string; type?: string }

/** A multipart body, byte by byte, so that hostile names arrive as they are written here. */
export function multipart(parts: Part[]): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  const boundary = '----fairway-tests'
  const encoder = new TextEncoder()
  const chunks: Uint8Array[] = []
  for (const { name, value, fileName, type } of parts) {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const contentType = fileName === undefined ? '' : `Content-Type: ${type ?? 'application/octet-stream'}\r\n`
    chunks.push(
      encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`),
      typeof value === 'string' ? encoder.encode(value) : value,
      encoder.encode('\r\n'),
    )
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`))
  return { body: joined(chunks), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Bytes one after the other. */
export function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
