/** The lines of a batch, as NDJSON or as a JSON array. Pure. */
import { objectOf } from '../../schema/json-reference'
import { parseReplacing } from '../../schema/well-formed'
import type { EnrichmentAction } from './types'

type Line = Record<string, unknown>

/** The body of a batch. */
export function encodeLines(lines: readonly Line[], { isNdjson }: EnrichmentAction['call']): string {
  return isNdjson ? lines.map((line) => `${JSON.stringify(line)}\n`).join('') : JSON.stringify(lines)
}

/** The lines of a response: a JSON array, or a JSON value in each line. @throws SyntaxError */
export function decodeLines(text: string): Line[] {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    const list = parseReplacing(trimmed)
    return Array.isArray(list) ? list.map(objectOf) : []
  }
  return trimmed === '' ? [] : trimmed.split('\n').map((line) => objectOf(parseReplacing(line)))
}
