/** Collectors of an SFTP server in whose place another one answers, with the same password and another host key. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '../../bench/server.mjs'
import { CollectingService } from '../../support/collecting-service'
import { keys, type Ssh2Server, startSsh2 } from '../../support/remote-servers/ssh2'

const service = new CollectingService()
let folder: string
let server: Ssh2Server
beforeAll(() => service.start())
afterAll(() => service.stop())
beforeEach(async () => {
  folder = makeFolder()
  for (const name of ['a', 'b']) {
    writeFileSync(join(folder, `${name}.csv`), 'name,n\nA,1\n')
    writeFileSync(join(folder, `${name}.json`), '[{"name":"A"}]')
  }
  server = await startSsh2(folder)
})
afterEach(async () => {
  await server.stop()
  removeFolder(folder)
})

const pretend = async () => {
  await server.stop()
  const port = Number(new URL(server.connection.url).port)
  server = await startSsh2(folder, ['password'], { port, hostKey: keys.ed25519 })
}

const create = async (plugin: string, config: object) => {
  const { username, password } = server.connection
  const { id } = await service.create(plugin, { datasetMode: 'create', username, password, ...config })
  expect((await service.run(id)).status).toBe('finished')
  return id
}

const addressOf = (path: string) => new URL(path, server.connection.url).href

const change = async (id: string, changes: object) => {
  const { config } = await service.read(id)
  await service.call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, ...changes } })
}

const expectRefused = async (id: string) => {
  const { status, log } = await service.run(id)
  expect(status).toBe('error')
  expect(log.at(-1)?.msg).toMatch(/^The host key of 127\.0\.0\.1 is SHA256:/)
}

test.each([
  ['json-file', 'a.json', 'a.json'],
  ['transfer-file', 'a.csv', 'a.csv'],
  ['transfer-file', 'a.csv', 'b.csv'],
])('%s of %s, then of %s, refuses it until the password is entered again', async (plugin, path, next) => {
  const id = await create(plugin, { url: addressOf(path) })
  await pretend()
  await change(id, { url: addressOf(next) })
  await expectRefused(id)
  await change(id, { url: addressOf(next), password: server.connection.password })
  expect((await service.run(id)).status).toBe('finished')
})

test('an export to another path refuses it', async () => {
  const { id: dataset } = await service.call<{ id: string }>('POST', '/api/v1/datasets', {
    ...{ isRest: true, title: 'Rows', schema: [{ key: 'name', type: 'string' }] },
  })
  const config = { dataset: { id: dataset }, format: 'csv' }
  const id = await create('export-file', { ...config, datasetMode: undefined, url: addressOf('out.csv') })
  await pretend()
  await change(id, { url: addressOf('other.csv') })
  await expectRefused(id)
})

test('a test with the stored password refuses it, and one with a password that is entered does not', async () => {
  const id = await create('transfer-file', { url: addressOf('a.csv') })
  await pretend()
  const { config } = await service.read(id)
  const preview = (sent: object) =>
    service.call('POST', '/api/v1/collector-plugins/transfer-file/_preview', { config: sent, collector: id })
  await expect(preview(config)).rejects.toThrow('remote-host-key-changed')
  const { password } = server.connection
  expect(await preview({ ...config, password })).toMatchObject({ columns: ['name', 'n'] })
})
