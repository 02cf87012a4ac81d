/** The active account of the settings pages, and requests to the API about it. */
import type { Hono } from 'hono'
import type { Account } from '../../accounts'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import type { Actor } from '../../identity'
import { forward } from '../forward'
import type { PageContext } from '../send'

export type User = Extract<Actor, { type: 'user' }>

/** @throws `sign-in-required` */
export function userOf(c: PageContext): User {
  const { identity } = c.get('ctx')
  if ('actor' in identity && identity.actor.type === 'user') return identity.actor
  throw problem('sign-in-required')
}

/** An account in URLs: `organization/town:roads`. */
export function accountPath({ type, id, department }: Account): string {
  return `${type}/${encodeURIComponent(id)}${department ? `:${encodeURIComponent(department)}` : ''}`
}

/** The JSON response of the API to the reader. @throws `permission-missing` on an error */
export async function readFromApi<Shape>(c: PageContext, app: () => Hono<HttpEnv>, path: string): Promise<Shape> {
  const answer = await forward(c, app, path)
  if (!answer.ok) throw problem('permission-missing', { operation: 'readSettings', class: 'admin' })
  // The shape that the route documents.
  return (await answer.json()) as Shape
}
