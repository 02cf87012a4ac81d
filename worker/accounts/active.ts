/** The account that a session acts for: cookies select one of the memberships of the user. Pure. */

import type { Membership, Owner, Role } from '../identity'
import { percentDecoded } from '../net/percent'
import { accountOf } from '../permissions'

export const accountCookies = {
  organization: 'id_token_org',
  department: 'id_token_dep',
  role: 'id_token_role',
} as const

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

/** The account that the cookies select; the personal one when they name no membership of the user. */
export function activeAccount(
  headers: Headers,
  user: { id: string; name: string },
  memberships: readonly Membership[],
): { account: Owner; role: Role } {
  const organization = cookieOf(headers, accountCookies.organization)
  const department = cookieOf(headers, accountCookies.department) ?? ''
  const role = cookieOf(headers, accountCookies.role)
  const matches = memberships.filter(
    (one) => one.organization.id === organization && (one.department?.id ?? '') === department,
  )
  const membership = matches.find((one) => one.role === role) ?? matches[0]
  if (!membership) return { account: { type: 'user', id: user.id, name: user.name }, role: 'admin' }
  return { account: accountOf(membership), role: membership.role }
}
