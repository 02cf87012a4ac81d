/** Files on other servers over HTTP, FTP and SFTP, in workerd, against independent servers. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolder } from '../bench/server.mjs'
import { startFtpSrv } from '../support/remote-servers/ftp-srv'
import { installed, type Start } from '../support/remote-servers/installed'
import { big, fill, type RemoteServer, rows, user } from '../support/remote-servers/remote-server'
import { type RemoteWorker, startRemoteWorker } from '../support/remote-servers/remote-worker'
import { endlessFolder, keys, startSsh2 } from '../support/remote-servers/ssh2'
import { startWeb } from '../support/remote-servers/web'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const inProcess: [string, Start][] = [
  ['ftp-srv, ftp', (folder) => startFtpSrv(folder, 'ftp')],
  ['ftp-srv, ftpes', (folder) => startFtpSrv(folder, 'ftpes')],
  ['ftp-srv, ftps', (folder) => startFtpSrv(folder, 'ftps')],
  ['ssh2', (folder) => startSsh2(folder)],
  ['node:http', startWeb],
]

let worker: RemoteWorker
const folders: string[] = []
const stops: (() => Promise<void>)[] = []

function newFolder(): string {
  const folder = makeFolder()
  folders.push(folder)
  return folder
}

async function started<Server extends RemoteServer>(start: (folder: string, own: string) => Promise<Server>) {
  const server = await start(fill(newFolder()), newFolder())
  stops.push(server.stop)
  return server
}

beforeAll(async () => {
  worker = await startRemoteWorker()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await worker?.stop()
  for (const folder of folders) removeFolder(folder)
})

describe.each([...inProcess, ...installed()])('%s', (name, start) => {
  let server: RemoteServer
  /** HTTP has paths as in URLs. */
  const isWeb = name === 'node:http' || name === 'nginx'
  const at = (path: string) => server.base + (isWeb ? encodeURI(path) : path)
  const ask = (...steps: object[]) => worker.ask(server.connection, steps)

  beforeAll(async () => {
    server = await started(start)
  })

  test('lists a folder, with sizes and dates', async () => {
    const { answers, problem } = await ask({ do: 'list', path: at('/in') })
    expect(problem).toBeUndefined()
    // The entries of `list`.
    const entries = answers[0] as { name: string; type: string; size?: number; modifiedAt?: string; path: string }[]
    const found = Object.fromEntries(entries.map((entry) => [entry.name, entry]))
    expect(Object.keys(found).sort()).toEqual(
      [
        'big.bin',
        'données été 100%.csv',
        'empty.csv',
        'growing.csv',
        'old.csv',
        'stations.csv',
        'sub',
        'to-move.csv',
        'to-remove.csv',
      ].sort(),
    )
    expect(found['big.bin']).toMatchObject({ type: 'file', size: big.length })
    expect(found.sub).toMatchObject({ type: 'folder' })
    expect(found['old.csv']?.modifiedAt).toMatch(/^2020-02-03/)
    expect(Math.abs(Date.parse(found['big.bin']?.modifiedAt ?? '') - Date.now())).toBeLessThan(26 * 3_600_000)
    // The path of an entry is that of its content, whatever its name.
    const path = found['données été 100%.csv']?.path
    expect((await ask({ do: 'text', path })).answers).toEqual(['été\n'])
  })

  test('returns the size and the date of a file, or that it does not exist', async () => {
    const { answers } = await ask({ do: 'stat', path: at('/in/old.csv') })
    expect(answers[0]).toMatchObject({ name: 'old.csv', type: 'file', size: 4 })
    expect((answers[0] as { modifiedAt: string }).modifiedAt).toMatch(/^2020-02-03/)
    for (const step of ['stat', 'text', 'list']) {
      const { problem } = await ask({ do: step, path: at('/in/absent.csv') })
      expect(problem?.code, step).toBe('remote-not-found')
    }
  })

  test('reads files completely, empty ones and from an offset, over one connection', async () => {
    const { answers, problem } = await ask(
      { do: 'text', path: at('/in/stations.csv') },
      { do: 'text', path: at('/in/empty.csv') },
      { do: 'text', path: at('/in/stations.csv'), offset: 14 },
      { do: 'digest', path: at('/in/big.bin') },
      { do: 'digest', path: at('/in/big.bin'), offset: 5_000_000 },
    )
    expect(problem).toBeUndefined()
    expect(answers).toEqual([
      rows,
      '',
      rows.slice(14),
      { bytes: big.length, sha256: sha256(big) },
      { bytes: big.length - 5_000_000, sha256: sha256(big.subarray(5_000_000)) },
    ])
  })

  test('continues after a cancelled read', async () => {
    const { answers, problem } = await ask(
      { do: 'start', path: at('/in/big.bin') },
      { do: 'text', path: at('/in/stations.csv') },
    )
    expect(problem).toBeUndefined()
    expect(answers).toEqual([true, rows])
  })

  // Anonymous users of vsftpd only read.
  if (name !== 'vsftpd')
    test.each([0, 2_500_007])('writes a file of %s bytes over an existing one', async (size) => {
      writeFileSync(join(server.folder, 'done/written.bin'), 'earlier', { mode: 0o666 })
      const { problem } = await ask({ do: 'write', path: at('/done/written.bin'), size })
      expect(problem).toBeUndefined()
      const expected = Uint8Array.from({ length: size }, (_, place) => place % 251)
      expect(sha256(readFileSync(join(server.folder, 'done/written.bin')))).toBe(sha256(expected))
      expect(existsSync(join(server.folder, 'done/written.bin.part'))).toBe(false)
    })

  if (name !== 'vsftpd')
    test('moves and deletes files', async () => {
      const { answers, problem } = await ask(
        { do: 'move', path: at('/in/to-move.csv'), to: at('/done/moved é.csv') },
        { do: 'remove', path: at('/in/to-remove.csv') },
        { do: 'stat', path: at('/in/to-remove.csv') },
      )
      expect(problem?.code).toBe('remote-not-found')
      expect(answers).toEqual([null, null])
      expect(readFileSync(join(server.folder, 'done/moved é.csv'), 'utf8')).toBe('moved\n')
      expect(existsSync(join(server.folder, 'in/to-move.csv'))).toBe(false)
      expect(existsSync(join(server.folder, 'in/to-remove.csv'))).toBe(false)
    })
})

describe('credentials', () => {
  test.each(inProcess)('%s refuses a wrong password', async (_, start) => {
    const { connection, base } = await started(start)
    for (const wrong of [{ password: 'wrong' }, { username: 'bob' }, { password: 'a\r\nDELE x' }]) {
      const { problem, answers } = await worker.ask({ ...connection, ...wrong }, [
        { do: 'stat', path: `${base}/in/old.csv` },
      ])
      expect(problem?.code).toBe('remote-credentials-refused')
      expect(answers).toEqual([])
      expect(JSON.stringify(problem)).not.toContain('wrong')
    }
  })

  test('of SSH: keys with and without a passphrase, answers to prompts', async () => {
    const { connection } = await started((folder) => startSsh2(folder))
    const prompts = await started((folder) => startSsh2(folder, ['keyboard-interactive']))
    const { url } = connection
    const { username, password } = user
    const step = [{ do: 'stat', path: '/in/old.csv' }]
    for (const right of [
      { url, username, sshKey: keys.ed25519.private },
      { url, username, sshKey: keys.rsa.private, password },
      prompts.connection,
    ]) {
      expect((await worker.ask(right, step)).problem).toBeUndefined()
    }
    const problemOf = async (sshKey: string, passphrase?: string) =>
      (await worker.ask({ url, username, sshKey, password: passphrase }, step)).problem
    expect((await problemOf(keys.rsa.private, 'wrong'))?.code).toBe('remote-ssh-key-invalid')
    expect((await problemOf(keys.rsa.private))?.code).toBe('remote-ssh-key-invalid')
    expect((await problemOf('no key'))?.code).toBe('remote-ssh-key-invalid')
    expect((await problemOf(keys.host.private))?.code).toBe('remote-credentials-refused')
  })

  test('of an SSH server: its fingerprint is returned, and another one is refused', async () => {
    const { connection } = await started((folder) => startSsh2(folder))
    const { hostKey } = await worker.ask(connection, [])
    expect(hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect((await worker.ask({ ...connection, hostKey }, [])).problem).toBeUndefined()
    const other = `SHA256:${'A'.repeat(43)}`
    expect((await worker.ask({ ...connection, hostKey: other }, [])).problem).toMatchObject({
      code: 'remote-host-key-changed',
      params: { found: hostKey, expected: other },
    })
  })
})

test('a listing of an SSH server without end is refused', async () => {
  const { connection, folder } = await started((folder) => startSsh2(folder))
  mkdirSync(join(folder, endlessFolder))
  const { problem } = await worker.ask(connection, [{ do: 'list', path: `/${endlessFolder}` }])
  expect(problem).toMatchObject({ code: 'remote-too-large', params: { path: `/${endlessFolder}` } })
})

describe('a file', () => {
  const start = [
    ['ftp-srv', (folder: string) => startFtpSrv(folder, 'ftpes')],
    ['ssh2', (folder: string) => startSsh2(folder)],
    ['node:http', startWeb],
  ] as const

  test.each(start)('of %s is read to its end after two interruptions', async (_, of) => {
    const { connection, cuts } = await started(of)
    cuts.push(1_000_000, 3_000_000)
    const { answers, problem } = await worker.ask(connection, [{ do: 'digest', path: '/in/big.bin' }])
    expect(problem).toBeUndefined()
    expect(answers).toEqual([{ bytes: big.length, sha256: sha256(big) }])
    expect(cuts).toEqual([])
  })

  test.each(start)('of %s replaced during an interruption is not mixed', async (_, of) => {
    const { connection, cuts, folder } = await started(of)
    cuts.push(2_000_000)
    const reading = worker.ask(connection, [{ do: 'digest', path: '/in/big.bin' }])
    await expect.poll(() => cuts.length, { interval: 5 }).toBe(0)
    writeFileSync(join(folder, 'in/big.bin'), 'another')
    expect((await reading).problem?.code).toBe('remote-changed')
  })

  test.each(start)('of %s that grows during the read is refused', async (_, of) => {
    const { connection, cuts, folder } = await started(of)
    cuts.push(2_000_000)
    const reading = worker.ask(connection, [{ do: 'digest', path: '/in/big.bin' }])
    await expect.poll(() => cuts.length, { interval: 5 }).toBe(0)
    appendFileSync(join(folder, 'in/big.bin'), 'more')
    expect((await reading).problem?.code).toBe('remote-changed')
  })

  test('of a stopped server times out', async () => {
    const server = await started((folder) => startSsh2(folder))
    server.cuts.push(2_000_000)
    const reading = worker.ask(server.connection, [{ do: 'digest', path: '/in/big.bin' }])
    await expect.poll(() => server.cuts.length, { interval: 5 }).toBe(0)
    await server.stop()
    expect((await reading).problem?.code).toBe('upstream-failed')
  })
})

describe('an address', () => {
  test.each([
    'ftp://127.0.0.1/',
    'ftp://localhost/',
    'sftp://0x7f000001/',
    'sftp://2130706433/',
    'sftp://１２７.0.0.1/',
    'sftp://[::1]/',
    'sftp://[::ffff:127.0.0.1]/',
    'ftps://169.254.169.254/',
    'ftp://example.org:25/',
    'sftp://example.org:80/',
    'ftp://user:secret@example.org/',
    'sftp:///etc/passwd',
    'file:///etc/passwd',
    'gopher://example.org/',
    'nothing',
  ])('%s is refused before anything is sent', async (url) => {
    const { problem } = await worker.ask({ url }, [], [])
    expect(problem?.code).toBe('address-refused')
  })

  test('of a server of another protocol fails, without its response in the error', async () => {
    const web = await started(startWeb)
    for (const scheme of ['ftp', 'sftp', 'ftps']) {
      const { problem } = await worker.ask({ ...user, url: web.connection.url.replace('http', scheme) }, [])
      expect(problem?.code, scheme).toBe('upstream-failed')
    }
  })

  test('without a server fails', async () => {
    for (const scheme of ['ftp', 'sftp', 'ftpes', 'ftps']) {
      const { problem } = await worker.ask({ ...user, url: `${scheme}://127.0.0.1:1/` }, [])
      expect(problem, scheme).toMatchObject({
        code: 'upstream-failed',
        params: { reason: { en: 'no server was reached at this address' } },
      })
    }
  })

  test.each(['/a\r\nDELE b', '/a\0b', '', `/${'a'.repeat(5_000)}`])('with the path %j is refused', async (path) => {
    const { connection } = await started((folder) => startFtpSrv(folder, 'ftp'))
    expect((await worker.ask(connection, [{ do: 'stat', path }])).problem?.code).toBe('remote-path-invalid')
  })
})
