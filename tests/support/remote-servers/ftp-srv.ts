/** FTP servers in this process: plain, with explicit TLS, with implicit TLS. */
import type { Server, Socket } from 'node:net'
import { FileSystem, type FtpConnection, FtpSrv } from 'ftp-srv'
import { freePort } from '../free-port.mjs'
import { type RemoteServer, tls, user } from './remote-server'

export type FtpSrvServer = RemoteServer & {
  /** Reads to cut after so many bytes, in order. */
  cuts: number[]
}

type Kind = 'ftp' | 'ftpes' | 'ftps'

export async function startFtpSrv(folder: string, kind: Kind): Promise<FtpSrvServer> {
  const port = await freePort()
  const host = kind === 'ftp' ? '127.0.0.1' : 'localhost'
  const server = new FtpSrv({
    url: `${kind === 'ftps' ? 'ftps' : 'ftp'}://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    tls: kind === 'ftp' ? false : tls,
    // Its own log would be that of the test.
    log: silent,
  })
  const cuts: number[] = []
  server.on('login', ({ connection, username, password }, resolve, reject) => {
    if (username !== user.username || password !== user.password) reject(new Error('530'))
    else resolve({ fs: new CutFileSystem(connection, folder, cuts) })
  })
  const { server: listener } = server as FtpSrv & { server: Server }
  listener.on('connection', keepTlsFromCommands)
  await server.listen()
  return {
    name: `ftp-srv, ${kind}`,
    connection: { url: `${kind}://${host}:${port}/`, ...user },
    folder,
    base: '',
    cuts,
    stop: async () => void (await server.close()),
  }
}

/**
 * The server starts TLS some time after it has answered AUTH TLS, and takes what comes meanwhile for commands: it must wait.
 */
function keepTlsFromCommands(socket: Socket): void {
  const handshakeRecord = 0x16
  const listeners = socket.listeners('data')
  socket.removeAllListeners('data')
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    if (chunk[0] === handshakeRecord) return
    if (chunk.toString().startsWith('AUTH TLS')) socket.pause()
    for (const listen of listeners) listen(chunk)
  })
}

/** What the types of the package leave out. */
type Sockets = { commandSocket: Socket; connector: { dataSocket?: Socket } }

/** Cuts the connections of a read in its middle. */
class CutFileSystem extends FileSystem {
  readonly #cuts: number[]

  constructor(connection: FtpConnection, root: string, cuts: number[]) {
    super(connection, { root, cwd: '/' })
    this.#cuts = cuts
  }

  override async read(name: string, options: { start?: number }) {
    const opened = await super.read(name, options)
    const after = this.#cuts.shift()
    if (after === undefined) return opened
    // Properties of every connection.
    const { commandSocket, connector } = this.connection as FtpConnection & Sockets
    let sent = 0
    opened.stream.on('data', (chunk: Buffer) => {
      sent += chunk.length
      if (sent < after) return
      commandSocket.destroy()
      connector.dataSocket?.destroy()
    })
    return opened
  }
}

const nothing = () => {}
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => silent }
