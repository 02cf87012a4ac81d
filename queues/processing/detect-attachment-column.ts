/** Detects the column of a file with the paths of its attachments, and lists mismatches. Pure. */
import type { StoredProblem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { attachmentAddress, attachmentConcept, attachmentField } from '../../worker/schema/attachment-fields'
import type { DetectedField, Field } from '../../worker/schema/field'
import type { AnalyzedColumn } from './describe-columns'

/** Matches of one column. */
type ColumnMatches = { matches: number; used: Set<string>; missing: number; missed: string[] }
export type AttachmentColumnState = { matches: number; used: string[]; missing: number; missed: string[] }[]

/** Compares the cells of a file with the paths of its attachments. */
export class AttachmentColumns {
  readonly #paths: ReadonlySet<string>
  readonly #matches: ColumnMatches[]

  constructor(paths: readonly string[], from: AttachmentColumnState = []) {
    this.#paths = new Set(paths)
    this.#matches = from.map((column) => ({ ...column, used: new Set(column.used) }))
  }

  add(cells: readonly string[]): void {
    if (this.#paths.size === 0) return
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      if (cell === undefined || cell === '') continue
      const column = this.#matches[at] ?? { matches: 0, used: new Set(), missing: 0, missed: [] }
      this.#matches[at] = column
      const path = cell.trim()
      if (this.#paths.has(path)) {
        column.matches++
        column.used.add(path)
      } else if (path !== '') {
        column.missing++
        if (column.missed.length < limits.attachments.maxListedPaths)
          column.missed.push(path.slice(0, limits.files.maxQuotedChars))
      }
    }
  }

  state(): AttachmentColumnState {
    const none = { matches: 0, used: [], missing: 0, missed: [] }
    return Array.from(this.#matches, (column) => (column ? { ...column, used: [...column.used] } : none))
  }

  /** Sets the concept of the column more than half of whose values are paths, unless a field already has it. */
  recognize(
    detected: DetectedField[],
    columns: readonly AnalyzedColumn[],
    existing: readonly Field[],
  ): DetectedField[] {
    if (attachmentField(existing)) return detected
    let best: { key: string; matches: number } | undefined
    for (const { key, index } of columns) {
      const { matches = 0, missing = 0 } = this.#matches[index] ?? {}
      if (matches > missing && matches > (best?.matches ?? 0)) best = { key, matches }
    }
    return detected.map((field) => {
      if (field.key !== best?.key) return field
      return { key: field.key, 'x-originalName': field['x-originalName'], type: 'string', concept: attachmentConcept }
    })
  }

  /** Warnings about paths without a file and files without a line, so that no mismatch goes unnoticed. */
  warnings(fields: readonly Field[], columns: readonly AnalyzedColumn[]): StoredProblem[] {
    if (this.#paths.size === 0) return []
    const named = attachmentField(fields)
    if (!named) return [{ code: 'attachments-unmatched', params: { paths: listed([...this.#paths].slice(0, 3)) } }]
    const at = columns.find(({ key }) => key === named.key)?.index ?? -1
    const { used, missing = 0, missed = [] } = this.#matches[at] ?? {}
    const warnings: StoredProblem[] = []
    const paths = missed.filter((path) => attachmentAddress(path) !== undefined)
    if (paths.length > 0)
      warnings.push({ code: 'attachments-missing', params: { count: missing, paths: listed(paths) } })
    const unused = [...this.#paths].filter((path) => !used?.has(path))
    if (unused.length > 0) {
      const some = listed(unused.slice(0, limits.attachments.maxListedPaths))
      warnings.push({ code: 'attachments-unused', params: { count: unused.length, paths: some } })
    }
    return warnings
  }
}

function listed(paths: readonly string[]): string {
  return paths.map((path) => `"${path}"`).join(', ')
}

/** The table of a dataset made of its attachments only: a column `file` with their paths. */
export async function* tableOfPaths(paths: readonly string[]): AsyncGenerator<string> {
  const lines = [...paths].sort().map((path) => `"${path.replaceAll('"', '""')}"\n`)
  yield 'file\n'
  for (let at = 0; at < lines.length; at += limits.attachments.listedAtOnce) {
    yield lines.slice(at, at + limits.attachments.listedAtOnce).join('')
  }
}
