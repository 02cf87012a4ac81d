/** A tus client over unreliable connections, to a service that is killed. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as tus from 'tus-js-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { startCuttingProxy } from '../support/cutting-proxy'

const { partBytes } = limits.uploads
// It starts the service several times.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const folder = makeFolder()
const state = join(folder, 'state')
let server: Awaited<ReturnType<typeof startServer>>
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>

beforeAll(async () => {
  proxy = await startCuttingProxy()
  // Behind a path: the addresses of uploads must live under it.
  server = await startServer(state, { publicUrl: `${proxy.url}/data` })
  proxy.to(server.port)
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
  removeFolder(folder)
})

/** A CSV that no two parts of are alike. */
function makeCsv(bytes: number): Buffer {
  const rows = Array.from({ length: Math.ceil(bytes / 60) }, (_, i) => `${i},${randomBytes(24).toString('hex')},été\n`)
  return Buffer.from(`n,text,word\n${rows.join('')}`)
}

/** Uploads with the real client, which goes on by itself. @returns the id of the upload */
function upload(file: Buffer, options: tus.UploadOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const uploading = new tus.Upload(file, {
      endpoint: `${proxy.url}/data/api/v1/uploads`,
      headers: { 'x-apiKey': server.apiKey },
      metadata: { filename: 'données.csv', filetype: 'text/csv' },
      retryDelays: Array.from({ length: 100 }, () => 100),
      onError: reject,
      onSuccess: () => resolve(String(uploading.url?.split('/').pop())),
      ...options,
    })
    uploading.start()
  })
}

async function ask<Shape>(path: string, json?: unknown): Promise<Shape> {
  const headers = { 'x-apiKey': server.apiKey, 'content-type': 'application/json' }
  const sent = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  const response = await fetch(`${proxy.url}/data/api/v1/${path}`, { headers, ...sent })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // The caller says what it reads; a missing key fails its assertion.
  return (await response.json()) as Shape
}

/** The dataset that an upload becomes has the same bytes, and is finalized. */
async function expectDataset(uploadId: string, file: Buffer): Promise<void> {
  const { id } = await ask<{ id: string }>('datasets', { upload: uploadId })
  await expect
    .poll(async () => (await ask<{ status: string }>(`datasets/${id}`)).status, { timeout: 60_000 })
    .toMatch(/finalized|error/)
  const lines = file.toString().trimEnd().split('\n').length - 1
  expect(await ask(`datasets/${id}`)).toMatchObject({
    status: 'finalized',
    count: lines,
    originalFile: { name: 'données.csv', md5: createHash('md5').update(file).digest('hex') },
  })
  const headers = { 'x-apiKey': server.apiKey }
  const raw = await (await fetch(`${proxy.url}/data/api/v1/datasets/${id}/raw`, { headers })).arrayBuffer()
  expect(Buffer.from(raw).equals(file)).toBe(true)
}

test('an upload cut at every part border and at odd bytes has the same bytes', async () => {
  const file = makeCsv(3 * partBytes + 12_345)
  const cuts = [1, 777, partBytes - 1, partBytes, partBytes + 1, 8_000_001, 2 * partBytes, 3 * partBytes, file.length]
  proxy.cuts = [...cuts]
  proxy.offsets = []
  const id = await upload(file)
  expect(proxy.cuts).toEqual([])
  // Each time the client was told an offset up to which all was kept, and no byte beyond what had been let through.
  for (const [i, offset] of proxy.offsets.entries()) expect(offset).toBeLessThanOrEqual(cuts[i] ?? file.length)
  expect(proxy.offsets.length).toBeGreaterThanOrEqual(cuts.length)
  await expectDataset(id, file)
})

test('an upload continues after two restarts of the service', async () => {
  const file = makeCsv(2 * partBytes + 54_321)
  proxy.cuts = [partBytes + 1_000, 2 * partBytes + 7]
  let kills = 0
  proxy.onCut = async () => {
    kills++
    await server.kill()
    server = await startServer(state, { port: server.port, publicUrl: `${proxy.url}/data` })
  }
  const id = await upload(file, { chunkSize: 2_000_003 })
  proxy.onCut = async () => {}
  expect([kills, proxy.cuts]).toEqual([2, []])
  await expectDataset(id, file)
})

test('an upload is resumed by another client from its URL alone', async () => {
  const file = makeCsv(partBytes + 10)
  let address = ''
  await new Promise<void>((resolve, reject) => {
    const first = new tus.Upload(file, {
      endpoint: `${proxy.url}/data/api/v1/uploads`,
      headers: { 'x-apiKey': server.apiKey },
      metadata: { filename: 'données.csv' },
      chunkSize: 1_000_000,
      onError: reject,
      onChunkComplete: () => {
        address = String(first.url)
        first.abort().then(resolve, reject)
      },
    })
    first.start()
  })
  await expectDataset(await upload(file, { uploadUrl: address, endpoint: null }), file)
})

test('small files are sent with their creation', async () => {
  const file = makeCsv(1_000)
  await expectDataset(await upload(file, { uploadDataDuringCreation: true }), file)
})
