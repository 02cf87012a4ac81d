import type { Context } from '../../../worker/context'
import { checkConstraints } from '../../../worker/datasets/editable'
import { Problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { findDuplicates } from '../../../worker/lines'
import { duplicateSentence } from '../../../worker/lines/write'
import { tableDatabases } from '../lines-database'
import { diagnosticRow, saveDiagnostic } from '../save-diagnostic'
import type { StageInput } from '../stage'

/**
 * Checks the uniqueness constraints of a dataset against the lines of its file. Duplicate lines are listed in the diagnostic
 * of the version.
 *
 * @throws `lines-duplicated` when there are any, `constraint-refused` when the file has no such column
 */
export async function checkUnique(ctx: Context, { run, dataset, state }: StageInput): Promise<void> {
  const { constraints } = dataset.metadata
  const { pointer, fields = [] } = state
  if (!constraints?.length || !pointer) return
  checkConstraints(constraints, fields, 'file')
  const databases = tableDatabases(ctx, pointer)
  const booleans = new Set(fields.flatMap(({ key, type }) => (type === 'boolean' ? key : [])))
  const rows: string[] = []
  const sentences: string[] = []
  let count = 0
  for (const { properties } of constraints) {
    const limit = limits.processing.maxDiagnosticRows - rows.length
    const duplicates = await findDuplicates(databases, pointer, { keys: properties, limit })
    if (duplicates.count === 0) continue
    count += duplicates.count
    const message = duplicateSentence(properties, fields)
    sentences.push(message)
    for (const { line, values } of duplicates.lines) {
      const texts = values.map((value, at) =>
        booleans.has(properties[at] ?? '') ? String(value === 1) : String(value),
      )
      const field = properties.join(', ')
      rows.push(diagnosticRow({ line, type: 'unicity', field, message, raw: texts.join(' | ') }))
    }
  }
  if (count === 0) return
  await saveDiagnostic(ctx, { run, dataset }, rows)
  throw new Problem('lines-duplicated', {
    count,
    reasons: sentences.map((sentence) => `\n${sentence}`).join(''),
    unicityErrorCount: count,
    diagnosticErrorCount: rows.length,
    diagnosticCapped: rows.length < count ? 1 : 0,
  })
}
