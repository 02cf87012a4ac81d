import { problem, type Reason, untranslated } from '../../../errors'
import { basicAuthorization } from '../../../net/basic-auth'
import { isPageType, responseName } from '../../../net/response-name'
import type { FileConnection, PreviewContext } from '../plugin'
import type { TransferConfig } from './schema'
import { skipLines } from './skip-lines'
import type { FileState, TransferState } from './state'

export type Downloaded = {
  name: string
  size: number | undefined
  body: ReadableStream<Uint8Array>
  /** The validators of the response. */
  state: Pick<TransferState, 'etag' | 'lastModified' | 'size' | 'hostKey'>
}

/** A file to download. */
type TransferSource = {
  url: string
  /** The state of the last download: undefined is returned when its validators say that the file has not changed. */
  last?: FileState | undefined
  /** The expected fingerprint of an SFTP server. */
  hostKey?: string | undefined
  headers?: Record<string, string>
}

/**
 * Requests a file.
 *
 * @throws `collector-data-invalid` for a status that is not 200, and what `openFile` throws
 */
export async function download(
  context: Pick<PreviewContext, 'fetch' | 'openFile' | 'secrets'>,
  config: FileConfig,
  source: TransferSource,
): Promise<Downloaded | undefined> {
  const file = isWeb(source.url)
    ? await downloadFromWeb(context, config, source)
    : await downloadFile(context, config, source)
  const { ignoreFirstLines = 0 } = config
  return file && ignoreFirstLines > 0
    ? { ...file, size: undefined, body: skipLines(file.body, ignoreFirstLines) }
    : file
}

type FileConfig = Pick<TransferConfig, 'url' | 'username' | 'filename'> &
  Partial<Pick<TransferConfig, 'ignoreFirstLines'>>

async function downloadFromWeb(
  context: Pick<PreviewContext, 'fetch' | 'secrets'>,
  config: FileConfig,
  { url, last, headers }: TransferSource,
): Promise<Downloaded | undefined> {
  const response = await context.fetch(url, {
    headers: { ...authorization(context, config), ...conditions(last), ...headers },
  })
  const { status, body } = response
  if (status === 304) {
    await body?.cancel()
    return undefined
  }
  if ((status !== 200 && status !== 206) || !body) {
    await body?.cancel()
    throw problem('collector-data-invalid', { reason: refusalOf(status) })
  }
  const state = validatorsOf(response.headers)
  // Some servers ignore the conditions of a request.
  if (last && isSame(state, last)) {
    await body.cancel()
    return undefined
  }
  return { name: fileName({ url, filename: config.filename }, response.headers), size: state.size, body, state }
}

/** The same over FTP and SFTP. */
async function downloadFile(
  context: Pick<PreviewContext, 'openFile' | 'secrets'>,
  config: FileConfig,
  { url, last, hostKey: expected }: TransferSource,
): Promise<Downloaded | undefined> {
  const file = await context.openFile({ ...connectionOf(context, config), url, hostKey: expected })
  const { modifiedAt, size, hostKey } = file
  const state = {
    ...(modifiedAt ? { lastModified: modifiedAt } : {}),
    ...(size === undefined ? {} : { size }),
    ...(hostKey ? { hostKey } : {}),
  }
  if (last && isSame(state, last)) {
    await file.body.cancel()
    return undefined
  }
  return { name: config.filename || file.name, size, body: file.body, state }
}

/** The connection of a configuration. */
export const connectionOf = (
  { secrets }: Pick<PreviewContext, 'secrets'>,
  { url, username }: Pick<TransferConfig, 'url' | 'username'>,
): FileConnection => ({
  url,
  username: username || undefined,
  password: secrets.password,
  sshKey: secrets.sshKey,
})

/** Whether a file is read with requests: FTP and SFTP have connections. */
export const isWeb = (url: string): boolean => /^https?:/i.test(url)

function conditions(last: FileState | undefined): Record<string, string> {
  return {
    ...(last?.etag ? { 'if-none-match': last.etag } : {}),
    ...(last?.lastModified ? { 'if-modified-since': last.lastModified } : {}),
  }
}

/** Whether two responses have the same file: by a strong or weak ETag, else by date and size. Pure. */
export function isSame(now: FileState, last: FileState): boolean {
  if (now.etag && last.etag) return now.etag.replace(/^W\//, '') === last.etag.replace(/^W\//, '')
  if (!now.lastModified || now.size === undefined) return false
  return now.lastModified === last.lastModified && now.size === last.size
}

function validatorsOf(headers: Headers): Downloaded['state'] {
  const [etag, lastModified, length] = ['etag', 'last-modified', 'content-length'].map((name) => headers.get(name))
  // With a content coding, this is the length of the encoded bytes, not of the file. Only equality is tested.
  const size = length && /^\d+$/.test(length) ? Number(length) : undefined
  return {
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
    ...(size === undefined ? {} : { size }),
  }
}

function authorization(
  { secrets }: Pick<PreviewContext, 'secrets'>,
  { username }: Pick<TransferConfig, 'username'>,
): Record<string, string> {
  const { password = '' } = secrets
  if (!username && !password) return {}
  return { authorization: basicAuthorization(username ?? '', password) }
}

/** The name of the file: of the configuration, or of the response. */
export function fileName({ filename, url }: Pick<TransferConfig, 'filename' | 'url'>, headers: Headers): string {
  if (filename) return filename
  const { name, isKnown } = responseName(url, headers)
  if (isKnown) return name
  if (isPageType(headers.get('content-type'))) {
    throw problem('collector-data-invalid', {
      reason: {
        en: 'this URL gives a web page, not a data file: copy the address of the download',
        fr: "cette URL donne une page web, pas un fichier de données : copiez l'adresse du téléchargement",
      },
    })
  }
  throw problem('collector-data-invalid', {
    reason: {
      en: `the format of "${name}" is unknown: give the name of the file, such as data.csv`,
      fr: `le format de "${name}" est inconnu : donnez le nom du fichier, par exemple data.csv`,
    },
  })
}

function refusalOf(status: number): Reason {
  if (status === 401 || status === 403) {
    return {
      en: `the server refuses the user name or the password (HTTP ${status})`,
      fr: `le serveur refuse le nom d'utilisateur ou le mot de passe (HTTP ${status})`,
    }
  }
  if (status === 404) {
    return {
      en: 'there is no file at this address (HTTP 404)',
      fr: "il n'y a pas de fichier à cette adresse (HTTP 404)",
    }
  }
  return untranslated(`HTTP ${status}`)
}
