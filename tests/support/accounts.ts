/** Accounts of the tests and their keys. */
import { env } from 'cloudflare:workers'
import { createKey, forgetKeys } from '../../worker/accounts/keys/api-key'
import type { Context } from '../../worker/context'
import { createContext } from '../../worker/create-context'
import type { Actor, Owner } from '../../worker/identity'
import { limits } from '../../worker/limits'
import { ask, origin, send } from './http'

export const administrator = {
  email: 'admin@example.org',
  password: 'a password for tests',
  organization: 'Town',
} as const

/** The first administrator, made as `npm start` does. @returns the key of the organization */
export async function asAdmin(): Promise<string> {
  const headers = { authorization: `Bearer ${env.SETUP_TOKEN}` }
  const { apiKey } = await ask<{ apiKey: string }>('/api/v1/setup', { headers, json: administrator }, 201)
  return apiKey
}

export const town: Owner = { type: 'organization', id: 'town', name: 'Town' }
export const village: Owner = { type: 'organization', id: 'village', name: 'Village' }
export const ann: Owner = { type: 'user', id: 'ann', name: 'Ann' }

/** A super-administrator in admin mode. */
export const operator: Actor = {
  type: 'user',
  id: 'root',
  name: 'Root',
  email: 'root@example.org',
  emailVerified: true,
  isAdmin: true,
  adminMode: true,
  account: town,
  role: 'admin',
  memberships: [],
}

/** A context of the service itself. */
export function systemContext(): Context {
  return createContext(env, { identity: { actor: { type: 'system', job: 'test' } }, requestId: 'test' })
}

/** A key of an account: of the town with every right on datasets, unless said otherwise. */
export async function keyOf(
  owner: Owner = town,
  options: { scopes?: string[]; expireAt?: string; email?: string; now?: Date } = {},
): Promise<string> {
  return (await createdKey(owner, options)).clearKey
}

/** The same with its id, to revoke it. */
export function createdKey(
  owner: Owner,
  { scopes = ['datasets'], expireAt, email = 'key@example.org', now }: Parameters<typeof keyOf>[1] = {},
): Promise<{ id: string; clearKey: string }> {
  const ctx = systemContext()
  return createKey(now ? { ...ctx, now: () => now } : ctx, { owner, title: 'a key', email, scopes, expireAt })
}

/** Revokes a key as its account does. */
export async function revoke(id: string): Promise<void> {
  await env.DB.prepare('delete from api_keys where id = ?').bind(id).run()
  forgetKeys([id])
}

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')

/** Someone with a session. `as` gives the headers of a request that acts for one of the user's organizations. */
export type SignedIn = {
  id: string
  email: string
  headers: Record<string, string>
  as: (organization: string, department?: string) => Record<string, string>
}

let isDirectoryLoaded = false
/** The hash of the password of the tests, which takes longer to compute than most tests. */
let passwordHash: string | undefined

/** Makes a user of the directory with these memberships and the password of the tests, and opens a session. */
export async function signedIn(
  name: string,
  memberships: { organization: string; role: 'admin' | 'contrib' | 'user'; department?: string }[] = [],
  options: { isAdmin?: boolean; emailVerified?: boolean } = {},
): Promise<SignedIn> {
  const email = `${name}@example.org`
  const { hashPassword } = await import('better-auth/crypto')
  passwordHash ??= await hashPassword(administrator.password)
  const date = new Date().toISOString()
  await run(
    'insert into user (id, name, email, emailVerified, createdAt, updatedAt, isAdmin) values (?, ?, ?, ?, ?, ?, ?)',
    ...[name, name, email, options.emailVerified === false ? 0 : 1, date, date, options.isAdmin ? 1 : 0],
  )
  await run(
    "insert into account (id, accountId, providerId, userId, password, createdAt, updatedAt) values (?, ?, 'credential', ?, ?, ?, ?)",
    ...[name, name, name, passwordHash, date, date],
  )
  for (const { organization, role, department = '' } of memberships) {
    const title = organization.charAt(0).toUpperCase() + organization.slice(1)
    await run('insert or ignore into organization (id, name, createdAt) values (?, ?, ?)', organization, title, date)
    if (department) {
      const values = [organization, department, department.toUpperCase()]
      await run('insert or ignore into department (organizationId, id, name) values (?, ?, ?)', ...values)
    }
    await run(
      'insert into member (id, organizationId, userId, role, department, createdAt) values (?, ?, ?, ?, ?, ?)',
      ...[`${name}-${organization}-${department}`, organization, name, role, department, date],
    )
  }
  const headers = headersOf(await openSession(name))
  // Vitest fetches the modules of the directory in the context of the request that needs them first: concurrent first requests would
  // wait for each other.
  if (!isDirectoryLoaded) isDirectoryLoaded = (await send('/api/v1/session', { headers: headers.headers })).ok
  return { id: name, email, ...headers }
}

function run(sql: string, ...values: unknown[]): Promise<D1Result> {
  return env.DB.prepare(sql)
    .bind(...values)
    .run()
}

/** Opens a session as the directory does after the check of a password. @returns its cookie */
async function openSession(userId: string): Promise<string> {
  const token = crypto.randomUUID()
  const now = Date.now()
  const [date, end] = [now, now + limits.sessions.sessionSeconds * 1_000].map((time) => new Date(time).toISOString())
  await run(
    'insert into session (id, token, userId, expiresAt, createdAt, updatedAt) values (?, ?, ?, ?, ?, ?)',
    ...[crypto.randomUUID(), token, userId, end, date, date],
  )
  const bytes = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', bytes(env.AUTH_SECRET), algorithm, false, ['sign'])
  const signature = Buffer.from(await crypto.subtle.sign('HMAC', secret, bytes(token))).toString('base64')
  return `__Host-better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Signs in with the password of the tests. */
export async function session(email: string): Promise<Pick<SignedIn, 'headers' | 'as'>> {
  const json = { email, password: administrator.password }
  const response = await send('/api/auth/sign-in/email', { json, headers: { origin } })
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  return headersOf(cookiesOf(response).join('; '))
}

function headersOf(cookie: string): Pick<SignedIn, 'headers' | 'as'> {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }
  return {
    headers: { cookie, ...sameOrigin },
    as: (organization, department) => ({
      cookie: `${cookie}; id_token_org=${organization}${department ? `; id_token_dep=${department}` : ''}`,
      ...sameOrigin,
    }),
  }
}

/** Headers of a super-administrator in the mode. */
export async function superAdminHeaders(): Promise<Record<string, string>> {
  const { headers } = await signedIn('operator', [], { isAdmin: true })
  return { ...headers, cookie: `${headers.cookie}; __Host-admin_mode=1` }
}
