import { Problem, problem } from '../../errors'
import { limits } from '../../limits'
import { checkedEndpoint } from '../socket'
import { openFtp } from './ftp/open-ftp'
import { openHttp } from './http/open-http'
import type { Remote, RemoteConnection } from './remote'
import { checkedPath } from './remote-path'
import { resumedRead } from './resumed-read'
import { openSftp } from './sftp/open-sftp'
import { isLost, type Transport } from './transport'

/** What connections need of a context. */
type RemoteContext = { config: { OUTGOING_ALLOW: readonly string[] }; now: () => Date }

const schemes = ['http:', 'https:', 'ftp:', 'ftps:', 'ftpes:', 'sftp:'] as const

/**
 * Connects to the server of a URL and signs in.
 *
 * @throws `address-refused`, `remote-credentials-refused`, `remote-ssh-key-invalid`, `remote-host-key-changed`,
 *   `remote-unsupported`, `upstream-failed`
 */
export async function openRemote(ctx: RemoteContext, connection: RemoteConnection): Promise<Remote> {
  const endpoint = checkedEndpoint(connection.url, ctx.config.OUTGOING_ALLOW, schemes)
  const { protocol } = new URL(connection.url)
  let { hostKey } = connection
  const connect = async (): Promise<Transport> => {
    if (protocol === 'sftp:') {
      const transport = await openSftp(endpoint, { ...connection, hostKey })
      // A connection that goes on after a cut is to the same server.
      hostKey ??= transport.hostKey
      return transport
    }
    if (protocol === 'http:' || protocol === 'https:') return openHttp(connection, ctx.config.OUTGOING_ALLOW)
    const implicit = protocol === 'ftps:' && endpoint.port !== limits.transfer.ftpPort
    const tls = protocol === 'ftp:' ? 'off' : implicit ? 'on' : 'starttls'
    return openFtp(endpoint, tls, connection, ctx.now)
  }
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return new OpenRemote(await connect(), { connect, isWeb, host: endpoint.host, now: ctx.now })
}

class OpenRemote implements Remote {
  readonly hostKey: string | undefined
  readonly #connect: () => Promise<Transport>
  readonly #host: string
  readonly #now: () => Date
  readonly #isWeb: boolean
  #transport: Transport | undefined

  constructor(
    transport: Transport,
    server: { connect: () => Promise<Transport>; isWeb: boolean; host: string; now: () => Date },
  ) {
    this.hostKey = transport.hostKey
    this.#transport = transport
    this.#connect = server.connect
    this.#isWeb = server.isWeb
    this.#host = server.host
    this.#now = server.now
  }

  list(folder: string) {
    return this.#again((transport) => transport.list(checkedPath(folder)))
  }

  stat(path: string) {
    return this.#again((transport) => transport.stat(checkedPath(path)))
  }

  read(path: string, offset = 0) {
    const source = {
      stat: () => this.#once((transport) => transport.stat(path)),
      open: (from: number) => this.#once((transport) => transport.open(path, from)),
      /** A connection with a transfer that has not ended is of no more use. */
      drop: () => this.close(),
    }
    return resumedRead(source, { path: checkedPath(path), host: this.#host, offset, now: this.#now })
  }

  async write(path: string, body: ReadableStream<Uint8Array>, size: number) {
    if (this.#isWeb) return this.#once((transport) => transport.write(checkedPath(path), body, size))
    // Readers of the folder see no half of a file.
    const part = `${checkedPath(path)}.part`
    await this.#once((transport) => transport.write(checkedPath(part), body, size))
    try {
      await this.move(part, path)
    } catch (error) {
      if (!(error instanceof Problem) || isLost(error)) throw error
      // Some servers rename over no file that is there.
      await this.remove(path)
      await this.move(part, path)
    }
  }

  move(path: string, to: string) {
    return this.#change((transport) => transport.move(checkedPath(path), checkedPath(to)))
  }

  remove(path: string) {
    return this.#change((transport) => transport.remove(checkedPath(path)))
  }

  async close() {
    const transport = this.#transport
    this.#transport = undefined
    await transport?.close()
  }

  /** Connects if necessary; a connection that was lost is closed. */
  async #once<Result>(work: (transport: Transport) => Promise<Result>): Promise<Result> {
    this.#transport ??= await this.#connect()
    try {
      return await work(this.#transport)
    } catch (error) {
      if (isLost(error)) await this.close()
      throw error instanceof Problem
        ? error
        : problem('upstream-failed', { host: this.#host, reason: { en: 'it failed', fr: 'il a échoué' } })
    }
  }

  /** Servers close connections that were idle for a while: on a second connection the operation succeeds. */
  async #again<Result>(work: (transport: Transport) => Promise<Result>): Promise<Result> {
    try {
      return await this.#once(work)
    } catch (error) {
      if (!isLost(error)) throw error
      return this.#once(work)
    }
  }

  /** The same for an operation that may have been done before the connection was lost. */
  async #change(work: (transport: Transport) => Promise<void>): Promise<void> {
    try {
      await this.#once(work)
    } catch (error) {
      if (!isLost(error)) throw error
      await this.#once(work).catch((again: unknown) => {
        if (!(again instanceof Problem && again.code === 'remote-not-found')) throw again
      })
    }
  }
}
