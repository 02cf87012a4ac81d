import type { Problem } from '../errors'
import type { KeyRights } from './key-rights'
import type { Owner, Role } from './owner'

/** One organization of a user, or one department of it, and what the user is there. */
export type Membership = {
  organization: { id: string; name: string }
  department?: { id: string; name: string }
  role: Role
}

/** Who acts: a closed union, so that permission code is an exhaustive switch. */
export type Actor =
  | { type: 'anonymous' }
  | {
      type: 'user'
      id: string
      name: string
      email: string
      emailVerified: boolean
      /** May turn on the super-administrator mode. */
      isAdmin: boolean
      /** Acts as super-administrator now. */
      adminMode: boolean
      /** The account in whose name the user acts now, and the role there. */
      account: Owner
      role: Role
      memberships: Membership[]
    }
  | { type: 'apiKey'; id: string; title: string; email: string; scopes: string[]; account: Owner }
  /** The key that reads one dataset. */
  | { type: 'readKey'; dataset: string }
  /** Whoever follows a link to an application, on one dataset that it uses. */
  | { type: 'applicationKey'; application: string; dataset: string; rights: KeyRights; visitor: Visitor }
  | { type: 'system'; job: string }

/** Someone with a session, or without. */
export type Visitor = Extract<Actor, { type: 'user' | 'anonymous' }>

/** The outcome of authentication. A bad key is not refused at once: an unknown dataset is a 404 even then. */
export type Identity = { actor: Actor } | { refused: Problem }

/** An account as such: what is read in its name is read with the rights of its administrators. */
export function actorOfAccount(account: Owner): Actor {
  return { type: 'apiKey', id: 'account', title: account.name, email: '', scopes: ['datasets'], account }
}

/** Who someone is, apart from what a link lets them do. */
export function withoutLink(actor: Actor): Exclude<Actor, { type: 'applicationKey' }> {
  return actor.type === 'applicationKey' ? actor.visitor : actor
}

/** The account in whose name an actor acts. An API key without scopes has none: only its e-mail address identifies it. */
export function actingAccount(actor: Actor): Owner | undefined {
  if (actor.type === 'user') return actor.account
  return actor.type === 'apiKey' && actor.scopes.length > 0 ? actor.account : undefined
}

/** What is stored as author of a change: `{id, name}`; a key that acts for no user is `apiKey:<id>`. */
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
    case 'applicationKey':
      return actor.visitor.type === 'user'
        ? { id: actor.visitor.id, name: actor.visitor.name }
        : { id: `applicationKey:${actor.application}`, name: 'application key' }
    case 'system':
      return { id: `system:${actor.job}`, name: actor.job }
  }
}
