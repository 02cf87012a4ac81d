import { problem } from '../errors'
import { type Permission, permissionsSchema } from '../permissions'

/** Parses the permissions in a request body. @throws `permissions-invalid` */
export function parsePermissions(sent: unknown): Permission[] {
  const parsed = permissionsSchema.safeParse(sent)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw problem('permissions-invalid', { reason: `/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}` })
}
