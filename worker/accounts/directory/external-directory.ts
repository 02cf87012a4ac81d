/**
 * Sessions of an external directory (DIRECTORY_URL): a token split into two cookies, verified with the published keys
 * of the directory.
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Actor } from '../../identity'
import { roles } from '../../identity'
import { nameOnOneLine } from '../../schema/name-text'
import { accountCookies, activeAccount } from '../active-account'
import { cookieOf } from '../request-cookies'
import { readJwks } from './jwks'

const tokenCookies = { token: 'id_token', signature: 'id_token_sign' } as const

/** Asymmetric algorithms only: a published key must not be usable to sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** Names are signed by the directory: malformed text is replaced with U+FFFD, and long names are cut, not refused. */
const text = z.string().overwrite((value) => value.toWellFormed())
const name = text.overwrite(nameOnOneLine)
const flag = z.union([z.literal(1), z.literal(true), z.literal(0), z.literal(false)]).optional()
const tokenSchema = z.object({
  id: text.min(1),
  name: name.default(''),
  email: text.default(''),
  /** Required. Other tokens that the directory signs with the same keys, such as links in mails, do not have it. */
  organizations: z.array(
    z.object({
      id: text.min(1),
      name,
      role: text,
      department: text.optional(),
      departmentName: name.optional(),
    }),
  ),
  isAdmin: flag,
  adminMode: flag,
  /** A read-only session. */
  pseudoSession: z.unknown().optional(),
  exp: z.number(),
})

/** Whether a request carries both halves of a token. */
export function hasToken(headers: Headers): boolean {
  return Boolean(cookieOf(headers, tokenCookies.token) && cookieOf(headers, tokenCookies.signature))
}

/**
 * The `Set-Cookie` values that remove an invalid token from the browser. The directory may have set it for a parent
 * domain: each is named, and the browser ignores those that it does not allow.
 */
export function forgottenToken(baseUrl: string): string[] {
  const names = Object.values({ ...tokenCookies, ...accountCookies })
  return ['', ...domainsAbove(baseUrl).map((domain) => `; Domain=${domain}`)].flatMap((domain) =>
    names.map((name) => `${name}=; Path=/; Max-Age=0${domain}`),
  )
}

/** The host and its parents of two labels or more; none for an IP address. */
function domainsAbove(baseUrl: string): string[] {
  const labels = new URL(baseUrl).hostname.split('.')
  if (/^\d+$|\]$/.test(labels.at(-1) ?? '')) return []
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
}

/**
 * The actor of the token of a request; anonymous unless both cookies of the split token are present.
 *
 * @throws `session-invalid` when it is forged, expired or malformed; `directory-unreachable` when it cannot be verified
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
    // Unknown roles get the least rights.
    role: roles.find((role) => role === one.role) ?? ('user' as const),
  }))
  return {
    type: 'user',
    id,
    name,
    email,
    // The directory has verified its email addresses.
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
 * The claims of a token of the directory. A token with an audience is refused unless the operator has named that
 * audience (RFC 7519, section 4.1.3). A token without an audience is accepted unless an audience is named: data-fair
 * directories issue tokens without one.
 *
 * @throws a `JOSEError` when it is forged, expired, malformed or meant for others; `directory-unreachable` when the keys of the directory cannot be read
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
    return await verifiedWith(await readJwks(ctx), token, options)
  } catch (error) {
    // The directory may have renewed its keys since they were read.
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    return await verifiedWith(await readJwks(ctx, { renew: true }), token, options)
  }
}

async function verifiedWith(keys: JSONWebKeySet, token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, createLocalJWKSet(keys), options)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw error
    // A published key that cannot be used (too short, for instance) verifies no token.
    throw new errors.JWKSInvalid(String(error))
  }
}
