/** The error of a file of rows as a whole, in the language of the page. Pure. */
import type { Language, ProblemCode } from '../../errors'
import { problems } from '../../problems'
import { patternOf } from '../../schema/line-error-texts'
import { problemText } from '../problem-text'

/** Errors and warnings of a whole file. */
const codes = [
  'columns-unknown',
  'columns-left-out',
  'columns-same',
  'action-malformed',
  'file-quote-open',
  'file-row-too-wide',
  'file-cell-too-long',
  'file-record-too-long',
  'file-too-many-columns',
  'file-not-json-array',
  'file-json-invalid',
] as const satisfies readonly ProblemCode[]

/** The errors of a bulk are in French, whatever the language of the request: clients read them. */
const forms = codes.map((code) => [code, patternOf(problems[code].fr)] as const)

export function fileErrorText(error: string, language: Language): string {
  const known = fileErrorOf(error)
  return known ? problemText(known, language) : error
}

/** The problem of a text; undefined for any other one. */
export function fileErrorOf(
  error: string,
): { code: (typeof codes)[number]; params: Record<string, string> } | undefined {
  for (const [code, form] of forms) {
    const match = form.exec(error)
    if (match) return { code, params: { ...match.groups } }
  }
  return undefined
}
