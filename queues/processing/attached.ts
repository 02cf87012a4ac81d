/** Which column of a file names its attachments (contract datasets §5.4 rule 1, §6), and what does not match. Pure. */
import type { StoredProblem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { attachmentAddress, attachmentConcept, attachmentField } from '../../worker/schema/attached'
import type { DetectedField, Field } from '../../worker/schema/field'
import type { FoundColumn } from './columns'

/** What was seen in one column. */
type Seen = { matches: number; used: Set<string>; missing: number; missed: string[] }
export type AttachedState = { matches: number; used: string[]; missing: number; missed: string[] }[]

/** Compares the cells of a file with the paths of its attachments. */
export class AttachedColumns {
  readonly #paths: ReadonlySet<string>
  readonly #seen: Seen[]

  constructor(paths: readonly string[], from: AttachedState = []) {
    this.#paths = new Set(paths)
    this.#seen = from.map((one) => ({ ...one, used: new Set(one.used) }))
  }

  add(cells: readonly string[]): void {
    if (this.#paths.size === 0) return
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      if (cell === undefined || cell === '') continue
      const seen = this.#seen[at] ?? { matches: 0, used: new Set(), missing: 0, missed: [] }
      this.#seen[at] = seen
      const path = cell.trim()
      if (this.#paths.has(path)) {
        seen.matches++
        seen.used.add(path)
      } else if (path !== '') {
        seen.missing++
        if (seen.missed.length < limits.attachments.toldPaths)
          seen.missed.push(path.slice(0, limits.files.maxQuotedChars))
      }
    }
  }

  state(): AttachedState {
    const none = { matches: 0, used: [], missing: 0, missed: [] }
    return Array.from(this.#seen, (seen) => (seen ? { ...seen, used: [...seen.used] } : none))
  }

  /** Gives the concept to the column more than half of whose values are paths, unless a field bears it already. */
  recognize(detected: DetectedField[], columns: readonly FoundColumn[], existing: readonly Field[]): DetectedField[] {
    if (attachmentField(existing)) return detected
    let best: { key: string; matches: number } | undefined
    for (const { key, index } of columns) {
      const { matches = 0, missing = 0 } = this.#seen[index] ?? {}
      if (matches > missing && matches > (best?.matches ?? 0)) best = { key, matches }
    }
    return detected.map((field) => {
      if (field.key !== best?.key) return field
      return { key: field.key, 'x-originalName': field['x-originalName'], type: 'string', concept: attachmentConcept }
    })
  }

  /** What the publisher should know: nothing is dropped in silence (design §12 row 5). */
  warnings(fields: readonly Field[], columns: readonly FoundColumn[]): StoredProblem[] {
    if (this.#paths.size === 0) return []
    const named = attachmentField(fields)
    if (!named) return [{ code: 'attachments-unmatched', params: { paths: told([...this.#paths].slice(0, 3)) } }]
    const at = columns.find(({ key }) => key === named.key)?.index ?? -1
    const { used, missing = 0, missed = [] } = this.#seen[at] ?? {}
    const warnings: StoredProblem[] = []
    const paths = missed.filter((path) => attachmentAddress(path) !== undefined)
    if (paths.length > 0) warnings.push({ code: 'attachments-missing', params: { count: missing, paths: told(paths) } })
    const unused = [...this.#paths].filter((path) => !used?.has(path))
    if (unused.length > 0) {
      const some = told(unused.slice(0, limits.attachments.toldPaths))
      warnings.push({ code: 'attachments-unused', params: { count: unused.length, paths: some } })
    }
    return warnings
  }
}

function told(paths: readonly string[]): string {
  return paths.map((path) => `"${path}"`).join(', ')
}

/** The table of a dataset that is its attachments (contract datasets §4.2): a column `file` with their paths. */
export async function* tableOfPaths(paths: readonly string[]): AsyncGenerator<string> {
  const lines = [...paths].sort().map((path) => `"${path.replaceAll('"', '""')}"\n`)
  yield 'file\n'
  for (let at = 0; at < lines.length; at += limits.attachments.listedAtOnce) {
    yield lines.slice(at, at + limits.attachments.listedAtOnce).join('')
  }
}
