import type { Context } from '../../../context'
import { addValues, type Changes, writtenLines } from '../../../lines/write/apply'
import type { LineFault } from '../../../lines/write/line'
import { failureText, lineExtender, ownFields, resolveExtensions } from '../../extensions'
import type { WritableTable } from './open-table'

/**
 * Adds the values of the extensions to the lines that were written, in place.
 *
 * @returns the lines that cannot be extended
 */
export async function extendChanges(
  ctx: Context,
  { dataset, writeSchema }: WritableTable,
  changes: Changes,
): Promise<LineFault[]> {
  const { owner, metadata } = dataset
  if (writeSchema.extended.size === 0 || changes.writes === 0) return []
  const resolved = await resolveExtensions(ctx, { owner, extensions: metadata.extensions, isUrgent: true })
  // While a table with other columns is being built, only the columns of this one have values.
  const stored = resolved.filter(({ fields }) => fields.every(({ key }) => writeSchema.extended.has(key)))
  const extend = lineExtender(stored, ownFields(writeSchema.fields))
  if (!extend) return []
  const lines = writtenLines(changes)
  const extended = await extend(lines.map(({ values }) => values))
  const byLine = new Map(lines.map((line, at) => [line, extended[at]]))
  const faults = changes.outcomes.flatMap((outcome): LineFault[] => {
    const failure = 'line' in outcome && 'offset' in outcome.line ? byLine.get(outcome.line)?.failure : undefined
    return failure ? [{ at: outcome.at, status: 400, error: failureText(failure, outcome.at) }] : []
  })
  if (faults.length === 0) addValues(changes, (line) => byLine.get(line)?.values)
  return faults
}
