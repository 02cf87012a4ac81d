import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import type { Owner } from '../../identity'
import { forward } from '../data/forward'
import type { PageContext } from '../send'

type Department = { id: string; name: string }

/** The departments of the owner of a resource; none for users, and where an external directory has them. */
export async function departmentsOfOwner(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  owner: Owner,
): Promise<Department[]> {
  if (owner.type !== 'organization') return []
  const answer = await forward(c, app, `/api/v1/organizations/${encodeURIComponent(owner.id)}`)
  // The shape that the route documents.
  return answer.ok ? ((await answer.json()) as { departments: Department[] }).departments : []
}
