/**
 * An existing directory (DIRECTORY_URL): its session is a token split in two cookies, verified with its published keys
 * (contract editable-accounts B.2).
 */
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'
import { accountCookies, activeAccount, cookieOf } from '../active'
import type { Actor } from '../actor'
import { roles } from '../owner'

export const tokenCookies = { token: 'id_token', signature: 'id_token_sign' } as const

/** Only signatures with a key pair: a published key must not be usable to sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const flag = z.union([z.literal(1), z.literal(true), z.literal(0), z.literal(false)]).optional()
const tokenSchema = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  email: z.string().default(''),
  organizations: z
    .array(
      z.object({
        id: z.string().min(1),
        name: z.string(),
        role: z.string(),
        department: z.string().optional(),
        departmentName: z.string().optional(),
      }),
    )
    .default([]),
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
 * What a token of the directory claims.
 *
 * @throws a `JOSEError` when it is forged, expired or malformed; `directory-unreachable` when nobody can tell
 */
export async function verifiedByDirectory(ctx: Pick<Context, 'config' | 'now'>, token: string): Promise<unknown> {
  const verify = async (keys: JSONWebKeySet) =>
    (
      await jwtVerify(token, createLocalJWKSet(keys), {
        algorithms,
        requiredClaims: ['exp'],
        currentDate: ctx.now(),
      })
    ).payload
  try {
    return await verify(await keysOf(ctx))
  } catch (error) {
    // The directory has renewed its keys since they were read.
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    return await verify(await keysOf(ctx, { renew: true }))
  }
}

let known: { directory: string; keys: JSONWebKeySet; readAt: number } | undefined
const keysSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

/** The published keys, remembered for `limits.directory.keysMs`. Unknown ones are asked for again, but not at every request. */
async function keysOf(ctx: Pick<Context, 'config' | 'now'>, { renew = false } = {}): Promise<JSONWebKeySet> {
  const directory = ctx.config.DIRECTORY_URL ?? ''
  const age = known?.directory === directory ? ctx.now().getTime() - known.readAt : Number.POSITIVE_INFINITY
  if (known && age < (renew ? limits.directory.renewMs : limits.directory.keysMs)) return known.keys
  try {
    // The operator has named it: it may well be on the operator's own network.
    const allowed = [new URL(directory).host, ...ctx.config.OUTGOING_ALLOW]
    const response = await fetchOutside(`${directory}/.well-known/jwks.json`, { allowed })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const text = new TextDecoder().decode(await readBounded(response, limits.directory.maxKeysBytes))
    const keys: JSONWebKeySet = keysSchema.parse(JSON.parse(text))
    known = { directory, keys, readAt: ctx.now().getTime() }
    return keys
  } catch (error) {
    console.error(
      JSON.stringify({ level: 'error', message: 'the keys of the directory are unreachable', cause: String(error) }),
    )
    throw problem('directory-unreachable')
  }
}
