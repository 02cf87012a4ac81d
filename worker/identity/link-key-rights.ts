/** The permissions of a link key. Pure. */
import { z } from '@hono/zod-openapi'
import { classOf, type DatasetOperation, datasetOperations, type Operation } from './operations'

/** The permissions in a configuration for one of its datasets. Unknown names are ignored. */
export const linkKeyRightsSchema = z.object({
  classes: z.array(z.string()).default([]),
  operations: z.array(z.string()).default([]),
})
export type LinkKeyRights = z.infer<typeof linkKeyRightsSchema>

/** The default, without a configuration. */
export const defaultLinkKeyRights: LinkKeyRights = { classes: ['read'], operations: [] }

/** Whether the permissions of a key include an operation. */
export function grantedByLinkKey({ classes, operations }: LinkKeyRights, operation: Operation): boolean {
  const operationClass = classOf(operation)
  // A link can be revoked: it must not give away a key that cannot, nor the dataset itself.
  if (operationClass === 'admin' || operation === 'getReadApiKey') return false
  if (operations.includes(operation)) return true
  // A subscription outlives the request: the class `read` does not include it.
  return classes.includes(operationClass) && !operation.startsWith('realtime-')
}

/** The operations on a dataset that a link can grant: those for which a key counts (`isOpenToLinkKeys`). */
export function operationsOfLinkKey(rights: LinkKeyRights): DatasetOperation[] {
  const { read, manageOwnLines } = datasetOperations
  return [...read, ...manageOwnLines, 'createLine' as const].filter((operation) => grantedByLinkKey(rights, operation))
}

/** Paths that a link never opens: there the session counts. */
const closed: ReadonlySet<string> = new Set(['permissions', 'read-api-key', 'links'])

/**
 * Whether a key counts for a request on a dataset: reading, adding a line, lines of one's own.
 * For other requests it is ignored.
 *
 * @param path under the address of the dataset, without a slash before it
 */
export function isOpenToLinkKeys(method: string, path: string): boolean {
  if (path.startsWith('own/')) return !path.endsWith('/_bulk_lines')
  if (method === 'GET' || method === 'HEAD') return !closed.has(path)
  return method === 'POST' && path === 'lines'
}
