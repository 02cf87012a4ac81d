/** Collectors of files: over HTTP, FTP and SFTP, of servers of all kinds. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '../../bench/server.mjs'
import { CollectingService } from '../../support/collecting-service'
import { startFtpSrv } from '../../support/remote-servers/ftp-srv'
import { type RemoteServer, rows } from '../../support/remote-servers/remote-server'
import { startSsh2 } from '../../support/remote-servers/ssh2'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

describe('transfer-file', () => {
  const records = [
    'Antenne;Commune;Téléphone',
    'Maison du Département;Dinan;0296808080',
    'Antenne de Guingamp;Guingamp;0296404040',
  ]
  const antennas = Buffer.from(`${records.join('\r\n')}\r\n`, 'latin1')

  test('creates a dataset from a file, and downloads it again when it has changed', async () => {
    service.source.files.set('/antennes.csv', antennas)
    const { id } = await service.create('transfer-file', {
      datasetMode: 'create',
      url: `http://${service.host}/antennes.csv`,
    })
    expect((await service.run(id)).status).toBe('finished')
    const dataset = await service.datasetOf(id)
    const { total } = await service.linesOf(dataset)
    expect(total).toBeGreaterThan(1)
    const unchanged = await service.run(id)
    expect(unchanged.log.map(({ msg }) => msg)).toContain('The file has not changed.')
    service.source.files.set('/antennes.csv', Buffer.concat([antennas, antennas.subarray(antennas.indexOf(10) + 1)]))
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(dataset)).total).toBe(2 * total)
    expect(await service.datasetOf(id)).toBe(dataset)
  })

  test('leaves out the lines before the header, at the port of the configuration', async () => {
    service.source.files.set('/report.csv', 'Report of 2026\nAll bureaus, by day\nname;n\nA;1\nB;2\n')
    const { hostname, port } = new URL(`http://${service.host}`)
    const { id } = await service.create('transfer-file', {
      datasetMode: 'create',
      url: `http://${hostname}/report.csv`,
      port: Number(port),
      ignoreFirstLines: 2,
    })
    expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
    const { results } = await service.linesOf(await service.datasetOf(id), '?sort=n&select=name,n')
    expect(results).toMatchObject([
      { name: 'A', n: 1 },
      { name: 'B', n: 2 },
    ])
  })

  test('keeps a file that lacks a column for a review, if asked to, and publishes others', async () => {
    service.source.files.set('/held.csv', 'name,seats\nA,12\n')
    const { id } = await service.create('transfer-file', {
      datasetMode: 'create',
      url: `http://${service.host}/held.csv`,
      holdBreaking: true,
    })
    await service.run(id)
    const dataset = await service.datasetOf(id)
    service.source.files.set('/held.csv', 'name,places\nA,12\nB,20\n')
    const held = await service.run(id)
    expect(held.status).toBe('finished')
    expect(held.log.map(({ msg }) => msg)).toContain(
      'The new version is waiting for your approval: see the page of the dataset.',
    )
    expect((await service.linesOf(dataset, '?select=name,seats')).results).toMatchObject([{ name: 'A', seats: 12 }])
    await service.remove(dataset, '/draft')
    expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The file has not changed.')
    service.source.files.set('/held.csv', 'name,seats\nA,12\nB,20\nC,31\n')
    await service.run(id)
    expect((await service.linesOf(dataset)).total).toBe(3)
  })

  test('stores the same file again once its dataset has another one, and fails once it is deleted', async () => {
    service.source.files.set('/mirror.csv', 'name\nA\nB\n')
    const { id } = await service.create('transfer-file', {
      datasetMode: 'create',
      url: `http://${service.host}/mirror.csv`,
    })
    await service.run(id)
    const dataset = await service.datasetOf(id)
    await service.upload(dataset, 'name\nC\n')
    expect((await service.linesOf(dataset)).total).toBe(1)
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(dataset)).total).toBe(2)
    expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The file has not changed.')
    await service.remove(dataset)
    const failed = await service.run(id)
    expect([failed.status, failed.log.at(-1)?.msg]).toEqual(['error', 'Dataset not found.'])
    await service.upload(dataset, 'name\nD\n')
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(dataset)).total).toBe(2)
  })

  test('adds the lines of the same file again only to another dataset with the id', async () => {
    service.source.files.set('/added.csv', '_id,name\na,A\nb,B\n')
    const editable = { isRest: true, title: 'Added', schema: [{ key: 'name', type: 'string' }] }
    const { id: dataset } = await service.call<{ id: string }>('POST', '/api/v1/datasets', editable)
    const config = { datasetMode: 'lines', dataset: { id: dataset }, url: `http://${service.host}/added.csv` }
    const { id } = await service.create('transfer-file', config)
    expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
    await service.call('PATCH', `/api/v1/datasets/${dataset}/lines/a`, { name: 'changed' })
    expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The file has not changed.')
    await service.remove(dataset)
    expect((await service.run(id)).log.at(-1)?.msg).toBe('Dataset not found.')
    await service.call('PUT', `/api/v1/datasets/${dataset}`, editable)
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(dataset)).total).toBe(2)
  })

  test('compares the content of a file without ETag and date', async () => {
    service.source.files.set('/plain.csv', 'name\nA\n')
    const { id } = await service.create('transfer-file', {
      datasetMode: 'create',
      url: `http://${service.host}/plain.csv?plain`,
    })
    await service.run(id)
    const again = await service.run(id)
    expect(again.log.map(({ msg }) => msg)).toContain('The content of the file has not changed.')
  })

  test('signs in, and reports a refusal', async () => {
    service.source.answers.set('/private.csv', ({ headers }, _, response) => {
      const isKnown = headers.authorization === `Basic ${btoa('ann:secret')}`
      response.writeHead(isKnown ? 200 : 401).end(isKnown ? 'name\nA\n' : undefined)
    })
    const config = { datasetMode: 'create', url: `http://${service.host}/private.csv`, username: 'ann' }
    const { id } = await service.create('transfer-file', config)
    const refused = await service.run(id)
    expect([refused.status, refused.log.at(-1)?.msg]).toEqual([
      'error',
      expect.stringContaining('refuses the user name'),
    ])
    await service.call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, password: 'secret' } })
    expect((await service.run(id)).status).toBe('finished')
  })

  test('keeps the previous data when the new file is invalid, then recovers', async () => {
    service.source.files.set('/broken.csv', 'name,n\nA,1\nB,2\n')
    const { id } = await service.create('transfer-file', {
      datasetMode: 'create',
      url: `http://${service.host}/broken.csv`,
    })
    await service.run(id)
    const dataset = await service.datasetOf(id)
    service.source.files.set('/broken.csv', 'name,n\n"A,1\nB,2\nC,3\nD,4\n')
    const failed = await service.run(id)
    expect([failed.status, failed.log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('processing failed')])
    expect((await service.linesOf(dataset)).total).toBe(2)
    service.source.files.set('/broken.csv', 'name,n\nA,1\nB,2\nC,3\n')
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(dataset)).total).toBe(3)
  })

  test('adds lines to an editable dataset; an interrupted download adds none', async () => {
    const schema = [{ key: 'name', type: 'string' }]
    const dataset = await service.call<{ id: string }>('POST', '/api/v1/datasets', {
      isRest: true,
      title: 'Lines',
      schema,
    })
    let breaks = true
    service.source.answers.set('/lines.ndjson', (_, __, response) => {
      const body = Array.from({ length: 5_000 }, (___, at) => `{"_id":"l${at}","name":"n${at}"}\n`).join('')
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) })
      if (!breaks) {
        response.end(body)
        return
      }
      response.write(body.slice(0, body.length / 2), () => response.destroy())
    })
    const config = { datasetMode: 'lines', dataset: { id: dataset.id }, url: `http://${service.host}/lines.ndjson` }
    const { id } = await service.create('transfer-file', config)
    expect((await service.run(id)).status).toBe('error')
    expect((await service.linesOf(dataset.id)).total).toBe(0)
    breaks = false
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(dataset.id)).total).toBe(5_000)
  })

  test('previews the first rows without storage', async () => {
    service.source.files.set('/antennes.csv', antennas)
    const config = { datasetMode: 'create', url: `http://${service.host}/antennes.csv` }
    const path = '/api/v1/collector-plugins/transfer-file/_preview'
    const { columns, rows } = await service.call<{ columns: string[]; rows: string[][] }>('POST', path, { config })
    expect(columns.length).toBeGreaterThan(2)
    expect(rows[0]?.length).toBe(columns.length)
    expect(service.source.requests.at(-1)?.headers.range).toMatch(/^bytes=0-\d+$/)
  })
})

describe.each<[string, (folder: string) => Promise<RemoteServer>]>([
  ['ftp', (remote) => startFtpSrv(remote, 'ftp')],
  ['sftp', (remote) => startSsh2(remote)],
])('transfer-file over %s', (_, start) => {
  test('stores a file, skips an unchanged one, and deletes a processed one', async () => {
    const remote = makeFolder()
    writeFileSync(join(remote, 'levels.csv'), rows)
    const files = await start(remote)
    try {
      const { url, username, password } = files.connection
      const address = `${url.replace(/\/$/, '')}${files.base}/levels.csv`
      const { id } = await service.create('transfer-file', { datasetMode: 'create', url: address, username, password })
      expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
      const dataset = await service.datasetOf(id)
      expect(await service.linesOf(dataset)).toMatchObject({
        total: 2,
        results: [{ station: 'Nantes', level: 3.2 }, {}],
      })
      expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The file has not changed.')
      writeFileSync(join(remote, 'levels.csv'), `${rows}Rennes,1.5\n`)
      const { config } = await service.read(id)
      await service.call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, processAndDelete: true } })
      expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The file was deleted from its server.')
      expect((await service.linesOf(dataset)).total).toBe(3)
      expect(existsSync(join(remote, 'levels.csv'))).toBe(false)
    } finally {
      await files.stop()
      removeFolder(remote)
    }
  })
})
