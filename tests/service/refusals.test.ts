/**
 * Clients receive the error of a refused request while they still send its body. Otherwise Node's fetch reports a
 * broken pipe.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

const folder = makeFolder()
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer(folder, { variables: { MAX_FILE_BYTES: '1000000' } })
})
afterAll(async () => {
  await server.stop()
  removeFolder(folder)
})

function upload(bytes: number, name = 'buoys.csv'): FormData {
  const body = new FormData()
  body.append('file', new File(['buoy,depth\n', 'A,3\n'.repeat(bytes / 4)], name))
  return body
}

const json = (bytes: number) => JSON.stringify({ title: 'a'.repeat(bytes) })

test.each([
  ['a small upload with an unknown key', 401, () => ({ key: 'fairway_none', body: upload(8) })],
  ['a large one', 401, () => ({ key: 'fairway_none', body: upload(8_000_000) })],
  ['a file beyond its limit', 413, () => ({ key: server.apiKey, body: upload(8_000_000) })],
  ['a file of a kind that is not read', 400, () => ({ key: server.apiKey, body: upload(900_000, 'a.exe') })],
  ['metadata beyond its limit', 413, () => ({ key: server.apiKey, body: json(4_000_000), type: 'application/json' })],
  ['a body of another type', 415, () => ({ key: server.apiKey, body: json(4_000_000), type: 'text/plain' })],
])('%s', async (_, status, sent) => {
  for (let time = 0; time < 40; time++) {
    const { key, body, type } = { type: undefined, ...sent() }
    const headers = { 'x-apikey': key, ...(type ? { 'content-type': type } : {}) }
    const answer = await fetch(`${server.url}/api/v1/datasets`, { method: 'POST', headers, body })
    expect(answer.status, await answer.text()).toBe(status)
  }
})
