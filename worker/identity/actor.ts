import { z } from '@hono/zod-openapi'
import { type Problem, problem } from '../errors'
import type { LinkKeyRights } from './link-key-rights'
import type { Owner, Role } from './owner'

/** An organization of a user, or a department of it, with the role of the user. */
export type Membership = {
  organization: { id: string; name: string }
  department?: { id: string; name: string }
  role: Role
}

/** The actor of a request: a closed union, so that permission code is an exhaustive switch. */
export type Actor =
  | { type: 'anonymous' }
  | {
      type: 'user'
      id: string
      name: string
      email: string
      emailVerified: boolean
      /** Has permission to turn on the super-administrator mode. */
      isAdmin: boolean
      /** The super-administrator mode is on. */
      adminMode: boolean
      /** The active account, and the role of the user in it. */
      account: Owner
      role: Role
      memberships: Membership[]
    }
  | { type: 'apiKey'; id: string; title: string; email: string; scopes: string[]; account: Owner }
  /** The key that reads one dataset. */
  | { type: 'readKey'; dataset: string }
  /** A visitor with the key of a protected link: to an application, on one of its datasets, or to the dataset itself. */
  | { type: 'linkKey'; application?: string; dataset: string; rights: LinkKeyRights; visitor: Visitor }
  | { type: 'system'; job: string }

/** A user with a session, or an anonymous visitor. */
export type Visitor = Extract<Actor, { type: 'user' | 'anonymous' }>

/** The result of authentication. The error of an invalid key is thrown later: an unknown dataset is a 404 even then. */
export type Identity = { actor: Actor } | { refused: Problem }

/** An account without a user: data read for it has the permissions of its administrators. */
export function actorOfAccount(account: Owner): Actor {
  return { type: 'apiKey', id: 'account', title: account.name, email: '', scopes: ['datasets'], account }
}

/** The visitor behind an actor, without the permissions of a link. */
export function withoutLinkKey(actor: Actor): Exclude<Actor, { type: 'linkKey' }> {
  return actor.type === 'linkKey' ? actor.visitor : actor
}

/** The type of an actor in the log and in the audit trail, which have the word of the API for link keys. */
export const loggedType = ({ type }: Actor): string => (type === 'linkKey' ? 'applicationKey' : type)

/** The active account of an actor. An API key without scopes has none: only its e-mail address identifies it. */
export function actingAccount(actor: Actor): Owner | undefined {
  if (actor.type === 'user') return actor.account
  return actor.type === 'apiKey' && actor.scopes.length > 0 ? actor.account : undefined
}

/** The accounts of an actor, as `type:id`: of a user all of them, whichever is active. */
export function accountsOf(actor: Actor): string[] {
  const account = actingAccount(actor)
  if (actor.type !== 'user') return account ? [`${account.type}:${account.id}`] : []
  return [`user:${actor.id}`, ...actor.memberships.map(({ organization }) => `organization:${organization.id}`)]
}

/** The author that is stored with a change: `{id, name}`; for a key without a user, `apiKey:<id>`. */
export function authorOf(actor: Actor): { id: string; name: string } {
  switch (actor.type) {
    case 'anonymous':
      return { id: 'anonymous', name: 'anonymous' }
    case 'user':
      return { id: actor.id, name: actor.name }
    case 'apiKey': {
      const account = actingAccount(actor)
      return account?.type === 'user'
        ? { id: account.id, name: account.name }
        : { id: `apiKey:${actor.id}`, name: actor.title }
    }
    case 'readKey':
      return { id: `readKey:${actor.dataset}`, name: 'read key' }
    case 'linkKey':
      return actor.visitor.type === 'user'
        ? { id: actor.visitor.id, name: actor.visitor.name }
        : actor.application === undefined
          ? { id: `datasetLink:${actor.dataset}`, name: 'protected link' }
          : { id: `applicationKey:${actor.application}`, name: 'application key' }
    case 'system':
      return { id: `system:${actor.job}`, name: actor.job }
  }
}

/** Who or what caused an event: in journals, and in the log of an account. */
export const originatorSchema = z.object({
  user: z.object({ id: z.string(), name: z.string() }).optional(),
  apiKey: z.object({ id: z.string(), title: z.string() }).optional(),
  internalProcess: z.object({ id: z.string() }).optional(),
})
export type Originator = z.infer<typeof originatorSchema>

/** The originator of an event; undefined for anonymous visitors. */
export function originatorOf(actor: Actor): Originator | undefined {
  switch (actor.type) {
    case 'user':
      return { user: { id: actor.id, name: actor.name } }
    case 'apiKey':
      return { apiKey: { id: actor.id, title: actor.title } }
    case 'system':
      return { internalProcess: { id: actor.job } }
    case 'linkKey':
      return originatorOf(actor.visitor)
    case 'anonymous':
    case 'readKey':
      return undefined
  }
}

/** Actors that have an account. */
export type SignedIn = Extract<Actor, { type: 'user' | 'apiKey' }>

/** @throws `sign-in-required` */
export function assertSignedIn(actor: Actor): asserts actor is SignedIn {
  if (actor.type !== 'user' && actor.type !== 'apiKey') throw problem('sign-in-required')
}
