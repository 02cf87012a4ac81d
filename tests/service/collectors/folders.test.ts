/** Collectors of folders: all files or the newest one, over FTP, SFTP and index pages of HTTP. */
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '../../bench/server.mjs'
import { CollectingService, type Run } from '../../support/collecting-service'
import { startFtpSrv } from '../../support/remote-servers/ftp-srv'
import type { RemoteServer } from '../../support/remote-servers/remote-server'
import { startSsh2 } from '../../support/remote-servers/ssh2'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

const messagesOf = ({ log }: Run) => log.map(({ msg }) => msg)
type Created = { id: string; title: string; updatedAt: string }
const datasetsOf = (collector: string) =>
  service
    .call<{ results: (Created & { extras?: { processingId?: string } })[] }>(
      'GET',
      '/api/v1/datasets?size=100&sort=title&select=id,title,extras',
    )
    .then(({ results }) => results.filter(({ extras }) => extras?.processingId === collector))

const editable = () =>
  service.call<{ id: string }>('POST', '/api/v1/datasets', {
    isRest: true,
    title: 'Readings',
    schema: [
      { key: 'station', type: 'string' },
      { key: 'level', type: 'number' },
    ],
  })

describe.each<[string, (folder: string) => Promise<RemoteServer>]>([
  ['ftp', (remote) => startFtpSrv(remote, 'ftp')],
  ['sftp', (remote) => startSsh2(remote)],
])('a folder over %s', (_, start) => {
  let remote = ''
  let files: RemoteServer
  beforeAll(async () => {
    remote = makeFolder()
    files = await start(remote)
  })
  afterAll(async () => {
    await files.stop()
    removeFolder(remote)
  })

  /** Writes a file in a folder of the server, with a date that tells the order. */
  const drop = (folder: string, name: string, lines: string[], day = 1) => {
    const path = join(remote, folder, name)
    mkdirSync(join(remote, folder), { recursive: true })
    writeFileSync(path, `station,level\n${lines.join('\n')}\n`)
    const date = new Date(Date.UTC(2026, 0, day))
    utimesSync(path, date, date)
  }
  const collect = (folder: string, config: object) => {
    const { url, username, password } = files.connection
    const address = `${url.replace(/\/$/, '')}${files.base}/${folder}/`
    return service.create('transfer-file', { url: address, username, password, ...config })
  }

  test('a dataset per file: new files are added, changed ones updated, despite an invalid one', async () => {
    drop('each', 'north.csv', ['Lille,1'])
    drop('each', 'south 1.csv', ['Nice,2', 'Arles,3'])
    writeFileSync(join(remote, 'each', 'notes.unknown'), 'no data')
    const { id } = await collect('each', { datasetMode: 'create', files: 'all' })
    expect(await service.run(id)).toMatchObject({ status: 'finished' })
    const first = await datasetsOf(id)
    expect(first.map(({ title }) => title)).toEqual(['north', 'south 1'])
    const south = first.find(({ title }) => title === 'south 1')?.id ?? ''
    expect((await service.linesOf(south)).total).toBe(2)
    expect(messagesOf(await service.run(id))).toContain('No file has changed.')

    writeFileSync(join(remote, 'each', 'broken.csv'), 'station,level\n"Brest,1\nQuimper,2\n')
    drop('each', 'east.csv', ['Metz,4'], 2)
    drop('each', 'south 1.csv', ['Nice,2'], 3)
    const failed = await service.run(id)
    expect(failed.status).toBe('error')
    expect(messagesOf(failed).at(-1)).toContain('1 of 4 files failed: broken.csv')
    expect((await datasetsOf(id)).map(({ title }) => title)).toEqual(['broken', 'east', 'north', 'south 1'])
    expect((await service.linesOf(south)).total).toBe(1)

    drop('each', 'broken.csv', ['Brest,1'], 4)
    expect(await service.run(id)).toMatchObject({ status: 'finished' })
    const last = await datasetsOf(id)
    expect(last).toHaveLength(4)
    expect((await service.linesOf(last[0]?.id ?? '')).total).toBe(1)
  })

  test('the lines of all files of a pattern in one dataset, moved once they are stored', async () => {
    const dataset = await editable()
    drop('drops', 'levels-1.csv', ['Nantes,1', 'Rennes,2'])
    drop('drops', 'LEVELS-2.CSV', ['Vannes,3', 'Lorient,4'])
    drop('drops', 'other.csv', ['Paris,9'])
    mkdirSync(join(remote, 'drops', 'done'))
    const config = { datasetMode: 'lines', dataset: { id: dataset.id }, files: 'all', pattern: 'levels-?.csv' }
    const { id } = await collect('drops', { ...config, moveTo: 'done' })
    expect(await service.run(id)).toMatchObject({ status: 'finished' })
    const stations = async () => {
      const { results } = await service.linesOf(dataset.id, '?sort=station')
      return results.map(({ station }) => station)
    }
    expect(await stations()).toEqual(['Lorient', 'Nantes', 'Rennes', 'Vannes'])
    expect(existsSync(join(remote, 'drops', 'done', 'levels-1.csv'))).toBe(true)
    expect(existsSync(join(remote, 'drops', 'levels-1.csv'))).toBe(false)
    expect(existsSync(join(remote, 'drops', 'other.csv'))).toBe(true)
    drop('drops', 'levels-1.csv', ['Dinan,5'], 2)
    expect(await service.run(id)).toMatchObject({ status: 'finished' })
    expect(await stations()).toEqual(['Dinan', 'Lorient', 'Nantes', 'Rennes', 'Vannes'])
  })

  test('the newest file of a folder replaces the data', async () => {
    drop('daily', 'day-1.csv', ['Nantes,1'], 1)
    drop('daily', 'day-2.csv', ['Nantes,2'], 2)
    const { id } = await collect('daily', { datasetMode: 'create', files: 'newest', pattern: 'day-*' })
    expect(await service.run(id)).toMatchObject({ status: 'finished' })
    const dataset = await service.datasetOf(id)
    expect((await service.linesOf(dataset)).results).toMatchObject([{ level: 2 }])
    drop('daily', 'day-1.csv', ['Nantes,7'], 1)
    expect(messagesOf(await service.run(id))).toContain('The file has not changed.')
    drop('daily', 'day-10.csv', ['Nantes,3'], 10)
    expect(await service.run(id)).toMatchObject({ status: 'finished' })
    expect(await service.datasetOf(id)).toBe(dataset)
    expect((await service.linesOf(dataset)).results).toMatchObject([{ level: 3 }])
    rmSync(join(remote, 'daily'), { recursive: true })
    mkdirSync(join(remote, 'daily'))
    expect(messagesOf(await service.run(id))).toContain('None of 0 files matches.')
    expect((await service.linesOf(dataset)).total).toBe(1)
  })
})

test('the files of an index page over HTTP are previewed and stored', async () => {
  const { source, host } = service
  source.files.set(
    '/open/',
    '<a href="../">..</a><a href="b.csv">b.csv</a> <a href="a%20b.csv">a b.csv</a><a href="x/">x/</a>',
  )
  source.files.set('/open/b.csv', 'name\nB\n')
  source.files.set('/open/a%20b.csv', 'name\nA\n')
  const config = { datasetMode: 'create', files: 'all', url: `http://${host}/open/` }
  const path = '/api/v1/collector-plugins/transfer-file/_preview'
  expect(await service.call('POST', path, { config })).toMatchObject({
    columns: ['name'],
    rows: [['B']],
    note: '2 / 2: b.csv',
  })
  const { id } = await service.create('transfer-file', config)
  expect(await service.run(id)).toMatchObject({ status: 'finished' })
  expect((await datasetsOf(id)).map(({ title }) => title)).toEqual(['a b', 'b'])
})

test.each([
  [
    'all files in the data of one dataset',
    { datasetMode: 'update', dataset: { id: 'x' }, files: 'all' },
    'cannot replace',
  ],
  ['to move and to delete', { datasetMode: 'create', moveTo: 'done', processAndDelete: true }, 'moved or deleted'],
  ['to move over HTTP', { datasetMode: 'create', moveTo: 'done', url: 'http://a.org/b.csv' }, 'over FTP and SFTP'],
])('a configuration with %s is refused', async (_, config, reason) => {
  const { id } = await service.create('transfer-file', { url: 'ftp://127.0.0.1:9/', ...config })
  const { status, log } = await service.run(id)
  expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining(reason)])
})
