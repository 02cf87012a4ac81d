/** The actor of a request about applications. */
import { actorFor } from '../accounts'
import type { Context } from '../context'
import type { Actor } from '../identity'

/** Scopes that let an API key act on applications. */
export const applicationScopes = ['applications']

/**
 * The actor of a request about applications. A read key of a dataset counts as anonymous and a link key as its
 * visitor: they give access to datasets only, and an application may have the same id as a dataset.
 *
 * @throws `key-unknown`, `key-expired`, `key-scope-missing`
 */
export function applicationActor(ctx: Context): Actor {
  const actor = actorFor(ctx, applicationScopes)
  switch (actor.type) {
    case 'user':
    case 'apiKey':
    case 'system':
    case 'anonymous':
      return actor
    case 'linkKey':
      return actor.visitor
    case 'readKey':
      return { type: 'anonymous' }
  }
}
