import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import type { Owner } from '../../identity'
import { forward } from '../forward'
import type { PageContext } from '../send'
import type { Invitation } from '../settings/invitations'

export type Department = { id: string; name: string }

/** The organization that owns a resource, for the sharing panel. */
export type OwnOrganization = {
  departments: Department[]
  /** Undefined unless the reader is an administrator of the organization. */
  invitations: Invitation[] | undefined
}

export const organizationPath = ({ id }: Pick<Owner, 'id'>) => `/api/v1/organizations/${encodeURIComponent(id)}`

/** The organization of an owner; undefined for users. An external directory has neither departments nor invitations here. */
export async function organizationOf(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  owner: Owner,
): Promise<OwnOrganization | undefined> {
  if (owner.type !== 'organization') return undefined
  const path = organizationPath(owner)
  const [described, invited] = await Promise.all([forward(c, app, path), forward(c, app, `${path}/invitations`)])
  // The shapes that the routes document.
  return {
    departments: described.ok ? ((await described.json()) as { departments: Department[] }).departments : [],
    invitations: invited.ok ? ((await invited.json()) as Invitation[]) : undefined,
  }
}
