/**
 * An existing directory (DIRECTORY_URL): its session is a token split in two cookies, verified with its published keys
 * (contract editable-accounts B.2).
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Actor } from '../../identity'
import { roles } from '../../identity'
import { accountCookies, activeAccount, cookieOf } from '../active'
import { publishedKeys } from './published-keys'

export const tokenCookies = { token: 'id_token', signature: 'id_token_sign' } as const

/** Only signatures with a key pair: a published key must not be usable to sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** The directory signs what it says: a name that is not well formed is shown with U+FFFD. */
const text = z.string().overwrite((value) => value.toWellFormed())
const flag = z.union([z.literal(1), z.literal(true), z.literal(0), z.literal(false)]).optional()
const tokenSchema = z.object({
  id: text.min(1),
  name: text.default(''),
  email: text.default(''),
  /** Required: what else the directory signs with the same keys, such as the links of its mails, has none. */
  organizations: z.array(
    z.object({
      id: text.min(1),
      name: text,
      role: text,
      department: text.optional(),
      departmentName: text.optional(),
    }),
  ),
  isAdmin: flag,
  adminMode: flag,
  /** A session that only looks: it must change nothing. */
  pseudoSession: z.unknown().optional(),
  exp: z.number(),
})

/** Whether a request carries both halves of a token. */
export function hasToken(headers: Headers): boolean {
  return Boolean(cookieOf(headers, tokenCookies.token) && cookieOf(headers, tokenCookies.signature))
}

/**
 * The `Set-Cookie` values that make a browser forget a token that is worth nothing (contract editable-accounts B.2). A
 * directory may have set it for a parent domain: each is named, and a browser leaves out those that it does not allow.
 */
export function forgottenToken(baseUrl: string): string[] {
  const names = Object.values({ ...tokenCookies, ...accountCookies })
  return ['', ...domainsAbove(baseUrl).map((domain) => `; Domain=${domain}`)].flatMap((domain) =>
    names.map((name) => `${name}=; Path=/; Max-Age=0${domain}`),
  )
}

/** The host and its parents of two labels or more; none for an address in numbers. */
function domainsAbove(baseUrl: string): string[] {
  const labels = new URL(baseUrl).hostname.split('.')
  if (/^\d+$|\]$/.test(labels.at(-1) ?? '')) return []
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

/**
 * Who the token of a request speaks for; anonymous without both halves.
 *
 * @throws `session-invalid` when it is forged, expired or malformed; `directory-unreachable` when nobody can tell
 */
export async function actorOfToken(
  ctx: Pick<Context, 'config' | 'now'>,
  request: { headers: Headers; method: string },
): Promise<Actor> {
  const { headers, method } = request
  if (!hasToken(headers)) return { type: 'anonymous' }
  const token = `${cookieOf(headers, tokenCookies.token)}.${cookieOf(headers, tokenCookies.signature)}`
  const parsed = tokenSchema.safeParse(await verified(ctx, token))
  if (!parsed.success) throw problem('session-invalid')
  const { id, name, email, organizations, isAdmin, adminMode, pseudoSession } = parsed.data
  if (pseudoSession && method !== 'GET' && method !== 'HEAD') throw problem('session-reads-only')
  const memberships = organizations.map((one) => ({
    organization: { id: one.id, name: one.name },
    ...(one.department ? { department: { id: one.department, name: one.departmentName ?? one.department } } : {}),
    // A word that is not one of ours gets the least rights.
    role: roles.find((role) => role === one.role) ?? ('user' as const),
  }))
  return {
    type: 'user',
    id,
    name,
    email,
    // The directory vouches for its addresses.
    emailVerified: true,
    isAdmin: Boolean(isAdmin),
    adminMode: Boolean(isAdmin && adminMode),
    ...activeAccount(headers, { id, name }, memberships),
    memberships,
  }
}

async function verified(ctx: Pick<Context, 'config' | 'now'>, token: string): Promise<unknown> {
  try {
    return await verifiedByDirectory(ctx, token)
  } catch (error) {
    if (error instanceof errors.JOSEError) throw problem('session-invalid')
    throw error
  }
}

/**
 * What a token of the directory claims. A token for an audience is refused unless the operator says that it is ours (RFC 7519
 * §4.1.3); one for nobody in particular is accepted unless an audience is named: directories that serve data-fair name none.
 *
 * @throws a `JOSEError` when it is forged, expired, malformed or meant for others; `directory-unreachable` when nobody can tell
 */
export async function verifiedByDirectory(ctx: Pick<Context, 'config' | 'now'>, token: string): Promise<unknown> {
  const { DIRECTORY_ISSUER, DIRECTORY_AUDIENCE } = ctx.config
  const options: JWTVerifyOptions = {
    algorithms,
    requiredClaims: ['exp'],
    currentDate: ctx.now(),
    ...(DIRECTORY_ISSUER ? { issuer: DIRECTORY_ISSUER } : {}),
    ...(DIRECTORY_AUDIENCE ? { audience: DIRECTORY_AUDIENCE } : {}),
  }
  const payload = await payloadOf(ctx, token, options)
  if (!DIRECTORY_AUDIENCE && payload.aud !== undefined) {
    throw new errors.JWTClaimValidationFailed('unexpected "aud" claim', payload, 'aud', 'check_failed')
  }
  return payload
}

async function payloadOf(ctx: Pick<Context, 'config' | 'now'>, token: string, options: JWTVerifyOptions) {
  try {
    return await verifiedWith(await publishedKeys(ctx), token, options)
  } catch (error) {
    // The directory may have renewed its keys since they were read.
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    return await verifiedWith(await publishedKeys(ctx, { renew: true }), token, options)
  }
}

async function verifiedWith(keys: JSONWebKeySet, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, createLocalJWKSet(keys), options)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw error
    // A published key that cannot be used, a short one for instance: no valid token names it.
    throw new errors.JWKSInvalid(String(error))
  }
}
