import { Problem, problem } from '../../../errors'
import { joinBytes } from '../../../formats/archive/join-bytes'
import { limits } from '../../../limits'
import { connectionCut } from '../../failures'
import { type Endpoint, type Tls, withTimeout } from '../../socket'
import type { RemoteConnection, RemoteEntry } from '../remote'
import { absolutePath, splitPath } from '../remote-path'
import type { RemoteReader, Transport } from '../transport'
import { FtpControl } from './ftp-control'
import { parseFacts, parseFactsLine, parseListing, timeOf } from './ftp-listing'
import { extendedPort, type FtpReply, featuresOf, passivePort, quotedPath } from './ftp-reply'

type Session = { control: FtpControl; host: string; features: Set<string>; home: string; now: () => Date }

/** Replies to PASS: not logged in (RFC 959), invalid (RFC 2228, de facto), or another password, or an account, is needed. */
const refusals = new Set([331, 332, 430, 530, 532])

/** Ports below belong to services of the system. */
const firstDataPort = 1_024

/**
 * Signs in to an FTP server (RFC 959), with TLS from the start (`on`), by a command (`starttls`, RFC 4217) or never.
 *
 * @throws `remote-credentials-refused`, `remote-unsupported`, `upstream-failed`
 */
export async function openFtp(
  endpoint: Endpoint,
  tls: Tls,
  { username = 'anonymous', password = 'anonymous@' }: Pick<RemoteConnection, 'username' | 'password'>,
  now: () => Date,
): Promise<Transport> {
  const control = await FtpControl.connect(endpoint, tls)
  const session = { control, host: endpoint.host, features: new Set<string>(), home: '/', now }
  try {
    if (tls === 'starttls') await startTls(session)
    await signIn(session, username, password)
    session.features = featuresOf((await control.command('FEAT')).text)
    if (session.features.has('UTF8')) await control.command('OPTS UTF8 ON')
    if (tls !== 'off') for (const line of ['PBSZ 0', 'PROT P']) await expected(session, line, '/', [200])
    await expected(session, 'TYPE I', '/', [200])
    session.home = quotedPath((await control.command('PWD')).text) ?? '/'
  } catch (error) {
    await control.close()
    throw error
  }
  return transportOf(session)
}

function transportOf(session: Session): Transport {
  const at = (path: string) => absolutePath(path, session.home)
  return {
    hostKey: undefined,
    list: (folder) => list(session, at(folder)),
    stat: (path) => stat(session, at(path)),
    open: (path, offset) => open(session, at(path), offset),
    write: (path, body) => store(session, at(path), body),
    move: async (path, to) => {
      await expected(session, `RNFR ${at(path)}`, path, [350])
      await expected(session, `RNTO ${at(to)}`, to, [250])
    },
    remove: async (path) => {
      await expected(session, `DELE ${at(path)}`, path, [250])
    },
    close: () => session.control.close(),
  }
}

async function startTls(session: Session): Promise<void> {
  const { code } = await session.control.command('AUTH TLS')
  if (code !== 234) throw problem('remote-unsupported', { host: session.host, operation: 'TLS (AUTH TLS)' })
  await session.control.startTls()
}

async function signIn({ control, host }: Session, username: string, password: string): Promise<void> {
  const refused = () => problem('remote-credentials-refused', { host })
  if (/[\r\n\0]/.test(username + password)) throw refused()
  let answer = await control.command(`USER ${username}`)
  if (answer.code === 331) answer = await control.command(`PASS ${password}`)
  if (answer.code === 230 || answer.code === 202) return
  if (!control.isSecure && /\b(TLS|SSL|encrypt)/i.test(answer.text)) {
    throw problem('remote-unsupported', { host, operation: 'FTP without TLS (ftpes:// or ftps://)' })
  }
  throw refusals.has(answer.code) ? refused() : control.unexpected(answer)
}

async function list(session: Session, folder: string): Promise<RemoteEntry[]> {
  await expected(session, `CWD ${folder}`, folder, [250, 200])
  const hasFacts = session.features.has('MLST') || session.features.has('MLSD')
  const listing = await readListing(session, hasFacts ? 'MLSD' : 'LIST', folder)
  const entries = hasFacts ? parseFacts(listing, folder) : parseListing(listing, folder, session.now())
  if (entries.length > limits.transfer.maxEntries) throw tooLarge(session, folder)
  return entries
}

async function stat(session: Session, path: string): Promise<RemoteEntry> {
  const { folder, name } = splitPath(path)
  if (session.features.has('MLST')) {
    const { text } = await expected(session, `MLST ${path}`, path, [250])
    const entry = parseFactsLine((text.split('\n')[1] ?? '').trim())
    if (entry) return { ...entry, name, path }
  }
  if (!name) return { name, path, type: 'folder', size: undefined, modifiedAt: undefined }
  const found = (await list(session, folder)).find((entry) => entry.name === name)
  if (!found) throw problem('remote-not-found', { path, host: session.host })
  if (found.type === 'folder' || !session.features.has('MDTM')) return found
  const { code, text } = await session.control.command(`MDTM ${path}`)
  return { ...found, modifiedAt: (code === 213 ? timeOf(text) : undefined) ?? found.modifiedAt }
}

async function readListing(session: Session, command: string, folder: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = await transfer(session, command, folder)
  for (let chunk = await reader.next(); chunk; chunk = await reader.next()) {
    size += chunk.length
    if (size > limits.transfer.maxListingBytes) throw tooLarge(session, folder)
    chunks.push(chunk)
  }
  return session.control.decode(joinBytes(chunks, size))
}

async function open(session: Session, path: string, offset: number): Promise<RemoteReader> {
  const skipped = offset > 0 && (await session.control.command(`REST ${offset}`)).code !== 350 ? offset : 0
  return skipFirst(await transfer(session, `RETR ${path}`, path), skipped)
}

/** Servers that cannot start in the middle send the file again. */
function skipFirst(reader: RemoteReader, bytes: number): RemoteReader {
  let left = bytes
  const next = async (): Promise<Uint8Array | undefined> => {
    const chunk = await reader.next()
    const skipped = Math.min(left, chunk?.length ?? 0)
    left -= skipped
    return chunk && skipped === chunk.length && skipped > 0 ? next() : chunk?.subarray(skipped)
  }
  return { ...reader, next }
}

/** Sends a file over a second connection, whose end is that of the file. */
async function store(session: Session, path: string, body: ReadableStream<Uint8Array>): Promise<void> {
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
async function transfer(session: Session, command: string, path: string): Promise<RemoteReader> {
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

async function dataPort(session: Session): Promise<number> {
  const extended = await session.control.command('EPSV')
  const passive = extended.code === 229 ? undefined : await session.control.command('PASV')
  const port = passive ? passivePort(passive.text) : extendedPort(extended.text)
  if (port === undefined || port < firstDataPort || port > 65_535) throw session.control.unexpected(passive ?? extended)
  return port
}

async function expected(session: Session, line: string, path: string, codes: readonly number[]): Promise<FtpReply> {
  const answer = await session.control.command(line)
  if (!codes.includes(answer.code)) throw failureOf(session, answer, path)
  return answer
}

function failureOf({ control, host }: Session, answer: FtpReply, path: string): Problem {
  const { code, text } = answer
  if (code === 522 || /reuse/i.test(text)) {
    return problem('remote-unsupported', { host, operation: 'TLS without session reuse (require_ssl_reuse=NO)' })
  }
  if (code === 530) return problem('remote-credentials-refused', { host })
  if (code === 500 || code === 502 || code === 504) return problem('remote-unsupported', { host, operation: text })
  if (code !== 550 && code !== 553) return control.unexpected(answer)
  if (code === 553 || /denied|permission|not allowed|forbidden/i.test(text))
    return problem('remote-denied', { host, path })
  return problem('remote-not-found', { host, path })
}

const tooLarge = ({ host }: Session, path: string) => problem('remote-too-large', { host, path })
