/** Resumable uploads through the API, as a tus client sends them. */
import { expect } from 'vitest'
import { origin, type Sent, send } from './http'

export const tus = { 'tus-resumable': '1.0.0' }
export const bytesType = { 'content-type': 'application/offset+octet-stream' }

/** `Upload-Metadata` of a file name. */
export function named(fileName: string): { 'upload-metadata': string } {
  return { 'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}` }
}

/** Begins an upload. @returns its path */
export async function begin(key: string, length: number, fileName = 'data.csv'): Promise<string> {
  const headers = { ...tus, 'upload-length': String(length), ...named(fileName) }
  const response = await send('/api/v1/uploads', { method: 'POST', key, headers })
  expect(response.status).toBe(201)
  return String(response.headers.get('location')).slice(origin.length)
}

/** Adds bytes at an offset. */
export function append(
  path: string,
  input: { key?: string; offset: number; body: BodyInit; headers?: Record<string, string>; vars?: Sent['vars'] },
): Promise<Response> {
  const { key, offset, body, headers = {}, vars } = input
  return send(path, {
    method: 'PATCH',
    key,
    body,
    headers: { ...tus, ...bytesType, 'upload-offset': String(offset), ...headers },
    ...(vars ? { vars } : {}),
  })
}

/** The offset that HEAD tells. */
export async function offsetOf(path: string, key: string): Promise<number> {
  const response = await send(path, { method: 'HEAD', key, headers: tus })
  expect(response.status).toBe(200)
  return Number(response.headers.get('upload-offset'))
}

export const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** A CSV of at least so many bytes, the same each time. */
export function csvOf(bytes: number): Uint8Array<ArrayBuffer> {
  const line = (i: number) => `${i},name of the line ${i},${(i * 7919) % 10_007}\n`
  const lines = ['n,name,value\n']
  for (let size = lines[0]?.length ?? 0, i = 0; size < bytes; i++) {
    const text = line(i)
    lines.push(text)
    size += text.length
  }
  return Uint8Array.from(new TextEncoder().encode(lines.join('')))
}

/** A body without a length that gives some chunks, then breaks where it should go on. */
export function cutAfter(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...chunks]
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const chunk = rest.shift()
      if (chunk) controller.enqueue(chunk.slice())
      else controller.error(new Error('the connection was cut'))
    },
  })
}
