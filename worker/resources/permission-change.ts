import { problem } from '../errors'
import type { Permission } from '../permissions'

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
