import type { z } from '@hono/zod-openapi'
import { frenchIssues } from '../check-against'
import { problem } from '../errors'
import { type Permission, sentPermissionsSchema } from '../permissions'

/**
 * New permissions. With `isCurrent` they were made from others, which it recognizes: the change is refused when those have
 * changed.
 */
export type PermissionChange = {
  id: string
  permissions: unknown
  isCurrent?: ((permissions: readonly Permission[]) => boolean) | undefined
}

/** Refuses a change of other permissions than those that it was made from. @throws `permissions-changed` */
export function checkCurrent(permissions: readonly Permission[], { isCurrent }: PermissionChange): void {
  if (isCurrent && !isCurrent(permissions)) throw problem('permissions-changed')
}

/** Whether permissions are the same: the review of a new file sends them again. The audit log has no entry for them. */
export const isSameAccess = (before: readonly Permission[], after: readonly Permission[]): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

/** Parses the permissions in a request body. @throws `permissions-invalid` */
export function parsePermissions(sent: unknown): Permission[] {
  const parsed = sentPermissionsSchema.safeParse(sent)
  if (parsed.success) return parsed.data
  const textOf = (issue: z.core.$ZodIssue | undefined) => `/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`
  throw problem('permissions-invalid', {
    reason: { en: textOf(parsed.error.issues[0]), fr: textOf(frenchIssues(sentPermissionsSchema, sent)[0]) },
  })
}
