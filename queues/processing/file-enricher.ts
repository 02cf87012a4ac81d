/** The extensions of the lines of a file: their values, statistics and failures, while the lines are written. */
import {
  type CountsByPrefix,
  type ExtendLines,
  failureProblem,
  failureText,
  lineExtender,
  linesAtOnce,
  ownFields,
  producedFields,
  type ResolvedExtension,
} from '../../worker/datasets/extensions'
import type { RunState } from '../../worker/datasets/runs'
import { Problem, type StoredProblem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import type { Layout, StoredValue } from '../../worker/lines/storage'
import { type LineValue, newRecord } from '../../worker/lines/write'
import type { Field } from '../../worker/schema/field'
import { observed } from '../../worker/schema/profile/field-observations'
import { FieldProfile, type ProfileState } from '../../worker/schema/profile/field-profile'
import type { FieldStatistics } from '../../worker/schema/profile/field-statistics'
import { diagnosticRow } from './save-diagnostic'

/** The state between two deliveries. */
export type ExtensionState = {
  profiles: Record<string, ProfileState>
  lines: number
  failed: number
  rows: string[]
  examples: string[]
  /** Absent in states of earlier versions of the service. */
  failures?: StoredProblem[]
  counts: CountsByPrefix
}

type Line = { index: number; values: StoredValue[] }

export class FileEnricher {
  readonly #extend: ExtendLines
  /** Lines that are extended at once. */
  readonly batchLines: number
  readonly #profiles: ReadonlyMap<string, FieldProfile>
  readonly #separators: ReadonlyMap<string, string>
  readonly #report: Omit<ExtensionState, 'profiles'>

  /**
   * @param fields the fields of the lines
   * @param from the state of an earlier delivery
   * @returns undefined without an extension
   * @throws `extension-input-missing`
   */
  static open(
    extensions: readonly ResolvedExtension[],
    fields: readonly Field[],
    from?: ExtensionState,
  ): FileEnricher | undefined {
    const own = ownFields(fields)
    const counts = { ...from?.counts }
    const extend = lineExtender(extensions, own, counts)
    if (!extend) return undefined
    const batchLines = linesAtOnce(extensions, limits.extensions.batchLines)
    return new FileEnricher(extend, batchLines, producedFields(extensions, own), { ...from, counts })
  }

  private constructor(
    extend: ExtendLines,
    batchLines: number,
    fields: readonly Field[],
    from: Partial<ExtensionState> & Pick<ExtensionState, 'counts'>,
  ) {
    this.#extend = extend
    this.batchLines = batchLines
    const budget = { left: limits.schema.maxTrackedValuesInAll }
    this.#profiles = new Map(
      fields.map(({ key }) => {
        const saved = from.profiles?.[key]
        return [key, saved ? FieldProfile.fromJSON(saved, budget) : new FieldProfile(budget)] as const
      }),
    )
    this.#separators = new Map(fields.flatMap(({ key, separator }) => (separator ? [[key, separator]] : [])))
    const { profiles: _, ...report } = from
    this.#report = { lines: 0, failed: 0, rows: [], examples: [], ...report }
  }

  /**
   * Adds the values of the extensions to the values of lines, which are in the order of `fields`.
   *
   * @returns the characters added to each line; undefined for a line that has failed
   */
  async extend(lines: readonly Line[], fields: readonly Field[]): Promise<(number | undefined)[]> {
    const own = fields.flatMap(({ key, 'x-extension': extension }, at) => (extension ? [] : [{ key, at }]))
    const added = fields.flatMap(({ key }, at) => (this.#profiles.has(key) ? [{ key, at }] : []))
    const values = lines.map((line) => {
      const record = newRecord<LineValue>()
      for (const { key, at } of own) {
        const value = line.values[at]
        if (value !== null && value !== undefined) record[key] = value
      }
      return record
    })
    const extended = await this.#extend(values)
    return lines.map((line, number) => {
      const result = extended[number]
      this.#report.lines++
      if (result?.failure) {
        this.#fail(line.index, result.failure)
        return undefined
      }
      let chars = 0
      for (const { key, at } of added) {
        const value = result?.values[key]
        const text = textOf(value, this.#separators.get(key))
        this.#profiles.get(key)?.add(text)
        chars += text.length
        line.values[at] = stored(value)
      }
      return chars
    })
  }

  /** What the sources have answered. */
  get counts(): CountsByPrefix {
    return this.#report.counts
  }

  get failedLines(): number {
    return this.#report.failed
  }

  state(): ExtensionState {
    const profiles = Object.fromEntries([...this.#profiles].map(([key, profile]) => [key, profile.toJSON()]))
    return { ...this.#report, profiles }
  }

  /** Rows of the diagnostic, and the problem of the lines that have failed; undefined without any. */
  refusal(): { rows: readonly string[]; problem: Problem } | undefined {
    const { failed, rows, examples, failures = [] } = this.#report
    if (failed === 0) return undefined
    const others = failed - examples.length
    const params = {
      count: failed,
      examples: examples.join('') + (others > 0 ? `\n${others} autres erreurs...` : ''),
      failures,
      extensionErrorCount: failed,
      diagnosticErrorCount: rows.length,
      diagnosticCapped: rows.length < failed ? 1 : 0,
    }
    return { rows, problem: new Problem('lines-not-extended', params) }
  }

  /** Statistics by key. */
  statistics(): Record<string, FieldStatistics> {
    const { lines } = this.#report
    return Object.fromEntries(
      [...this.#profiles].map(([key, profile]) => {
        const statistics = profile.statistics()
        return [key, { ...statistics, empty: lines - statistics.filled }]
      }),
    )
  }

  /** Observed values and cardinalities, by key. */
  observations(fields: readonly Field[]): NonNullable<RunState['observations']> {
    const statistics = this.statistics()
    return Object.fromEntries(
      fields.flatMap((field) => {
        const ofField = statistics[field.key]
        return ofField ? [[field.key, observed(field, ofField, this.#report.lines)]] : []
      }),
    )
  }

  /** A layout whose estimate was made before the lines were extended, with the longest values of the extensions. */
  extendLayout(layout: Layout): Layout {
    const longer = Object.values(this.statistics()).map(({ maxBytes }) =>
      Math.max(0, 2 * (maxBytes - limits.schema.maxFilterableChars)),
    )
    return { ...layout, maxLineBytes: longer.reduce((sum, bytes) => sum + bytes, layout.maxLineBytes) }
  }

  #fail(line: number, failure: Parameters<typeof failureText>[0]): void {
    const report = this.#report
    const message = failureText(failure, line)
    report.failed++
    if (report.examples.length < limits.processing.describedBadLines) {
      report.examples.push(`\nLigne ${line}: ${message}`)
      report.failures = [...(report.failures ?? []), failureProblem(failure, line)]
    }
    if (report.rows.length < limits.processing.maxDiagnosticRows) {
      report.rows.push(diagnosticRow({ line, type: 'extension', field: failure.field, message, raw: failure.raw }))
    }
  }
}

function textOf(value: LineValue | undefined, separator: string | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(separator)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function stored(value: LineValue | undefined): StoredValue {
  if (value === undefined) return null
  if (Array.isArray(value)) return [...value]
  return typeof value === 'object' ? JSON.stringify(value) : value
}
