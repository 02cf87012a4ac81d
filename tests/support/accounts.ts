/** Who acts in the tests: accounts and their keys. */
import { env } from 'cloudflare:workers'
import { createKey, type Owner } from '../../worker/accounts'
import { type Context, createContext } from '../../worker/context'
import { ask } from './http'

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
