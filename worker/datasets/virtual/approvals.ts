/**
 * Whom a virtual dataset shows its children to. It lets nobody read what the children do not let them read, except where
 * somebody who may open a child to them has approved it: approvals are stored with the virtual dataset.
 */
import { createHash } from 'node:crypto'
import { type ReadKey, readersCan } from '../../accounts'
import type { Permission } from '../../permissions'
import { attachmentField } from '../../schema/attached'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/row'

/** What lets people read a dataset. */
export type Readers = { permissions: Permission[]; readKey?: ReadKey | undefined }

/** The dataset whose readers are looked at: the topmost one. */
export type Root = Pick<Dataset, 'id' | 'owner' | 'metadata' | 'approvals'> & Readers

/** What reading the lines of a child takes. Files go with what refers to them. */
export function readingOperations({ published }: Pick<Dataset, 'published'>): ('readLines' | 'downloadAttachment')[] {
  return attachmentField(published.schema) ? ['readLines', 'downloadAttachment'] : ['readLines']
}

/** Whether everybody who may read a virtual dataset may read a child by the child's own permissions. */
export function isCovered(root: Readers, child: Dataset): boolean {
  return readingOperations(child).every((operation) => readersCan(operation, readersOf(root), child))
}

/** The permissions of a dataset; a read key opens it to whoever has the key. */
export function readersOf({ permissions, readKey }: Readers): Permission[] {
  return readKey ? [...permissions, { classes: ['read'] }] : permissions
}

/**
 * What an approval of a child holds for: its owner, and what it shows if it is virtual itself. An approval ends when the
 * child is given to another owner, or shows something else.
 */
export function approvedState({ owner, nature, metadata, published }: Dataset): string {
  const { type, id, department = '' } = owner
  const shown = nature === 'virtual' ? [childrenOf(metadata), viewOf(metadata, published.schema)] : []
  return createHash('sha256')
    .update(JSON.stringify([type, id, department, shown]))
    .digest('hex')
}

/** Whether a virtual dataset shows nothing of a child that it did not show before a change. */
export function isViewKept(
  before: Pick<Dataset, 'metadata' | 'published'>,
  after: Pick<Dataset, 'metadata'> & { schema: readonly Field[] },
): boolean {
  const known = new Set(before.published.schema.map(({ key }) => key))
  const schema = before.published.schema
  return (
    JSON.stringify(viewOf(before.metadata, schema)) === JSON.stringify(viewOf(after.metadata, schema)) &&
    after.schema.every(({ key, 'x-calculated': isCalculated }) => isCalculated || known.has(key))
  )
}

export function childrenOf({ virtual }: Dataset['metadata']): string[] {
  return [...new Set(virtual?.children)].sort()
}

/** What restricts the lines and the fields that are shown. */
function viewOf({ virtual }: Dataset['metadata'], schema: readonly Field[]): unknown[] {
  const filters = (virtual?.filters ?? []).filter(({ values }) => values.length > 0)
  return [filters, virtual?.filterActiveAccount === true, schema.map(({ key }) => key).sort()]
}
