/** TCP connections to addresses that `refusedAddress` allows, with timeouts. */

import { connect } from 'cloudflare:sockets'
import { Problem, problem } from '../errors'
import { excerptOf } from '../schema/cut-text'
import { connectionFailed, timedOut } from './failures'
import { hostOf, notUrl, portOf, refusedAddress, type Scheme } from './outgoing-address'

export type Tls = 'off' | 'on' | 'starttls'
export type Endpoint = { host: string; port: number }

/** The host and port of a URL. @throws `address-refused` */
export function checkedEndpoint(url: string, allowed: readonly string[], schemes: readonly Scheme[]): Endpoint {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const scheme = schemes.find((one) => one === parsed?.protocol)
  const reason = parsed ? refusedAddress(parsed, allowed, schemes) : notUrl
  if (!parsed || !scheme || reason) {
    throw problem('address-refused', { host: parsed?.host ?? excerptOf(url), reason: reason ?? notUrl })
  }
  return { host: hostOf(parsed), port: portOf(parsed, scheme) }
}

/** Connects to an endpoint of `checkedEndpoint`. The socket may still be opening: the first read fails if it cannot. */
export function connectTo({ host, port }: Endpoint, secureTransport: Tls): Socket {
  // The brackets of an IPv6 address belong to URLs.
  const hostname = host.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({ hostname, port }, { secureTransport, allowHalfOpen: false })
  // Who reads or writes sees the same failure.
  for (const settled of [socket.opened, socket.closed]) settled.catch(() => {})
  return socket
}

/** Waits for a socket to open. @throws `upstream-failed` */
export async function opened(socket: Socket, host: string, timeoutMs: number): Promise<Socket> {
  await withTimeout(socket.opened, host, timeoutMs)
  return socket
}

/** The result of an operation on a socket. @throws `upstream-failed` when it fails */
export const socketResult = <Result>(work: Promise<Result>, host: string): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof Problem ? error : failedSocket(host, error)
  })

/** Like `socketResult`, with a timeout. @throws `upstream-failed` */
export async function withTimeout<Result>(work: Promise<Result>, host: string, timeoutMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(problem('upstream-failed', { host, reason: timedOut })), timeoutMs)
  })
  try {
    return await Promise.race([socketResult(work, host), late])
  } finally {
    clearTimeout(timer)
  }
}

/** The message may reveal a private address: only failures of TLS are reported. */
function failedSocket(host: string, error: unknown): Problem {
  const isTls = error instanceof Error && /certificate|TLS|SSL/i.test(error.message)
  const reason = isTls
    ? {
        en: 'its TLS certificate is not trusted, or TLS failed',
        fr: "son certificat TLS n'est pas reconnu, ou TLS a échoué",
      }
    : connectionFailed
  return problem('upstream-failed', { host, reason })
}
