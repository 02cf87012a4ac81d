import type { Problem } from '../errors'
import type { Owner, Role } from './owner'

/** One organization of a user, and what the user is in it. */
export type Membership = { organization: { id: string; name: string }; role: Role }

/** Who acts: a closed union, so that permission code is an exhaustive switch. */
export type Actor =
  | { type: 'anonymous' }
  | {
      type: 'user'
      id: string
      name: string
      email: string
      /** The account in whose name the user acts now, and the role there. */
      account: Owner
      role: Role
      memberships: Membership[]
    }
  | { type: 'apiKey'; id: string; title: string; email: string; scopes: string[]; account: Owner }
  | { type: 'system'; job: string }

/** The outcome of authentication. A bad key is not refused at once: an unknown dataset is a 404 even then (contract §0.3). */
export type Identity = { actor: Actor } | { refused: Problem }

/** What is stored as author of a change: `{id, name}`; a key is `apiKey:<id>` (contract datasets §2.1). */
export function authorOf(actor: Actor): { id: string; name: string } {
  switch (actor.type) {
    case 'anonymous':
      return { id: 'anonymous', name: 'anonymous' }
    case 'user':
      return { id: actor.id, name: actor.name }
    case 'apiKey':
      return actor.account.type === 'user'
        ? { id: actor.account.id, name: actor.account.name }
        : { id: `apiKey:${actor.id}`, name: actor.title }
    case 'system':
      return { id: `system:${actor.job}`, name: actor.job }
  }
}
