/** Validates every line of a file against the rules of its fields. */
import type { Context } from '../../../worker/context'
import { ownFields } from '../../../worker/datasets/extensions'
import type { RunState } from '../../../worker/datasets/runs'
import { Problem, problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { hasRules, type LineRefusal, lineValidator, refusalSentence, valueReader } from '../../../worker/lines/write'
import { coercion, isRefused } from '../../../worker/schema/coerce'
import { emptiesInvalid } from '../../../worker/schema/expression/transformation'
import type { Field } from '../../../worker/schema/field'
import { withDetectedNotation } from '../../../worker/schema/merge-schema'
import { keyRulesOf } from '../describe-columns'
import { diagnosticRow, dropDiagnostics, saveDiagnostic } from '../save-diagnostic'
import { loadCursor, type ReadPosition, SourceReader, saveCursor } from '../source-reader'
import type { StageInput } from '../stage'

/** The memory of a paused check. */
type Memory = {
  position: ReadPosition
  lines: number
  invalid: number
  faults: number
  rows: string[]
  examples: string[]
}

/**
 * Reads the file again when a field has a rule. Refused lines are listed in a diagnostic file of the dataset.
 *
 * @throws `lines-invalid` when any line is invalid
 */
export async function checkRows(ctx: Context, input: StageInput): Promise<RunState> {
  const { run, dataset, state, time } = input
  const { source, columns = [], detected = [] } = state
  // The fields of extensions have no values yet.
  const fields = ownFields(state.fields ?? [])
  const checked: RunState = { ...state, checked: true }
  if (!fields.some(hasRules)) {
    await dropDiagnostics(ctx, input)
    return checked
  }
  if (!source) throw problem('file-lost')
  const memory = state.cursor ? await loadCursor<Memory>(ctx, state.cursor) : undefined
  const transforming = { fields, keyRules: keyRulesOf(dataset, dataset[run.target]) }
  const reading = new SourceReader(source, transforming, memory?.position)
  const report: Omit<Memory, 'position'> = memory ?? { lines: 0, invalid: 0, faults: 0, rows: [], examples: [] }
  const cellOf = new Map(columns.map((column) => [column.key, column.index]))
  const readers = fields.map((field) => {
    const column = detected.find(({ key }) => key === field.key)
    const asWritten = column ? withDetectedNotation(field, column) : field
    return {
      key: field.key,
      at: cellOf.get(field.key) ?? -1,
      read: emptiesInvalid(field) ? validOnly(asWritten) : valueReader(asWritten),
    }
  })
  const refusalsOf = lineValidator(fields)
  const ended = await reading.run(
    ctx,
    ({ index, cells }) => {
      report.lines++
      const values: Record<string, unknown> = Object.create(null)
      for (const { key: name, at, read } of readers) values[name] = read(cells[at] ?? '')
      const refusals = refusalsOf(values)
      if (refusals.length === 0) return
      report.invalid++
      report.faults += refusals.length
      const all = refusals.map(refusalSentence).join(', ')
      if (report.examples.length < limits.processing.describedBadLines) report.examples.push(`\nLigne ${index}: ${all}`)
      for (const refusal of refusals) {
        if (report.rows.length < limits.processing.maxDiagnosticRows) report.rows.push(rowOf(index, refusal))
      }
    },
    async () => {
      await time.pause(run, reading.progress)
      return time.isOver()
    },
  )
  const { cursor: _, ...rest } = checked
  if (!ended) {
    const paused: Memory = { ...report, position: reading.position() }
    const cursor = await saveCursor(ctx, { object: source.object, run: run.id, step: run.step, memory: paused })
    return { ...state, cursor }
  }
  if (report.invalid === 0) {
    await dropDiagnostics(ctx, input)
    return rest
  }
  await saveDiagnostic(ctx, input, report.rows)
  throw refused(report)
}

function refused({ lines, invalid, faults, rows, examples }: Omit<Memory, 'position'>): Problem {
  const others = invalid - examples.length
  const more = others > 0 ? `\n${others} autres erreurs...` : ''
  return new Problem('lines-invalid', {
    share: Math.round((100 * invalid) / lines),
    examples: examples.join('') + more,
    validationErrorCount: faults,
    diagnosticErrorCount: rows.length,
    diagnosticCapped: rows.length < faults ? 1 : 0,
  })
}

/** Reads values that are not of the type of the field as empty. */
function validOnly(field: Field): (cell: string) => unknown {
  const [coerce, read] = [coercion(field), valueReader(field)]
  return (cell) => (isRefused(coerce(cell)) ? undefined : read(cell))
}

function rowOf(line: number, { where, text, value, missing }: LineRefusal): string {
  const raw = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return diagnosticRow({ line, type: 'validation', field: missing ?? where.slice(1), message: text, raw })
}
