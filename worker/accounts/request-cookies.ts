/** The cookies of a request. Pure. */
import { percentDecoded } from '../net/percent'

const none: ReadonlyMap<string, string> = new Map()
let last = { sent: '', cookies: none }

/**
 * The cookies of a request by name, the first of each name. The last result is cached, because callers read several
 * cookies of one request in turn.
 */
function cookiesOf(headers: Headers): ReadonlyMap<string, string> {
  const sent = headers.get('cookie')
  if (sent === null) return none
  if (sent === last.sent) return last.cookies
  const cookies = new Map<string, string>()
  for (const pair of sent.split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (!cookies.has(key.trim())) cookies.set(key.trim(), value.join('=').trim())
  }
  last = { sent, cookies }
  return cookies
}

/** The value of a cookie of a request. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const value = cookiesOf(headers).get(name)
  return value === undefined ? undefined : percentDecoded(value)
}
