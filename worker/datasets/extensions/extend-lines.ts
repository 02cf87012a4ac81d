/** `lineExtender`: the values of the extensions of lines, from their other values. */
import { describe, problem, type Reason, type StoredProblem, untranslated } from '../../errors'
import { compileLocation, locationFields } from '../../geometry'
import { type LineValue, type LineValues, newRecord } from '../../lines/write'
import { compile, ExpressionError, resultConverter, type Value } from '../../schema/expression'
import type { Field } from '../../schema/field'
import { addCounts, type CountsByPrefix } from './counts'
import type { ExpressionExtension } from './definition'
import type { ExtensionWithoutSource, ExtensionWithSource, ResolvedExtension } from './fields'
import { inputColumns } from './inputs'

/** Why a line cannot have the values of an extension. */
type ExtensionFailure = { field: string; expr?: string; reason: Reason; raw: string }
/** The values of all extensions of a line. `failure`: the line is refused. */
type ExtendedLine = { values: LineValues; failure?: ExtensionFailure }
/** Extends lines. The result has one element per line, in order. */
export type ExtendLines = (lines: readonly LineValues[]) => Promise<ExtendedLine[]>

/** A line while it is extended: its own values, and those of the extensions so far. */
type Draft = { own: LineValues; added: Record<string, LineValue>; failure?: ExtensionFailure }
type Step = (drafts: readonly Draft[]) => Promise<void> | void

/**
 * Compiles extensions, in order: each sees the values of the earlier ones.
 *
 * @param fields the fields that lines have without extensions
 * @param counts what the sources have answered is added to it
 * @returns undefined without an extension
 * @throws `extension-input-missing`
 */
export function lineExtender(
  extensions: readonly ResolvedExtension[],
  fields: readonly Field[],
  counts: CountsByPrefix = {},
): ExtendLines | undefined {
  if (extensions.length === 0) return undefined
  const known = [...fields]
  const steps = extensions.flatMap((resolved): Step[] => {
    const step = stepOf(resolved, known, counts)
    known.push(...resolved.fields)
    return step ? [step] : []
  })
  return async (lines) => {
    const drafts = lines.map((own): Draft => ({ own, added: newRecord() }))
    for (const step of steps) await step(drafts)
    return drafts.map(({ added, failure }) => (failure ? { values: added, failure } : { values: added }))
  }
}

function stepOf(resolved: ResolvedExtension, before: readonly Field[], counts: CountsByPrefix): Step | undefined {
  if ('source' in resolved) return sourceStep(resolved, before, counts)
  return 'missing' in resolved ? missingStep(resolved, counts) : expressionStep(resolved, before)
}

const valueIn = ({ own, added }: Draft, key: string): LineValue | undefined =>
  added[key] ?? (Object.hasOwn(own, key) ? own[key] : undefined)

function expressionStep(
  { extension: { expr }, fields: [field] }: { extension: ExpressionExtension; fields: readonly Field[] },
  before: readonly Field[],
): Step | undefined {
  if (!field) return undefined
  const known = new Set(before.map(({ key }) => key))
  const evaluate = compile(expr)
  const convert = resultConverter(field)
  return (drafts) => {
    for (const draft of drafts) {
      if (draft.failure) continue
      const scope = {
        has: (name: string) => known.has(name),
        // A field of the type `object` has JSON.
        get: (name: string) => valueIn(draft, name) as Value,
      }
      try {
        const value = convert(evaluate(scope))
        if (value !== null) draft.added[field.key] = value
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        draft.failure = {
          field: field.key,
          expr,
          reason: error.reason,
          raw: JSON.stringify({ ...draft.own, ...draft.added }),
        }
      }
    }
  }
}

function sourceStep(resolved: ExtensionWithSource, before: readonly Field[], counts: CountsByPrefix): Step {
  const { extension, source, outputs, errorKey } = resolved
  const { mandatory, propertyPrefix: prefix = '' } = extension
  const inputs = [...inputColumns(resolved, before)]
  const pointOf = pointReader(before)
  const required = source.input.flatMap((input) => (input.required ? input.name : []))
  const separators = new Map(source.output.flatMap(({ name, separator }) => (separator ? [[name, separator]] : [])))
  return async (drafts) => {
    const sent: Draft[] = []
    const rows: Record<string, unknown>[] = []
    for (const draft of drafts) {
      if (draft.failure) continue
      const row = newRecord<unknown>()
      let isEmpty = true
      for (const [name, key] of inputs) {
        const value = key === '_geopoint' ? pointOf(draft) : valueIn(draft, key)
        if (value === undefined) continue
        row[name] = value
        isEmpty = false
      }
      if (isEmpty || required.some((name) => row[name] === undefined)) continue
      sent.push(draft)
      rows.push(row)
    }
    if (sent.length === 0) return
    const { results, calls, saved } = await source.answer(rows)
    let unmatched = 0
    for (const [at, draft] of sent.entries()) {
      const { values = {}, error } = results[at] ?? {}
      for (const [name, key] of outputs) {
        const value = Object.hasOwn(values, name) ? values[name] : undefined
        const separator = separators.get(name)
        if (value === undefined || value === '') continue
        draft.added[key] = separator && typeof value === 'string' ? value.split(separator) : value
      }
      if (error === undefined) continue
      unmatched++
      draft.added[errorKey] = error
      if (mandatory) draft.failure = { field: prefix, reason: untranslated(error), raw: JSON.stringify(rows[at]) }
    }
    addCounts(counts, prefix, { title: source.title, matched: sent.length - unmatched, unmatched, calls, saved })
  }
}

/** Without its source, an extension gives each line an error. */
function missingStep({ extension, errorKey, missing }: ExtensionWithoutSource, counts: CountsByPrefix): Step {
  const { mandatory, propertyPrefix: prefix = '' } = extension
  return (drafts) => {
    const sent = drafts.filter(({ failure }) => !failure)
    for (const draft of sent) {
      draft.added[errorKey] = missing
      if (mandatory) draft.failure = { field: prefix, reason: untranslated(missing), raw: JSON.stringify(draft.own) }
    }
    addCounts(counts, prefix, { matched: 0, unmatched: sent.length, calls: 0, saved: 0 })
  }
}

/** The position of a line, `lat,lon`. */
function pointReader(fields: readonly Field[]): (line: Draft) => string | undefined {
  const columns = [...fields]
  const located = locationFields(columns)
  const positionOf = located && compileLocation(located, undefined)
  return (line) => {
    const position = positionOf?.(columns.map(({ key }) => pointValue(valueIn(line, key))))
    return position && 'lat' in position ? `${position.lat},${position.lon}` : undefined
  }
}

const pointValue = (value: LineValue | undefined) => (typeof value === 'object' ? null : (value ?? null))

/** Why a line is refused. */
export function failureProblem({ field, expr, reason }: ExtensionFailure, line: string | number): StoredProblem {
  return expr === undefined
    ? { code: 'extension-mandatory', params: { prefix: field, reason, line } }
    : { code: 'extension-failed', params: { column: field, expr, reason, line } }
}

/** The message of a line that is refused, in French like the validation messages of lines. */
export const failureText = (failure: ExtensionFailure, line: string | number): string =>
  describe(failureProblem(failure, line), 'fr')

/** The values of the extensions of stored lines. @throws `extension-failed`, `extension-mandatory` for the first line without them */
export async function extendStored(
  extend: ExtendLines,
  lines: readonly { id: string; values: LineValues }[],
): Promise<LineValues[]> {
  const extended = await extend(lines.map(({ values }) => values))
  return extended.map(({ values, failure }, at) => {
    if (!failure) return values
    const { field, expr, reason } = failure
    if (expr === undefined) throw problem('extension-mandatory', { prefix: field, reason })
    throw problem('extension-failed', { column: field, expr, reason, line: lines[at]?.id ?? '' })
  })
}
