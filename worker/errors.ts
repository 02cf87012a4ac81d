/**
 * The closed table of errors. The domain throws `problem(code, params)`; one place per transport turns it into an answer
 * (`http/problem.ts`), a journal event (`queues/processing`) or a retry. `status` is the HTTP status where a request
 * meets the error; a processing error is met in the journal of the dataset.
 */
import { problems } from './problems'

export type ProblemCode = keyof typeof problems
export type Language = 'en' | 'fr'

/** Every code, for what is stored and read back. */
// The keys of an object literal are exactly its type's keys.
export const problemCodes = Object.keys(problems) as ProblemCode[]

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values a code's text needs, by name. */
export type ProblemParams<Code extends ProblemCode> = Record<
  Placeholders<(typeof problems)[Code]['en']>,
  string | number
>

/** One thing wrong with what was sent: where, what is wrong, and the value met there. */
export type Fault = { where: string; what: string; value?: string }

/** What is stored of an error that happened in the background: enough to say it again in any language. */
export type StoredProblem = { code: ProblemCode; params: Record<string, string | number> }

/** An expected failure, named by its code in the closed table. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: Record<string, string | number>
  readonly faults: readonly Fault[]

  constructor(code: ProblemCode, params: Record<string, string | number>, faults: readonly Fault[] = []) {
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

/** The same with U+FFFD for each half of a surrogate pair: texts that are quoted may have been cut. */
function wellFormed<Texts extends Record<string, string | number>>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.toWellFormed() : text,
  ])
  // The same names, with values of the same types.
  return Object.fromEntries(entries) as Texts
}

/** Makes the error of a code; the parameters are those its text names. */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...[params, faults]: Placeholders<(typeof problems)[Code]['en']> extends never
    ? [params?: Record<string, never>, faults?: readonly Fault[]]
    : [params: ProblemParams<Code>, faults?: readonly Fault[]]
): Problem {
  return new Problem(code, params ?? {}, faults)
}

/** The sentence of an error in a language. */
export function describe(stored: StoredProblem, language: Language): string {
  return problems[stored.code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(stored.params[name] ?? ''))
}
