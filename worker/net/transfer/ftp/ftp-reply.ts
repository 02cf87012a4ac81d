/** Replies of FTP servers (RFC 959, section 4.2): pure. */

/** `text`: what follows the code, lines joined. */
export type FtpReply = { code: number; text: string }

/** The first reply in a text, with its length; undefined when it is not complete. */
export function parseReply(received: string): { reply: FtpReply; length: number } | undefined {
  const found = /^(\d{3})(?: [^\n]*\n|-[\s\S]*?\n\1 [^\n]*\n)/.exec(received)
  if (!found) return undefined
  const [whole, code = ''] = found
  const text = whole.replace(new RegExp(`^${code}[ -]`, 'gm'), '').trim()
  return { reply: { code: Number(code), text }, length: whole.length }
}

/** The port of an answer to EPSV (RFC 2428). */
export const extendedPort = (text: string): number | undefined => numberIn(/\((.)\1\1(\d+)\1\)/.exec(text)?.[2])

/**
 * The port of an answer to PASV. Its host is ignored: behind a router it is a private one, and another host is none of the
 * client's business.
 */
export function passivePort(text: string): number | undefined {
  const found = /\d{1,3},\d{1,3},\d{1,3},\d{1,3},(\d{1,3}),(\d{1,3})/.exec(text)
  return found ? Number(found[1]) * 256 + Number(found[2]) : undefined
}

/** The features of an answer to FEAT, in capitals: `MLST`, `REST STREAM`. */
export const featuresOf = (text: string): Set<string> =>
  new Set(text.split('\n').map((line) => (line.trim().toUpperCase().split(/[ ;]/)[0] ?? '').trim()))

/** The path of an answer to PWD, whose quotes are doubled. */
export const quotedPath = (text: string): string | undefined =>
  /"((?:[^"]|"")*)"/.exec(text)?.[1]?.replaceAll('""', '"')

const numberIn = (text: string | undefined) => (text === undefined ? undefined : Number(text))
