/**
 * The user directory: better-auth over the metadata database. The library is large and only sign-in needs it, so it is
 * loaded when first used.
 */
import { eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'
import type { Actor, Membership } from './actor'
import { type Role, roles } from './owner'

/** What the directory needs of the instance. `database` is the binding: better-auth speaks D1 itself. */
export type DirectorySettings = { database: D1Database; secret: string | undefined; baseUrl: string }

type Directory = Awaited<ReturnType<typeof open>>
let opened: { key: string; directory: Directory } | undefined

/** The directory of an instance, one per isolate and base address. @throws `configuration-invalid` without AUTH_SECRET */
export async function directory(settings: DirectorySettings): Promise<Directory> {
  const key = `${settings.baseUrl} ${settings.secret}`
  if (opened?.key === key) return opened.directory
  const fresh = await open(settings)
  // A promise made in one request never settles in another (libraries §2.3): settle it before keeping the instance.
  await fresh.$context
  opened = { key, directory: fresh }
  return fresh
}

async function open(settings: DirectorySettings) {
  if (!settings.secret) throw problem('configuration-invalid')
  const [{ betterAuth }, { organization }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/organization'),
  ])
  const base = new URL(settings.baseUrl)
  return betterAuth({
    database: settings.database,
    secret: settings.secret,
    baseURL: base.origin,
    basePath: `${base.pathname.replace(/\/$/, '')}/api/auth`,
    trustedOrigins: [base.origin],
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // Accounts are created by the administrator until sign-up has its own rules.
      disableSignUp: true,
      minPasswordLength: limits.accounts.minPasswordChars,
      maxPasswordLength: limits.accounts.maxPasswordChars,
    },
    user: { additionalFields: { isAdmin: { type: 'boolean', required: false, input: false } } },
    session: { cookieCache: { enabled: true, maxAge: limits.accounts.sessionCacheSeconds } },
    advanced: {
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: base.protocol === 'https:' },
      ipAddress: { ipAddressHeaders: ['cf-connecting-ip'] },
    },
    plugins: [organization()],
  })
}

/** Who the session cookie of a request speaks for; anonymous without one. */
export async function actorOfSession(
  ctx: Pick<Context, 'db'>,
  settings: DirectorySettings,
  headers: Headers,
): Promise<Actor> {
  const session = await (await directory(settings)).api.getSession({ headers })
  if (!session) return { type: 'anonymous' }
  const { id, name, email } = session.user
  const memberships = await membershipsOf(ctx, id)
  const active = memberships.find((m) => m.organization.id === session.session.activeOrganizationId)
  return {
    type: 'user',
    id,
    name,
    email,
    account: active ? { type: 'organization', ...active.organization } : { type: 'user', id, name },
    role: active?.role ?? 'admin',
    memberships,
  }
}

async function membershipsOf(ctx: Pick<Context, 'db'>, userId: string): Promise<Membership[]> {
  const { members, organizations } = tables
  const rows = await ctx.db
    .select({ id: organizations.id, name: organizations.name, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.userId, userId))
  return rows.map(({ id, name, role }) => ({ organization: { id, name }, role: roleOf(role) }))
}

/** better-auth calls the two roles below admin `owner` and `member`; unknown words get the least rights. */
function roleOf(stored: string): Role {
  if (stored === 'owner') return 'admin'
  return roles.find((role) => role === stored) ?? 'user'
}
