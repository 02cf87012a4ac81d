/** The account that a session acts for: cookies select one of the memberships of the user. Pure. */

import type { Membership, Owner, Role } from '../identity'
import { accountOf } from '../permissions'
import { cookieOf } from './request-cookies'

export const accountCookies = {
  organization: 'id_token_org',
  department: 'id_token_dep',
  role: 'id_token_role',
} as const

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
