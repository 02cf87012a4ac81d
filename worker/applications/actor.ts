/** Who acts on applications. */
import { actorFor } from '../accounts'
import type { Context } from '../context'
import type { Actor } from '../identity'

/** Scopes that let an API key act on applications (contract applications A.8). */
const scopes = ['applications']

/**
 * The actor of a request about applications. What opens datasets alone (the read key of a dataset, the key of an
 * application) is nobody here: an application may have the id of a dataset.
 *
 * @throws `key-unknown`, `key-expired`, `key-scope-missing`
 */
export function applicationActor(ctx: Context): Actor {
  const actor = actorFor(ctx, scopes)
  switch (actor.type) {
    case 'user':
    case 'apiKey':
    case 'system':
    case 'anonymous':
      return actor
    case 'applicationKey':
      return actor.visitor
    case 'readKey':
      return { type: 'anonymous' }
  }
}
