/** The addresses that outgoing requests may call: pure. Private networks are rejected, in all notations. */

import type { Reason } from '../errors'

/** Ports below 1024 by scheme. Others belong to mail, databases, shells. The first is the default of the scheme. */
const ports = {
  'http:': [80, 443],
  'https:': [443, 80],
  'ftp:': [21],
  'ftps:': [990, 21],
  'ftpes:': [21],
  'sftp:': [22],
  'mqtt:': [1883],
  'mqtts:': [8883],
  'ws:': [80, 443],
  'wss:': [443, 80],
} as const
const firstFreePort = 1_024

export type Scheme = keyof typeof ports
const web: readonly Scheme[] = ['http:', 'https:']
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/

/** Blocks of IPv4 that are not the public internet (IANA special-purpose registry, RFC 6890). */
const privateBlocks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * The reason why an address is rejected; undefined when it is allowed.
 *
 * @param allowed hosts (`host` or `host:port`) that the operator allows, private or not
 * @param schemes those that the caller speaks
 */
export function refusedAddress(
  url: URL,
  allowed: readonly string[],
  schemes: readonly Scheme[] = web,
): Reason | undefined {
  const scheme = schemes.find((one) => one === url.protocol)
  if (!scheme) {
    const names = schemes.map((one) => one.slice(0, -1))
    return {
      en: `the scheme ${url.protocol} is not ${names.join(' or ')}`,
      fr: `le protocole ${url.protocol} n'est pas ${names.join(' ou ')}`,
    }
  }
  if (url.username || url.password) {
    return {
      en: 'it contains a user name or a password',
      fr: "elle contient un nom d'utilisateur ou un mot de passe",
    }
  }
  const host = hostOf(url)
  const port = portOf(url, scheme)
  if (allowed.includes(host) || allowed.includes(`${host}:${port}`)) return undefined
  const isUsual = ports[scheme].some((one) => one === port)
  if (port < firstFreePort && !isUsual) {
    const name = scheme.slice(0, -1)
    return { en: `the port ${port} is not one of ${name}`, fr: `le port ${port} n'est pas un port de ${name}` }
  }
  if (host.startsWith('[')) return isPublicV6(host.slice(1, -1)) ? undefined : notPublic
  // The URL parser has already turned decimal, octal and hexadecimal forms into dots.
  const v4 = numberOfV4(host)
  if (v4 !== undefined) return isPublicV4(v4) ? undefined : notPublic
  if (!host.includes('.') || localNames.test(host)) {
    return { en: 'it is a host name of a private network', fr: "c'est le nom d'un réseau privé" }
  }
  return undefined
}

/**
 * The host of a URL, as the URL parser normalizes that of an http URL: lower case, decimal addresses, punycode. It does not
 * normalize the hosts of other schemes.
 */
export function hostOf(url: URL): string {
  const web = `http://${url.hostname}/`
  const host = URL.canParse(web) ? new URL(web).hostname : ''
  return host.replace(/\.$/, '').toLowerCase()
}

/** The port of a URL; the default of its scheme when it has none. */
export const portOf = (url: URL, scheme: Scheme): number => (url.port ? Number(url.port) : ports[scheme][0])

function numberOfV4(text: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return undefined
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}

function isPublicV4(address: number): boolean {
  return privateBlocks.every(([start, bits]) => {
    const size = 2 ** (32 - bits)
    const first = numberOfV4(start) ?? 0
    return address < first || address >= first + size
  })
}

/** Only 2000::/3 is routed; embedded IPv4 addresses are checked as IPv4 (RFC 4291, RFC 6052, RFC 3056). */
function isPublicV6(text: string): boolean {
  const groups = groupsOf(text)
  if (!groups) return false
  const [a = 0, b = 0] = groups
  const embedded = (high: number | undefined, low: number | undefined) => isPublicV4((high ?? 0) * 65_536 + (low ?? 0))
  const startsWithZeros = groups.slice(0, 5).every((group) => group === 0)
  if (startsWithZeros && groups[5] === 0xffff) return embedded(groups[6], groups[7])
  if (a === 0x64 && b === 0xff9b)
    return groups.slice(2, 6).every((group) => group === 0) && embedded(groups[6], groups[7])
  if (a === 0x2002) return embedded(groups[1], groups[2])
  if (a === 0x2001 && (b < 0x200 || b === 0xdb8)) return false
  return a >= 0x2000 && a <= 0x3fff
}

/** The eight groups of an IPv6 address; undefined for another number of groups. */
export function groupsOf(text: string): number[] | undefined {
  const [head = '', tail] = text.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const first = parse(head)
  const last = tail === undefined ? [] : parse(tail)
  const missing = 8 - first.length - last.length
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined
  const groups = [...first, ...Array.from({ length: missing }, () => 0), ...last]
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined
}

const notPublic: Reason = { en: 'it is not on the public internet', fr: "elle n'est pas sur l'internet public" }

/** The reason why a text that is no URL is rejected. */
export const notUrl: Reason = { en: 'it is not a valid URL', fr: "ce n'est pas une URL valide" }
