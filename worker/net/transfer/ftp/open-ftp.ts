import { problem } from '../../../errors'
import { joinBytes } from '../../../formats/archive/join-bytes'
import { limits } from '../../../limits'
import type { Endpoint, Tls } from '../../socket'
import type { RemoteConnection, RemoteEntry } from '../remote'
import { absolutePath, splitPath } from '../remote-path'
import type { RemoteReader, Transport } from '../transport'
import { FtpControl } from './ftp-control'
import { type DataSession, receive, send } from './ftp-data'
import { failureOf } from './ftp-failure'
import { parseFacts, parseFactsLine, parseListing, timeOf } from './ftp-listing'
import { type FtpReply, featuresOf, quotedPath } from './ftp-reply'

type Session = DataSession & { features: Set<string>; home: string; now: () => Date }

/** Replies to PASS: not logged in (RFC 959), invalid (RFC 2228, de facto), or another password, or an account, is needed. */
const refusals = new Set([331, 332, 430, 530, 532])

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
    write: (path, body) => send(session, at(path), body),
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
  const reader = await receive(session, command, folder)
  for (let chunk = await reader.next(); chunk; chunk = await reader.next()) {
    size += chunk.length
    if (size > limits.transfer.maxListingBytes) throw tooLarge(session, folder)
    chunks.push(chunk)
  }
  return session.control.decode(joinBytes(chunks, size))
}

async function open(session: Session, path: string, offset: number): Promise<RemoteReader> {
  const skipped = offset > 0 && (await session.control.command(`REST ${offset}`)).code !== 350 ? offset : 0
  return skipFirst(await receive(session, `RETR ${path}`, path), skipped)
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

async function expected(session: Session, line: string, path: string, codes: readonly number[]): Promise<FtpReply> {
  const answer = await session.control.command(line)
  if (!codes.includes(answer.code)) throw failureOf(session, answer, path)
  return answer
}

const tooLarge = ({ host }: Session, path: string) => problem('remote-too-large', { host, path })
