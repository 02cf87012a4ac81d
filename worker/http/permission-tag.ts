import type { Permission } from '../permissions'
import { sealed } from './respond'

/** Identifies a list of permissions: the ETag of the response that lists them. */
export const permissionTag = (permissions: readonly Permission[]): string => sealed(JSON.stringify(permissions)).etag
