import type { Context } from '../../../context'
import { addValues, type Changes, type WrittenLine, writtenLines } from '../../../lines/write/apply-operations'
import type { LineFault } from '../../../lines/write/line'
import { type Extension, failureText, lineExtender, ownFields, resolveExtensions } from '../../extensions'
import type { WritableTable } from './open-writable-table'

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
  const extensions = metadata.extensions?.filter((one) => one.active) ?? []
  const lines = writtenLines(changes)
  if (lines.length === 0 || (writeSchema.extended.size === 0 && !extensions.some(isMandatory))) return []
  const stored = { extensions, schema: dataset.published.schema }
  const resolved = await resolveExtensions(ctx, { owner, extensions, stored, isUrgent: true })
  // Until a table with other columns is built, only the columns of this one have values; lines must have the mandatory ones all the same.
  const isStored = (key: string): boolean => writeSchema.extended.has(key)
  const applied = resolved.filter(
    ({ extension, fields }) => isMandatory(extension) || fields.every(({ key }) => isStored(key)),
  )
  const extend = lineExtender(applied, ownFields(writeSchema.fields))
  if (!extend) return []
  const extended = await extend(lines.map(({ values }) => values))
  const byLine = new Map(lines.map((line, at) => [line, extended[at]]))
  const faults = changes.outcomes.flatMap((outcome): LineFault[] => {
    const failure = 'line' in outcome && 'offset' in outcome.line ? byLine.get(outcome.line)?.failure : undefined
    return failure ? [{ at: outcome.at, status: 400, error: failureText(failure, outcome.at) }] : []
  })
  const valuesOf = (line: WrittenLine) =>
    Object.fromEntries(Object.entries(byLine.get(line)?.values ?? {}).filter(([key]) => isStored(key)))
  if (faults.length === 0) addValues(changes, valuesOf)
  return faults
}

const isMandatory = (extension: Extension): boolean =>
  extension.type === 'remoteService' && extension.mandatory === true
