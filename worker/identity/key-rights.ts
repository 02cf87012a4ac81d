/** What an application key gives. Pure. */
import { z } from '@hono/zod-openapi'
import { classOf, type DatasetOperation, datasetOperations, type Operation } from './operations'

/** What a configuration says of one of its datasets. Words that name nothing grant nothing. */
export const keyRightsSchema = z.object({
  classes: z.array(z.string()).default([]),
  operations: z.array(z.string()).default([]),
})
export type KeyRights = z.infer<typeof keyRightsSchema>

/** Where a configuration says nothing. */
export const defaultKeyRights: KeyRights = { classes: ['read'], operations: [] }

/** Whether the rights of a key hold an operation. */
export function grantedByKey({ classes, operations }: KeyRights, operation: Operation): boolean {
  const operationClass = classOf(operation)
  // A link can be taken back: it must not give a key that cannot, nor the dataset itself.
  if (operationClass === 'admin' || operation === 'getReadApiKey') return false
  if (operations.includes(operation)) return true
  // Who listens stays: that is said by name.
  return classes.includes(operationClass) && !operation.startsWith('realtime-')
}

/** What whoever follows a link may do with a dataset: operations for which a key counts (`isOpenToKeys`). */
export function openedByKey(rights: KeyRights): DatasetOperation[] {
  const { read, manageOwnLines } = datasetOperations
  return [...read, ...manageOwnLines, 'createLine' as const].filter((operation) => grantedByKey(rights, operation))
}

/** What is not read through a link, whatever it grants: there the session counts. */
const closed: ReadonlySet<string> = new Set(['permissions', 'read-api-key'])

/**
 * Whether a key counts for a request on a dataset: reading, adding a line, lines of one's own (contract editable-accounts
 * B.8). For others it is as if there were none.
 *
 * @param path under the address of the dataset, without a slash before it
 */
export function isOpenToKeys(method: string, path: string): boolean {
  if (path.startsWith('own/')) return !path.endsWith('/_bulk_lines')
  if (method === 'GET' || method === 'HEAD') return !closed.has(path)
  return method === 'POST' && path === 'lines'
}
