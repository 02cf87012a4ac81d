/**
 * All errors. The domain throws `problem(code, params)`; one function per transport turns it into a response
 * (`http/problem-response.ts`), a journal event (`queues/processing`) or a retry. `status` is the HTTP status of the response;
 * processing errors are in the journal of the dataset.
 */
import { problems } from './problems'

export type ProblemCode = keyof typeof problems
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** All codes, to parse stored errors. */
// The keys of an object literal are exactly its type's keys.
export const problemCodes = Object.keys(problems) as ProblemCode[]

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The parameters of the text of a code, by name. */
type ProblemParams<Code extends ProblemCode> = {
  [Name in Placeholders<(typeof problems)[Code]['en']>]: Name extends 'reason' ? Reason : ProblemParam
}

/** What went wrong within an error, in each language. */
export type Reason = Readonly<Record<Language, string>>

/** A reason in words that no language changes, or that come from elsewhere: a status, the message of a library. */
export const untranslated = (text: string): Reason => ({ en: text, fr: text })

/** The message of an error as a reason, in both languages when it is a problem. */
export function causeOf(error: unknown): Reason {
  if (error instanceof Problem) return { en: describe(error, 'en'), fr: describe(error, 'fr') }
  return untranslated(error instanceof Error && error.message ? error.message : String(error))
}

/** The reason within a problem, to say the same in another; its code if it has none. */
export function reasonOf({ code, params: { reason } }: StoredProblem): Reason {
  return typeof reason === 'object' && 'en' in reason ? reason : untranslated(code)
}

/** A value in the text of an error. Each error of a list begins a line. */
export type ProblemParam = string | number | Reason | readonly StoredProblem[]

/** One error in a request: its location, the message, and the value. */
export type Fault = { where: string; what: string; value?: string }

/** Failures with a 4xx status that do not come from the data. */
const transientCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'processing-failed',
  'processing-killed',
  'extension-mandatory',
  'remote-changed',
])

/** Whether the same data may be processed by the next attempt: the failure comes from the platform or from another server. */
export const isTransient = (code: ProblemCode): boolean => problems[code].status >= 500 || transientCodes.has(code)

/** A stored error of a background task: enough to write it in any language. */
export type StoredProblem = { code: ProblemCode; params: Record<string, ProblemParam> }

/** An expected error, identified by its code. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: Record<string, ProblemParam>
  readonly faults: readonly Fault[]

  constructor(code: ProblemCode, params: Record<string, ProblemParam>, faults: readonly Fault[] = []) {
    super(`${code}: ${describe({ code, params }, 'en')}`)
    this.name = 'Problem'
    this.code = code
    this.params = wellFormed(params)
    this.faults = faults.map(wellFormed)
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** The same with U+FFFD for unpaired surrogates: quoted texts may have been cut. */
function wellFormed<Texts extends Record<string, ProblemParam>>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([name, text]) => {
    if (typeof text === 'string') return [name, text.toWellFormed()]
    return [name, typeof text === 'object' && 'en' in text ? wellFormed(text) : text]
  })
  // A cast: the names are the same, with values of the same types.
  return Object.fromEntries(entries) as Texts
}

/** Creates the error of a code, with the parameters of its text. */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...[params, faults]: Placeholders<(typeof problems)[Code]['en']> extends never
    ? [params?: Record<string, never>, faults?: readonly Fault[]]
    : [params: ProblemParams<Code>, faults?: readonly Fault[]]
): Problem {
  return new Problem(code, params ?? {}, faults)
}

/** The text of an error in a language. */
export function describe(stored: StoredProblem, language: Language): string {
  const [singular = '', plural = singular] = problems[stored.code][language].split('|')
  const text = stored.params.count === 1 ? singular : plural
  return text.replace(/\{(\w+)\}/g, (_, name: string) => written(stored.params[name] ?? '', language))
}

function written(param: ProblemParam, language: Language): string {
  if (typeof param === 'number') return language === 'fr' ? String(param).replace('.', ',') : String(param)
  if (typeof param !== 'object') return param
  if ('en' in param) return param[language]
  return param.map((listed) => `\n${describe(listed, language)}`).join('')
}
