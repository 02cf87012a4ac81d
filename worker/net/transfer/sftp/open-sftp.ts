import type { Attributes, Client, ConnectConfig, SFTPWrapper, Stats } from 'ssh2'
import { type Problem, problem, untranslated } from '../../../errors'
import { limits } from '../../../limits'
import { connectionCut, connectionFailed } from '../../failures'
import { connectTo, type Endpoint, opened, withTimeout } from '../../socket'
import type { RemoteConnection, RemoteEntry } from '../remote'
import { absolutePath, childPath, splitPath } from '../remote-path'
import type { Transport } from '../transport'
import { listSftpFolder } from './list-sftp-folder'
import { readSftpFile } from './read-sftp-file'
import { codeOf, result, sftpCode, sftpFailure, voidResult } from './sftp-result'
import { SocketStream } from './socket-stream'
import { writeSftpFile } from './write-sftp-file'

/** The bits of a mode that tell the type of a file (POSIX). */
const fileType = { mask: 0o170_000, folder: 0o040_000, file: 0o100_000, link: 0o120_000 }

/**
 * Signs in to an SSH server, with a key or a password, and starts SFTP.
 *
 * @throws `remote-ssh-key-invalid`, `remote-host-key-changed`, `remote-credentials-refused`, `upstream-failed`
 */
export async function openSftp(endpoint: Endpoint, connection: RemoteConnection): Promise<Transport> {
  const { host } = endpoint
  // 100 kB that nothing else needs.
  const { Client: SshClient } = await import('ssh2')
  const client = new SshClient()
  try {
    const socket = await opened(connectTo(endpoint, 'off'), host, limits.transfer.connectMs)
    const hostKey = await connect(client, new SocketStream(socket), host, connection)
    const sftp = await withTimeout(
      result<SFTPWrapper>((done) => client.sftp(done)),
      host,
      limits.transfer.connectMs,
    )
    const home = await withTimeout(
      result<string>((done) => sftp.realpath('.', done)),
      host,
      limits.transfer.connectMs,
    )
    return { ...transportOf(sftp, host, home), hostKey, close: async () => void client.end() }
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** @returns the fingerprint of the host key */
function connect(client: Client, sock: SocketStream, host: string, connection: RemoteConnection): Promise<string> {
  const { username = '', password, sshKey, hostKey } = connection
  let found = ''
  const settings: ConnectConfig = {
    sock,
    username,
    readyTimeout: limits.transfer.connectMs,
    keepaliveInterval: limits.transfer.idleMs / 2,
    hostVerifier: (key: Buffer, verify: (valid: boolean) => void) => {
      void fingerprint(key).then((print) => {
        found = print
        verify(hostKey === undefined || hostKey === print)
      })
    },
    // Its code is WebAssembly compiled from bytes, which Workers refuse.
    algorithms: { cipher: { append: [], prepend: [], remove: ['chacha20-poly1305@openssh.com'] } },
    ...(sshKey
      ? { privateKey: sshKey, ...(password ? { passphrase: password } : {}) }
      : { password: password ?? '', tryKeyboard: true }),
  }
  return new Promise((resolve, reject) => {
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) => {
      answer(prompts.map(() => password ?? ''))
    })
    client.once('ready', () => resolve(found))
    client.on('error', (error) => {
      const isOther = hostKey !== undefined && found !== '' && found !== hostKey
      reject(
        isOther
          ? problem('remote-host-key-changed', { host, found, expected: hostKey })
          : failedConnection(host, error),
      )
    })
    client.once('close', () => reject(problem('upstream-failed', { host, reason: connectionCut })))
    try {
      if (sshKey && sshKey.length > limits.transfer.maxKeyBytes) throw new Error('it is too long')
      client.connect(settings)
    } catch (error) {
      reject(invalidKey(error))
    }
  })
}

/** SHA-256 in Base64 without padding, as `ssh-keygen -l` prints it. */
async function fingerprint(key: Buffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(key))
  return `SHA256:${btoa(String.fromCharCode(...new Uint8Array(digest))).replace(/=+$/, '')}`
}

function failedConnection(host: string, error: Error & { level?: string }): Problem {
  if (error.level === 'client-authentication') return problem('remote-credentials-refused', { host })
  const isProtocol = error.level === 'protocol' || error.level === 'handshake'
  return problem('upstream-failed', {
    host,
    reason: isProtocol ? untranslated(`SSH: ${error.message}`) : connectionFailed,
  })
}

/** The message of ssh2 tells the format or the passphrase, never the key. */
function invalidKey(error: unknown): Problem {
  const message = error instanceof Error ? error.message : ''
  const reason = /passphrase|decrypt|integrity/i.test(message)
    ? { en: 'its passphrase is missing or wrong', fr: 'sa phrase de passe manque ou est fausse' }
    : { en: 'its format is not known', fr: "son format n'est pas connu" }
  return problem('remote-ssh-key-invalid', { reason })
}

type OpenTransport = Omit<Transport, 'hostKey' | 'close'>

function transportOf(sftp: SFTPWrapper, host: string, home: string): OpenTransport {
  const run = <Result>(path: string, work: (at: string) => Promise<Result>): Promise<Result> => {
    const result = work(absolutePath(path, home)).catch((error: unknown) => {
      throw sftpFailure(error, host, path)
    })
    return withTimeout(result, host, limits.transfer.idleMs)
  }
  const rename = (to: string) => (at: string) =>
    // The first replaces a file that is there; not every server knows it.
    voidResult((done) => sftp.ext_openssh_rename(at, absolutePath(to, home), done)).catch((error: unknown) => {
      if (codeOf(error) === sftpCode.noSuchFile) throw error
      return voidResult((done) => sftp.rename(at, absolutePath(to, home), done))
    })
  return {
    list: async (folder) => {
      const handle = await run(folder, (at) => result<Buffer>((done) => sftp.opendir(at, done)))
      const entries = await listSftpFolder(sftp, handle, { path: folder, host })
      return entries.flatMap(({ filename, attrs }) => entryOf(childPath(folder, filename), filename, attrs) ?? [])
    },
    stat: async (path) => {
      const stats = await run(path, (at) => result<Stats>((done) => sftp.stat(at, done)))
      const entry = entryOf(path, splitPath(path).name, stats)
      if (!entry) throw problem('remote-not-found', { path, host })
      return entry
    },
    open: async (path, offset) => {
      const handle = await run(path, (at) => result<Buffer>((done) => sftp.open(at, 'r', done)))
      return readSftpFile(sftp, handle, { path, host, offset })
    },
    write: async (path, body) => {
      const handle = await run(path, (at) => result<Buffer>((done) => sftp.open(at, 'w', done)))
      await writeSftpFile(sftp, handle, { path, host, body })
    },
    move: (path, to) => run(path, rename(to)),
    remove: (path) => run(path, (at) => voidResult((done) => sftp.unlink(at, done))),
  }
}

/** Links are listed as files: reading one tells whether it is. */
function entryOf(path: string, name: string, attrs: Attributes): RemoteEntry | undefined {
  const kind = attrs.mode & fileType.mask
  const type =
    kind === fileType.folder ? 'folder' : kind === fileType.file || kind === fileType.link ? 'file' : undefined
  if (!type || name === '.' || name === '..') return undefined
  const size = kind === fileType.file ? attrs.size : undefined
  return { path, name, type, size, modifiedAt: attrs.mtime ? new Date(attrs.mtime * 1_000) : undefined }
}
