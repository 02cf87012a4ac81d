/** The lines of a batch, as NDJSON or as a JSON array. Pure. */
import { objectOf } from '../../schema/json-reference'
import { parseReplacing } from '../../schema/well-formed'
import type { BatchCall } from './types'

type Line = Record<string, unknown>

/** The body of a batch. */
export function encodeLines(lines: readonly Line[], { isNdjson }: Pick<BatchCall, 'isNdjson'>): string {
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
