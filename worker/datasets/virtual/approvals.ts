/**
 * Readers of the children of a virtual dataset. A virtual dataset gives no access that its children do not give, unless
 * a user who may grant access to a child has approved it. Approvals are stored with the virtual dataset.
 */
import { createHash } from 'node:crypto'
import type { DatasetLink, ReadKey } from '../../accounts'
import type { Permission } from '../../permissions'
import { readersCan } from '../../permissions'
import { attachmentField } from '../../schema/attachment-fields'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'

/** The settings that give read access to a dataset. */
export type Readers = { permissions: Permission[]; readKey?: ReadKey | undefined; links: readonly DatasetLink[] }

/** The root dataset, whose readers are checked. */
export type Root = Pick<Dataset, 'id' | 'owner' | 'metadata' | 'approvals'> & Readers

/** The operations needed to read the lines of a child. Attachments follow the lines that refer to them. */
export function readingOperations({ published }: Pick<Dataset, 'published'>): ('readLines' | 'downloadAttachment')[] {
  return attachmentField(published.schema) ? ['readLines', 'downloadAttachment'] : ['readLines']
}

/** Whether all readers of a virtual dataset may read a child by the permissions of the child. */
export function isCovered(root: Readers, child: Dataset): boolean {
  return readingOperations(child).every((operation) => readersCan(operation, readersOf(root), child))
}

/** The permissions of a dataset; a read key or a protected link makes it public to those who have it. */
export function readersOf({ permissions, readKey, links }: Readers): Permission[] {
  return readKey || links.length > 0 ? [...permissions, { classes: ['read'] }] : permissions
}

/**
 * The state for which an approval of a child is valid: its owner and, for a virtual child, the lines and fields that it
 * shows. The approval ends when either changes.
 */
export function approvedState({ owner, nature, metadata, published }: Dataset): string {
  const { type, id, department = '' } = owner
  const shown = nature === 'virtual' ? [childrenOf(metadata), viewOf(metadata, published.schema)] : []
  return createHash('sha256')
    .update(JSON.stringify([type, id, department, shown]))
    .digest('hex')
}

/** Whether a virtual dataset shows nothing more of a child than before a change. */
export function isViewUnchanged(
  before: Pick<Dataset, 'metadata' | 'published'>,
  after: Pick<Dataset, 'metadata'> & { schema: readonly Field[] },
): boolean {
  const keys = new Set(before.published.schema.map(({ key }) => key))
  const schema = before.published.schema
  return (
    JSON.stringify(viewOf(before.metadata, schema)) === JSON.stringify(viewOf(after.metadata, schema)) &&
    after.schema.every(({ key, 'x-calculated': isCalculated }) => isCalculated || keys.has(key))
  )
}

export function childrenOf({ virtual }: Dataset['metadata']): string[] {
  return [...new Set(virtual?.children)].sort()
}

/** The filters and the field selection of a child. */
function viewOf({ virtual }: Dataset['metadata'], schema: readonly Field[]): unknown[] {
  const filters = (virtual?.filters ?? []).filter(({ values }) => values.length > 0)
  return [filters, virtual?.filterActiveAccount === true, schema.map(({ key }) => key).sort()]
}
