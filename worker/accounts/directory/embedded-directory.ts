/**
 * The embedded directory: better-auth over the metadata database. The library is large and only used for sign-in and
 * sessions, so it is loaded on first use. Its outgoing requests (discovery, tokens and keys of OIDC_ISSUER) only go to
 * addresses that the operator has configured.
 */

import { z } from '@hono/zod-openapi'
import { checkAgainst } from '../../check-against'
import type { Config } from '../../config'
import { type MetadataDatabase, openMetadata } from '../../db/client'
import { describe, problem } from '../../errors'
import { limits } from '../../limits'
import { clientNetwork } from '../../net/client-network'
import { languageOf } from '../../net/language'
import { nameOnOneLine, sentName } from '../../schema/name-text'
import { isSecure } from '../host-cookie'
import { rememberLanguage } from '../language'
import { passkeyOptions } from '../profile/passkey-options'
import { secondFactor } from '../two-factor/sign-in-plugin'
import { isBlocked } from './block-user'
import { deviceCookie, knownDevice } from './known-device'
import { clearAttempts, countAttempt, type LoginAttempt } from './login-throttle'
import { oidcProvider, providerOf } from './oidc-provider'
import { sessionCookies } from './session-cookies'
import { maySignUp } from './sign-up'

/** The bindings and settings of the directory. `database` is the D1 binding: better-auth uses it directly. */
export type DirectorySettings = { database: D1Database; config: Config; baseUrl: string }

type AuthApi = typeof import('better-auth/api')
type Challenge = Awaited<ReturnType<typeof secondFactor>>['challenge']
type Directory = Awaited<ReturnType<typeof open>>
let opened: { key: string; directory: Directory; until: number } | undefined

/** The code of a refused sign-in of a blocked user. */
export const blockedCode = 'ACCOUNT_BLOCKED'

/** The directory of an instance, one per isolate and base address. @throws `configuration-invalid` without AUTH_SECRET */
export async function openDirectory(settings: DirectorySettings): Promise<Directory> {
  const { AUTH_SECRET, SIGNUP, OIDC_ISSUER, OIDC_CLIENT_ID } = settings.config
  const key = [settings.baseUrl, AUTH_SECRET, SIGNUP, OIDC_ISSUER, OIDC_CLIENT_ID].join(' ')
  if (opened?.key === key && opened.until > Date.now()) return opened.directory
  const fresh = await open(settings)
  // A pending promise of one request must not be awaited by another: it settles before the instance is cached.
  const { socialProviders } = await fresh.$context
  // An instance without its provider, which was unreachable, is cached for a short time only.
  const complete = !OIDC_ISSUER || socialProviders.some(({ id }) => id === oidcProvider)
  opened = {
    key,
    directory: fresh,
    until: complete ? Number.POSITIVE_INFINITY : Date.now() + limits.accounts.oidcRetryMs,
  }
  return fresh
}

async function open(settings: DirectorySettings) {
  const { database, config, baseUrl } = settings
  if (!config.AUTH_SECRET) throw problem('configuration-invalid')
  const [{ betterAuth }, api, { genericOAuth }, { passkey }] = await Promise.all([
    import('better-auth'),
    import('better-auth/api'),
    import('better-auth/plugins/generic-oauth'),
    import('@better-auth/passkey'),
  ])
  const base = new URL(baseUrl)
  const db: MetadataDatabase = openMetadata(database)
  const { plugin: secondFactorPlugin, challenge } = await secondFactor({ db, config, baseUrl })
  const provider = providerOf(config)
  return betterAuth({
    database,
    secret: config.AUTH_SECRET,
    baseURL: base.origin,
    basePath: `${base.pathname.replace(/\/$/, '')}/api/auth`,
    trustedOrigins: [base.origin],
    telemetry: { enabled: false },
    // Attempts are counted in the database, by account and by address, because isolates do not share memory.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: config.SIGNUP === 'closed',
      minPasswordLength: limits.accounts.minPasswordChars,
      maxPasswordLength: limits.accounts.maxPasswordChars,
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      additionalFields: {
        isAdmin: { type: 'boolean', required: false, input: false },
        blockedAt: { type: 'string', required: false, input: false },
      },
    },
    account: {
      // Accounts are linked by email address only when both sides have verified it.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    // Changes that need a recent proof ask for the password themselves.
    session: { freshAge: 0, expiresIn: limits.sessions.sessionSeconds, updateAge: limits.sessions.sessionRenewSeconds },
    // Unexpected errors reach the error handler of the service; those of a provider are told by the page of the sign-in.
    onAPIError: { throw: true, errorURL: `${baseUrl.replace(/\/$/, '')}/sign-in` },
    // Messages quote callers: as JSON, their line breaks make no line of the log.
    logger: { log: (_, said) => console.warn(JSON.stringify({ level: 'warn', message: 'directory', said })) },
    advanced: {
      // The migrations make the schema. Concurrent requests would share the promise of the check and resume in the context
      // of the request that started it, where their bodies cannot be read.
      database: { validateSchema: false },
      ...sessionCookies(baseUrl),
      ipAddress: { ipAddressHeaders: ['cf-connecting-ip'] },
    },
    databaseHooks: {
      session: { create: { before: refuseBlocked(api, db) } },
      // The name and the picture that a provider gives cannot be refused.
      user: { create: { before: async (user) => ({ data: { ...user, ...profileWithin(user) } }) } },
    },
    hooks: hooksOf(api, { db, challenge, settings }),
    plugins: [
      secondFactorPlugin,
      passkey(passkeyOptions(base, { db, APIError: api.APIError })),
      ...(provider ? [genericOAuth({ config: [provider] })] : []),
    ],
  })
}

const image = z.string().max(limits.datasets.maxUrlChars)
/** Bodies of requests whose texts are stored or looked up: the library has no limits for them. */
const bodies = new Map<string | undefined, z.ZodType>([
  ['/sign-up/email', z.looseObject({ name: sentName, image: image.optional() })],
  ['/passkey/verify-registration', z.looseObject({ name: sentName.optional() })],
  ['/passkey/update-passkey', z.looseObject({ name: sentName })],
  ['/passkey/verify-authentication', z.looseObject({ response: z.looseObject({ id: z.string() }) })],
])

/** The name of a new user on one line, and its picture unless its address is too long: no page shows it. */
const profileWithin = (user: { name: string; image?: string | null | undefined }) => ({
  name: nameOnOneLine(user.name),
  image: image.safeParse(user.image).data ?? null,
})

/** Refuses the session of a blocked user, whatever the way to sign in. */
function refuseBlocked({ APIError }: AuthApi, db: MetadataDatabase) {
  return async ({ userId }: { userId: string }): Promise<void> => {
    if (!(await isBlocked(db, userId))) return
    throw new APIError('FORBIDDEN', {
      message: describe({ code: 'account-blocked', params: {} }, 'en'),
      code: blockedCode,
    })
  }
}

/** What happens before and after each request to the library: attempts are counted, the second factor is asked for. */
function hooksOf(
  { APIError, createAuthMiddleware, getSessionFromCtx }: AuthApi,
  { db, challenge, settings }: { db: MetadataDatabase; challenge: Challenge; settings: DirectorySettings },
) {
  const { config, baseUrl } = settings
  const attemptIn = attemptReader(settings)
  return {
    before: createAuthMiddleware(async (hook) => {
      // An ID token alone has no state, nonce or PKCE: browsers sign in by the callback.
      if (hook.path === '/sign-in/social' && hook.body?.idToken) {
        throw new APIError('FORBIDDEN', { message: 'Sign in by the provider.', code: 'ID_TOKEN_REFUSED' })
      }
      const attempt = await attemptIn(hook, () => getSessionFromCtx(hook))
      const body = bodies.get(hook.path)
      if (body) checkAgainst(body, hook.body)
      if (!attempt) return
      const seconds = await countAttempt(db, { ...attempt, now: Date.now() })
      if (seconds > 0) {
        const message = `Too many attempts. Try again in ${seconds} seconds.`
        throw new APIError(
          'TOO_MANY_REQUESTS',
          { message, code: 'TOO_MANY_ATTEMPTS' },
          { 'retry-after': String(seconds) },
        )
      }
      // A stolen session must not outlive the password.
      if (hook.path === '/change-password') {
        return { context: { body: { ...hook.body, revokeOtherSessions: true } } }
      }
      if (attempt.isRegistration && !(await maySignUp(db, config.SIGNUP, attempt.email))) {
        throw new APIError('FORBIDDEN', { message: 'Ask for an invitation first.', code: 'SIGN_UP_REFUSED' })
      }
    }),
    after: createAuthMiddleware(async (hook) => {
      const { newSession, returned } = hook.context
      const attempt = returned instanceof APIError ? undefined : await attemptIn(hook, () => getSessionFromCtx(hook))
      if (attempt && !attempt.isRegistration) await clearAttempts(db, attempt)
      // Before the browser counts as known: it is not, before the second factor.
      const challenged = await challenge(hook)
      if (challenged) return challenged
      if (newSession) {
        const language = languageOf(hook.headers ?? new Headers())
        await rememberLanguage({ db }, { userId: newSession.user.id, language })
        const { name, value, attributes } = await deviceCookie({ config, baseUrl }, newSession.user.email.toLowerCase())
        hook.setCookie(name, value, { ...attributes, httpOnly: true, secure: isSecure(baseUrl), sameSite: 'lax' })
      }
    }),
  }
}

/** The password attempt of a request to the library; undefined for other requests. */
function attemptReader(settings: Pick<DirectorySettings, 'config' | 'baseUrl'>) {
  return async (
    { path, body, headers = new Headers() }: { path?: string; body?: unknown; headers?: Headers | undefined },
    session: () => Promise<{ user: { email: string } } | null>,
  ): Promise<LoginAttempt | undefined> => {
    const isRegistration = path === '/sign-up/email'
    const isChange = path === '/change-password'
    if (path !== '/sign-in/email' && !isRegistration && !isChange) return undefined
    const email = isChange ? (await session())?.user.email : emailIn(body)
    if (email === undefined) return undefined
    const device = await knownDevice(settings, { headers, email })
    return { email, address: clientNetwork(headers) ?? '', device, isRegistration }
  }
}

function emailIn(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, limits.accounts.maxEmailChars) : ''
}
