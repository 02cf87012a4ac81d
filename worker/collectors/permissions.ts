/** Who may do what with a collector: pure, deny by default. */
import { z } from '@hono/zod-openapi'
import { type Actor, actingAccount, type Owner } from '../identity'
import { limits } from '../limits'
import { emailOf, isSuperAdmin, roleOver } from '../permissions'

/** Each includes those before it. */
const collectorProfiles = ['read', 'exec', 'admin'] as const
export type CollectorProfile = (typeof collectorProfiles)[number]

const targetSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('userEmail'), email: z.string().min(3).max(limits.accounts.maxEmailChars) }),
  z.object({
    type: z.literal('partner'),
    organization: z.object({ id: z.string().min(1), name: z.string() }),
    roles: z.array(z.string()).default([]),
  }),
])
/** One entry of the permissions of a collector. */
export const collectorPermissionSchema = z
  .object({ profile: z.enum(['read', 'exec']), target: targetSchema })
  .openapi('CollectorPermission')
export type CollectorPermission = z.output<typeof collectorPermissionSchema>

type Guarded = { owner: Owner; permissions: readonly CollectorPermission[] }

/** The profile of an actor; undefined without any permission. Contributors of the account read. */
export function collectorProfileOf(actor: Actor, { owner, permissions }: Guarded): CollectorProfile | undefined {
  if (actor.type === 'system' || isSuperAdmin(actor)) return 'admin'
  const role = roleOver(actor, owner)
  if (role === 'admin') return 'admin'
  const granted = permissions.filter(({ target }) => isTarget(actor, target)).map(({ profile }) => profile)
  if (granted.includes('exec')) return 'exec'
  return granted.length > 0 || role === 'contrib' ? 'read' : undefined
}

/** Whether a profile includes another. */
export const profileIncludes = (profile: CollectorProfile | undefined, required: CollectorProfile): boolean =>
  profile !== undefined && collectorProfiles.indexOf(profile) >= collectorProfiles.indexOf(required)

function isTarget(actor: Actor, target: CollectorPermission['target']): boolean {
  if (target.type === 'userEmail') return actor.type === 'user' && emailOf(actor) === target.email
  const account = actingAccount(actor)
  if (account?.type !== 'organization' || account.id !== target.organization.id) return false
  if (target.roles.length === 0 || actor.type === 'apiKey') return true
  return actor.type === 'user' && (actor.role === 'admin' || target.roles.includes(actor.role))
}
