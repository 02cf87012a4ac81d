/** The action of a line that a request writes, within the permissions of its caller. */
import { problem } from '../../../errors'
import { classOf, type DatasetOperation } from '../../../identity'
import type { WriteAction } from '../../../lines/write/action-names'
import { can } from '../../../permissions'
import type { WritableTable } from './open-writable-table'

/** The operations on all lines, and on own lines. */
type Operations = Readonly<Record<'all' | 'own', DatasetOperation>>
const replacing: Operations = { all: 'updateLine', own: 'updateOwnLine' }
/** Those of the actions that change a line which is there. */
const changes: ReadonlyMap<unknown, Operations> = new Map([
  ['update', replacing],
  ['patch', { all: 'patchLine', own: 'patchOwnLine' }],
  ['delete', { all: 'deleteLine', own: 'deleteOwnLine' }],
])

/**
 * The action that replaces the `_action` of a body; undefined to keep that one. The permission to add lines does not
 * allow changing or deleting them: without the permission to replace lines, a line is added, or is a conflict.
 *
 * @throws `permission-missing`
 */
export function permittedAction(
  { actor, dataset }: WritableTable,
  { sent, whose }: { sent: unknown; whose: 'all' | 'own' },
): WriteAction | undefined {
  // A share link can only add lines, whatever it grants.
  if (actor.type === 'linkKey' && whose === 'all') return 'create'
  const change = changes.get(sent)
  const operation = (change ?? replacing)[whose]
  if (can(actor, operation, dataset)) return undefined
  if (change) throw problem('permission-missing', { operation, class: classOf(operation) })
  return 'create'
}
