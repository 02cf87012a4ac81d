/** The error of a file of rows as a whole, in the language of the page. Pure. */
import type { Language, ProblemCode } from '../../errors'
import { problems } from '../../problems'
import { patternOf } from '../../schema/line-rules'
import { problemText } from '../problem-text'

/** What stops the reading of a file. */
const codes = [
  'columns-unknown',
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
  for (const [code, form] of forms) {
    const match = form.exec(error)
    if (match) return problemText({ code, params: { ...match.groups } }, language)
  }
  return error
}
