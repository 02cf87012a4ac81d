/** The session: its user, its active account and the super-administrator mode. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import type { Actor, Membership, Owner } from '../../identity'
import { limits } from '../../limits'
import { accountOf } from '../../permissions'
import { nameOnOneLine } from '../../schema/name-text'
import { accountCookies, activeAccount } from '../active-account'
import { sessionUser } from '../actor'
import { hostCookie, hostCookieName, isSecure } from '../host-cookie'
import { cookieOf } from '../request-cookies'
import { type DirectorySettings, openDirectory } from './embedded-directory'
import { departmentJoin, membershipColumns } from './membership-columns'
import { recentSession, type Session } from './session-cache'

/** The actor of the session cookie of a request; anonymous without one. */
export async function actorOfSession(
  ctx: Pick<Context, 'db' | 'now'>,
  settings: DirectorySettings,
  headers: Headers,
): Promise<Actor> {
  const { baseUrl } = settings
  const session = await recentSession({ headers, baseUrl, now: ctx.now().getTime() }, () =>
    findSession(ctx, settings, headers),
  )
  if (!session) return { type: 'anonymous' }
  const { user, memberships } = session
  return {
    type: 'user',
    ...user,
    adminMode: user.isAdmin && cookieOf(headers, hostCookieName(baseUrl, adminMode)) === '1',
    ...activeAccount(headers, user, memberships),
    memberships,
  }
}

async function findSession(
  ctx: Pick<Context, 'db'>,
  settings: DirectorySettings,
  headers: Headers,
): Promise<Session | undefined> {
  const session = await (await openDirectory(settings)).api.getSession({ headers })
  // A blocked user has no session: one that was created while the user was blocked is not one either.
  if (!session || session.user.blockedAt) return undefined
  const { id, name, email, emailVerified, isAdmin } = session.user
  const memberships = await membershipsOf(ctx, id)
  return { user: { id, name: nameOnOneLine(name), email, emailVerified, isAdmin: isAdmin === true }, memberships }
}

/** The organizations of a user, and the departments, with the role in each. */
async function membershipsOf(ctx: Pick<Context, 'db'>, userId: string): Promise<Membership[]> {
  const { members, organizations, departments } = tables
  const rows = await ctx.db
    .select({
      id: organizations.id,
      name: organizations.name,
      ...membershipColumns,
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .leftJoin(departments, departmentJoin)
    .where(eq(members.userId, userId))
    .orderBy(organizations.name, members.department)
  return rows.map(({ id, name, role, department, departmentName }) => ({
    organization: { id, name },
    ...(department ? { department: { id: department, name: departmentName ?? department } } : {}),
    role,
  }))
}

/** The session, for pages. Without a session, the ways to sign in. */
export function describeSession(ctx: Context): Record<string, unknown> {
  const { config, identity } = ctx
  const actor = 'actor' in identity ? identity.actor : undefined
  const signIn = config.DIRECTORY_URL
    ? { directory: config.DIRECTORY_URL }
    : {
        password: true,
        passkey: true,
        signUp: config.SIGNUP,
        ...(config.OIDC_ISSUER ? { oidc: config.OIDC_TITLE } : {}),
      }
  if (actor?.type !== 'user') return { user: null, signIn }
  const { id, name, email, emailVerified, isAdmin, adminMode, account, role, memberships } = actor
  return {
    user: { id, name: nameOnOneLine(name), email, emailVerified, isAdmin },
    adminMode,
    account,
    role,
    organizations: memberships.map((membership) => {
      const { type: _, ...organization } = accountOf(membership)
      return { ...organization, role: membership.role }
    }),
    signIn,
  }
}

/** The cookies that make a session act for one of its accounts. @throws `account-refused` */
export function switchAccount(ctx: Context, target: Pick<Owner, 'type' | 'id' | 'department'> & { role?: string }) {
  const user = sessionUser(ctx)
  if (target.type === 'user') {
    if (target.id !== user.id) throw problem('account-refused')
    return Object.values(accountCookies).map((name) => cookie(ctx, name, undefined))
  }
  const membership = user.memberships.find(
    ({ organization, department, role }) =>
      organization.id === target.id &&
      (department?.id ?? '') === (target.department ?? '') &&
      (target.role === undefined || role === target.role),
  )
  if (!membership) throw problem('account-refused')
  return [
    cookie(ctx, accountCookies.organization, membership.organization.id),
    cookie(ctx, accountCookies.department, membership.department?.id),
    cookie(ctx, accountCookies.role, membership.role),
  ]
}

/** The cookie that turns the super-administrator's mode on or off. @throws `super-admin-only` */
export function switchAdminMode(ctx: Context, active: boolean): string {
  if (ctx.config.DIRECTORY_URL) throw problem('directory-elsewhere', { directory: ctx.config.DIRECTORY_URL })
  if (!sessionUser(ctx).isAdmin) throw problem('super-admin-only')
  const maxAge = active ? limits.sessions.adminModeSeconds : 0
  return hostCookie(ctx.baseUrl, { name: adminMode, value: active ? '1' : '', maxAge, sameSite: 'Strict' })
}

/** The rights come from the user's `isAdmin`; the cookie only records whether the mode is on. */
const adminMode = 'admin_mode'

/** These cookies hold no secret and give no rights beyond the memberships of the user. */
function cookie(ctx: Context, name: string, value: string | undefined): string {
  const path = new URL(ctx.baseUrl).pathname
  const age = value === undefined ? 'Max-Age=0' : `Max-Age=${limits.sessions.sessionSeconds}`
  const attributes = `SameSite=Lax${isSecure(ctx.baseUrl) ? '; Secure' : ''}${ctx.config.DIRECTORY_URL ? '' : '; HttpOnly'}`
  return `${name}=${encodeURIComponent(value ?? '')}; Path=${path}; ${age}; ${attributes}`
}
