/** Changes of uniqueness constraints in a table that already has lines. */

import { uniqueStatement } from '../storage/editable-table'
import type { TablePointer } from '../storage/layout'
import { stateName, uniqueName } from '../storage/table-names'
import { duplicateMessage } from './violated-constraint'

/**
 * Replaces the constraints of a table.
 *
 * @returns the keys of a constraint that the lines violate, in which case nothing changes
 */
export async function changeConstraints(
  db: D1Database,
  pointer: TablePointer,
  { before, after }: { before: readonly string[][]; after: readonly string[][] },
): Promise<readonly string[] | undefined> {
  const drops = before.map((_, number) => `DROP INDEX IF EXISTS ${uniqueName(pointer.run, number)}`)
  const makes = after.map((keys, number) => uniqueStatement(pointer, keys, number))
  try {
    await db.batch([...drops, ...makes].map((text) => db.prepare(text)))
    return undefined
  } catch (error) {
    const constraints = after.map((properties) => ({ type: 'unique' as const, properties }))
    const violated = constraints.find(
      (one) => duplicateMessage({ constraints: [one], pointer, fields: [] }, error) !== undefined,
    )
    if (!violated) throw error
    return violated.properties
  }
}

/** From now on, refuses writes that use an older description than this revision. */
export async function raiseRevision(db: D1Database, run: string, revision: number): Promise<void> {
  await db
    .prepare(`UPDATE ${stateName(run)} SET revision=max(revision,?1)`)
    .bind(revision)
    .run()
}
