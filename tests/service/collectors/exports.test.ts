/** Exports of datasets to other servers: FTP, SFTP and HTTP, in all formats. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '../../bench/server.mjs'
import { CollectingService } from '../../support/collecting-service'
import { startFtpSrv } from '../../support/remote-servers/ftp-srv'
import type { RemoteServer } from '../../support/remote-servers/remote-server'
import { startSsh2 } from '../../support/remote-servers/ssh2'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

const schema = [
  { key: 'name', type: 'string' },
  { key: 'n', type: 'integer' },
  { key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' },
  { key: 'lon', type: 'number', 'x-refersTo': 'http://schema.org/longitude' },
]

/** An editable dataset of so many lines. */
async function dataset(count: number): Promise<string> {
  const { id } = await service.call<{ id: string }>('POST', '/api/v1/datasets', {
    isRest: true,
    title: 'Racks',
    schema,
  })
  const lines = Array.from({ length: count }, (_, at) => ({
    _id: `l${at}`,
    name: `n "${at}"`,
    n: at,
    lat: 48,
    lon: -2,
  }))
  await service.call('POST', `/api/v1/datasets/${id}/_bulk_lines`, lines)
  return id
}

const messages = (run: { log: { msg: string }[] }) => run.log.map(({ msg }) => msg)

describe.each<[string, (folder: string) => Promise<RemoteServer>]>([
  ['ftp', (remote) => startFtpSrv(remote, 'ftp')],
  ['sftp', (remote) => startSsh2(remote)],
])('over %s', (_, start) => {
  test('a file is written, kept when unchanged, and replaced when the data has changed', async () => {
    const remote = makeFolder()
    const files = await start(remote)
    try {
      const id = await dataset(12_000)
      const { url, username, password } = files.connection
      const address = `${url.replace(/\/$/, '')}${files.base}/racks.csv`
      const config = { dataset: { id }, format: 'csv', url: address, username, password, fields: ['n', 'name'] }
      const { id: collector } = await service.create('export-file', config)
      const first = await service.run(collector)
      expect(first.log.filter(({ type }) => type === 'error')).toEqual([])
      const path = join(remote, 'racks.csv')
      const lines = () => readFileSync(path, 'utf8').trim().split('\n')
      expect([lines().length, lines()[0]]).toEqual([12_001, '"n","name"'])
      expect(lines()).toContain('7,"n ""7"""')
      expect(messages(await service.run(collector))).toContain('The file has not changed.')
      await service.call('POST', `/api/v1/datasets/${id}/_bulk_lines`, [{ _id: 'new', n: -1 }])
      await service.run(collector)
      expect(lines()).toContain('-1,')
      expect(existsSync(`${path}.part`)).toBe(false)
    } finally {
      await files.stop()
      removeFolder(remote)
    }
  })
})

describe('over HTTP', () => {
  type Received = { body: Buffer; length: string | undefined; authorization: string | undefined }

  /** Records the bodies of PUT requests to a path. */
  function receive(path: string, status = 201): Received[] {
    const received: Received[] = []
    service.source.answers.set(path, async (request, _, response) => {
      const { 'content-length': length, authorization } = request.headers
      received.push({ body: Buffer.concat(await request.toArray()), length, authorization })
      response.writeHead(request.method === 'PUT' ? status : 405).end()
    })
    return received
  }
  const config = (id: string, format: string, path: string) => ({
    ...{ dataset: { id }, format, url: `http://${service.host}${path}`, username: 'ann', password: 'secret' },
  })

  test.each([
    [
      'json',
      (body: Buffer) => expect(JSON.parse(String(body))[0]).toEqual({ name: 'n "5999"', n: 5999, lat: 48, lon: -2 }),
    ],
    [
      'geojson',
      (body: Buffer) => {
        const { features } = JSON.parse(String(body))
        expect(features).toHaveLength(6_000)
        expect(features[0]).toMatchObject({
          geometry: { type: 'Point', coordinates: [-2, 48] },
          properties: { n: 5999 },
        })
      },
    ],
    [
      'xlsx',
      (body: Buffer) => {
        const { 'xl/worksheets/sheet1.xml': sheet = Buffer.of() } = unzipSync(body)
        const rows = Buffer.from(sheet).toString().match(/<row/g)
        expect(rows).toHaveLength(6_001)
        expect(Buffer.from(sheet).toString()).toContain('n &quot;5999&quot;')
      },
    ],
    [
      'parquet',
      (body: Buffer) => expect([String(body.subarray(0, 4)), String(body.subarray(-4))]).toEqual(['PAR1', 'PAR1']),
    ],
  ])('%s is sent completely with its length and a password', async (format, check) => {
    const id = await dataset(6_000)
    const received = receive(`/out.${format}`)
    const { id: collector } = await service.create('export-file', config(id, format, `/out.${format}`))
    const run = await service.run(collector)
    expect(run.log.filter(({ type }) => type === 'error')).toEqual([])
    const [put] = received
    expect(put?.length).toBe(String(put?.body.length))
    expect(put?.authorization).toBe(`Basic ${btoa('ann:secret')}`)
    check(put?.body ?? Buffer.of())
    expect(messages(await service.run(collector))).toContain('The file has not changed.')
    await service.call('PATCH', `/api/v1/collectors/${collector}`, {
      config: { ...config(id, format, `/out.${format}`), everyTime: true },
    })
    await service.run(collector)
    expect(received).toHaveLength(2)
  })

  test.each([
    [403, 'denies access'],
    [405, 'PUT'],
    [307, 'answered 307'],
  ])('a server that answers %s ends the run with an error', async (status, reason) => {
    const id = await dataset(3)
    receive('/refused.csv', status)
    const { id: collector } = await service.create('export-file', config(id, 'csv', '/refused.csv'))
    const { status: ended, log } = await service.run(collector)
    expect([ended, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining(reason)])
  })
})

test('the dataset of another account and an unknown column are refused', async () => {
  const unknown = { dataset: { id: 'unknown' }, format: 'csv', url: `http://${service.host}/a.csv` }
  const { id } = await service.create('export-file', unknown)
  expect((await service.run(id)).log.at(-1)?.msg).toMatch(/not found/)
  const { id: other } = await service.create('export-file', {
    ...unknown,
    dataset: { id: await dataset(1) },
    fields: ['x'],
  })
  expect((await service.run(other)).log.at(-1)?.msg).toMatch('no column x')
})

test('without an address the file is one of the dataset, and is listed once', async () => {
  const id = await dataset(3)
  const config = { dataset: { id }, format: 'csv', filename: 'racks', label: 'All racks', fields: ['name', 'n'] }
  const { id: collector } = await service.create('@data-fair/processing-export-file', config)
  const file = async () => {
    const { attachments } = await service.call<{ attachments: object[] }>('GET', `/api/v1/datasets/${id}`)
    const address = `${service.url}/api/v1/datasets/${id}/metadata-attachments/racks.csv`
    const text = await (await fetch(address, { headers: { 'x-apiKey': service.apiKey } })).text()
    return { attachments, lines: text.trim().split('\n').length }
  }
  expect((await service.run(collector)).log.filter(({ type }) => type === 'error')).toEqual([])
  expect(await file()).toMatchObject({
    attachments: [{ type: 'file', name: 'racks.csv', title: 'All racks' }],
    lines: 4,
  })
  expect(messages(await service.run(collector))).toContain('The file has not changed.')
  await service.call('POST', `/api/v1/datasets/${id}/_bulk_lines`, [{ _id: 'new', name: 'z', n: 1 }])
  await service.run(collector)
  const after = await file()
  expect([after.attachments.length, after.lines]).toEqual([1, 5])
})

test('a format that is not written is refused in one language as the collector is saved', async () => {
  const config = { dataset: { id: await dataset(1) }, format: 'shp' }
  const sent = (language: string) =>
    fetch(`${service.url}/api/v1/collectors`, {
      method: 'POST',
      headers: { 'x-apiKey': service.apiKey, 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ title: 'Export', plugin: 'export-file', config }),
    })
  const refused = await sent('fr')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("/format doit être l'une des valeurs csv, json, geojson, xlsx, parquet")
  expect(await (await sent('en')).text()).toContain('/format must be one of csv, json, geojson, xlsx, parquet')
})
