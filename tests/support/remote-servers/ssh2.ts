/** An SFTP server in this process, with a password, a key, and keyboard-interactive. */
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { basename, join } from 'node:path'
import ssh2, { type Attributes, type AuthenticationType, type SFTPWrapper } from 'ssh2'
import { freePort } from '../free-port.mjs'
import { type RemoteServer, user } from './remote-server'

type KeyPair = ReturnType<typeof ssh2.utils.generateKeyPairSync>

/** ssh2 1.17 writes 4 of 1,000 pairs of ed25519 in a form that it cannot parse. */
function keyPair(generate: () => KeyPair, passphrase?: string): KeyPair {
  for (;;) {
    const pair = generate()
    const halves = [() => ssh2.utils.parseKey(pair.public), () => ssh2.utils.parseKey(pair.private, passphrase)]
    if (halves.every(isParsed)) return pair
  }
}

function isParsed(parse: () => ssh2.ParsedKey | Error): boolean {
  try {
    return !(parse() instanceof Error)
  } catch {
    return false
  }
}

const { password: passphrase } = user
export const keys = {
  host: keyPair(() => ssh2.utils.generateKeyPairSync('ed25519')),
  ed25519: keyPair(() => ssh2.utils.generateKeyPairSync('ed25519')),
  rsa: keyPair(
    () => ssh2.utils.generateKeyPairSync('rsa', { bits: 2_048, passphrase, cipher: 'aes256-ctr' }),
    passphrase,
  ),
}

export type Ssh2Server = RemoteServer & { cuts: number[] }

const { STATUS_CODE: status } = ssh2.utils.sftp

export async function startSsh2(
  folder: string,
  methods: AuthenticationType[] = ['password', 'publickey'],
  identity: { port?: number; hostKey?: KeyPair } = {},
): Promise<Ssh2Server> {
  const { port = await freePort(), hostKey = keys.host } = identity
  const cuts: number[] = []
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const accepted = [keys.ed25519, keys.rsa].map((pair) => parsed(pair.public))
  const server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    client.on('error', () => {})
    client.on('authentication', (context) => {
      if (context.username !== user.username || !methods.includes(context.method)) return context.reject(methods)
      if (context.method === 'password') return context.password === user.password ? context.accept() : context.reject()
      if (context.method === 'keyboard-interactive') {
        return context.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
          answers[0] === user.password ? context.accept() : context.reject(),
        )
      }
      if (context.method !== 'publickey') return context.reject(methods)
      const { key, signature, blob, hashAlgo } = context
      const found = accepted.find((one) => one.getPublicSSH().equals(key.data))
      const isRight = found && (!signature || !blob || found.verify(blob, signature, hashAlgo) === true)
      return isRight ? context.accept() : context.reject()
    })
    client.on('session', (accept) => {
      accept().on('sftp', (open) => serve(open(), folder, cuts, cut))
    })
  })
  // The server of `node:net` below it.
  const { _srv } = server as unknown as { _srv: NodeJS.EventEmitter }
  _srv.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const stop = async () => {
    cut()
    server.close()
  }
  return { name: 'ssh2', connection: { url: `sftp://127.0.0.1:${port}/`, ...user }, folder, base: '', cuts, stop }
}

function parsed(key: string): ssh2.ParsedKey {
  const found = ssh2.utils.parseKey(key)
  if (found instanceof Error) throw found
  return found
}

const endlessPart = Array.from({ length: 100 }, (_, at) => ({
  filename: `${at}${'a'.repeat(200)}`,
  longname: 'a'.repeat(1_000),
  attrs: { mode: 0o100_644, size: 1, uid: 0, gid: 0, atime: 1, mtime: 1 },
}))

/** The folder whose listing has no end. */
export const endlessFolder = 'endless'

/** SFTP on a folder of the disk. */
function serve(sftp: SFTPWrapper, folder: string, cuts: number[], cut: () => void): void {
  const at = (path: string) => join(folder, join('/', path))
  const handles = new Map<number, { fd?: number; folder?: string }>()
  const idOf = (handle: Buffer) => handle.readUInt32BE(0)
  const handleOf = (held: { fd?: number; folder?: string }) => {
    const id = handles.size + 1
    handles.set(id, held)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(id)
    return handle
  }
  const answer = (id: number, work: () => void) => {
    try {
      work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      sftp.status(id, code === 'ENOENT' ? status.NO_SUCH_FILE : status.FAILURE)
    }
  }
  let sent = 0
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: join('/', path), longname: '', attrs: {} as Attributes }]),
  )
  sftp.on('STAT', (id, path) => answer(id, () => sftp.attrs(id, attributes(statSync(at(path))))))
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, () => {
      const mode = flags & ssh2.utils.sftp.OPEN_MODE.WRITE ? 'w' : 'r'
      sftp.handle(id, handleOf({ fd: openSync(at(path), mode) }))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, bytes) =>
    answer(id, () => {
      writeSync(handles.get(idOf(handle))?.fd ?? -1, bytes, 0, bytes.length, offset)
      sftp.status(id, status.OK)
    }),
  )
  sftp.on('OPENDIR', (id, path) =>
    answer(id, () => {
      readdirSync(at(path))
      sftp.handle(id, handleOf({ folder: at(path) }))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    answer(id, () => {
      const held = handles.get(idOf(handle))
      const path = held?.folder
      if (!held || path === undefined) return sftp.status(id, status.EOF)
      if (basename(path) === endlessFolder) return sftp.name(id, endlessPart)
      delete held.folder
      const names = readdirSync(path).map((filename) => ({
        filename,
        longname: filename,
        attrs: attributes(statSync(join(path, filename))),
      }))
      sftp.name(id, names)
    }),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, () => {
      const fd = handles.get(idOf(handle))?.fd ?? -1
      const left = fstatSync(fd).size - offset
      if (left <= 0) return sftp.status(id, status.EOF)
      const bytes = Buffer.alloc(Math.min(length, left))
      readSync(fd, bytes, 0, bytes.length, offset)
      sent += bytes.length
      if (cuts[0] !== undefined && sent >= cuts[0]) {
        cuts.shift()
        return cut()
      }
      sftp.data(id, bytes)
    }),
  )
  sftp.on('CLOSE', (id, handle) => {
    const fd = handles.get(idOf(handle))?.fd
    if (fd !== undefined) closeSync(fd)
    sftp.status(id, status.OK)
  })
  sftp.on('RENAME', (id, from, to) =>
    answer(id, () => {
      renameSync(at(from), at(to))
      sftp.status(id, status.OK)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    answer(id, () => {
      unlinkSync(at(path))
      sftp.status(id, status.OK)
    }),
  )
}

const attributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1_000),
  mtime: Math.floor(mtimeMs / 1_000),
})
