import { describe, type Language, type ProblemCode, type StoredProblem } from '../errors'
import { problems } from '../problems'
import { patternOf } from '../schema/line-error-texts'
import { typeset } from '../typography'
import { type MessageKey, say } from './messages'

/** The errors with a text for pages. */
const ofPages: ReadonlyMap<string, MessageKey> = new Map<ProblemCode, MessageKey>([
  ['super-admin-only', 'error:super-admin-only'],
  ['dataset-not-found', 'error:dataset-not-found'],
  ['sign-in-required', 'error:sign-in-required'],
  ['file-type-unsupported', 'error:file-type-unsupported'],
  ['file-type-workbook', 'error:file-type-workbook'],
  ['file-type-map', 'error:file-type-map'],
  ['file-type-shapefile-part', 'error:file-type-shapefile-part'],
  ['file-type-archive', 'error:file-type-archive'],
  ['description-id-invalid', 'error:description-id-invalid'],
])

/** The messages about the type of a file, by the code of the error: a script has the type. */
export const fileTypeMessages = [...ofPages].filter(([code]) => code.startsWith('file-type-'))

/** The text of a problem in a page. Responses of the API have straight apostrophes: clients compare their texts. */
export const problemText = (stored: StoredProblem, language: Language): string =>
  ownText(stored.code, stored.params, language) ?? printedText(describe(stored, language), language)

/** The text of an error of the API in a page, from its code and its text. */
export function refusalText(code: string, detail: string): string {
  const known = ofPages.has(code) && code in problems ? problems[code as ProblemCode] : undefined // one of its keys
  for (const language of ['en', 'fr'] as const) {
    const match = known && patternOf(known[language], '.*').exec(detail)
    const text = match && ownText(code, { ...match.groups }, language)
    if (text) return text
  }
  const texts = code in problems ? problems[code as ProblemCode] : undefined // one of its keys
  if (!texts) return typeset(detail)
  return printedText(detail, patternOf(texts.fr, '.*').test(detail) ? 'fr' : 'en')
}

function ownText(code: string, params: StoredProblem['params'], language: Language): string | undefined {
  const isUnidentified = code === 'description-id-invalid' && params.id === ''
  const key = isUnidentified ? 'error:description-id-missing' : ofPages.get(code)
  const values = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
  )
  return key && say(language, key, Object.fromEntries(values))
}

/** A text of the API as pages print it: with the apostrophes, the spaces and the quotes of its language. */
export function printedText(text: string, language: Language): string {
  return typeset(text).replace(/"([^"\n]+)"/g, language === 'fr' ? '«\u202f$1\u202f»' : '“$1”')
}

/** The same as a sentence: with a capital, and without the mark that collectors of other services read. */
export const sentenceText = (text: string, language: Language): string =>
  printedText(text.replace(/^\[noretry\] /, ''), language).replace(/^\p{Ll}(?=[\p{Ll}’]* )/u, (first) =>
    first.toUpperCase(),
  )
