/** The second connection of FTP, for files and listings: a passive one. */
import { Problem } from '../../../errors'
import { limits } from '../../../limits'
import { connectionCut } from '../../failures'
import { withTimeout } from '../../socket'
import type { RemoteReader } from '../transport'
import type { FtpControl } from './ftp-control'
import { failureOf } from './ftp-failure'
import { extendedPort, passivePort } from './ftp-reply'

export type DataSession = { control: FtpControl; host: string }

/** Ports below belong to services of the system. */
const firstDataPort = 1_024

/** Sends a file over a second connection, whose end is that of the file. */
export async function send(session: DataSession, path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const { control, host } = session
  const data = control.connectData(await dataPort(session))
  const started = await control.command(`STOR ${path}`)
  if (started.code !== 150 && started.code !== 125) {
    await data.close().catch(() => {})
    throw failureOf(session, started, path)
  }
  const writer = data.writable.getWriter()
  try {
    for await (const chunk of body) await withTimeout(writer.write(chunk), host, limits.transfer.idleMs)
    await withTimeout(writer.close(), host, limits.transfer.idleMs)
  } catch (error) {
    await data.close().catch(() => {})
    throw error instanceof Problem ? error : control.failed(connectionCut)
  }
  const ended = await control.reply()
  if (ended.code !== 226 && ended.code !== 250) throw failureOf(session, ended, path)
}

/** Sends a command whose answer comes over a second connection. */
export async function receive(session: DataSession, command: string, path: string): Promise<RemoteReader> {
  const { control, host } = session
  const data = control.connectData(await dataPort(session))
  const started = await control.command(command)
  if (started.code !== 150 && started.code !== 125) {
    await data.close().catch(() => {})
    throw failureOf(session, started, path)
  }
  const reader = data.readable.getReader()
  const next = async () => {
    const { value, done } = await withTimeout(reader.read(), host, limits.transfer.idleMs).catch(
      async (error: unknown) => {
        // A server that refuses the second connection tells why on the first.
        const answer = await withTimeout(control.reply(), host, limits.transfer.connectMs).catch(() => undefined)
        throw answer && answer.code >= 400 ? failureOf(session, answer, path) : error
      },
    )
    if (!done) return value
    const ended = await control.reply()
    if (ended.code !== 226 && ended.code !== 250) throw failureOf(session, ended, path)
    await data.close().catch(() => {})
    return undefined
  }
  return { next, cancel: () => data.close().catch(() => {}) }
}

async function dataPort(session: DataSession): Promise<number> {
  const extended = await session.control.command('EPSV')
  const passive = extended.code === 229 ? undefined : await session.control.command('PASV')
  const port = passive ? passivePort(passive.text) : extendedPort(extended.text)
  if (port === undefined || port < firstDataPort || port > 65_535) throw session.control.unexpected(passive ?? extended)
  return port
}
