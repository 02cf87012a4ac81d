/** `compilePatterns`: the `pattern` of fields as tests that take time linear in the length of the value. */
import { RE2Set } from 're2js'
import { type Problem, problem } from '../../errors'
import { limits } from '../../limits'
import type { Field } from '../field'
import { translate, UnsupportedConstruct } from './translate'

/** Whether a text has a match anywhere. */
export type PatternTest = (text: string) => boolean
/** A pattern that can be matched, or why it cannot. */
export type CompiledPattern = { test: PatternTest } | { refusal: Problem }

/**
 * Compiles the patterns of the fields of a dataset, by the key of their field. ECMAScript syntax with the flag `u`, matched by
 * RE2: its automaton scans each character once. The memory for its states is shared out among the patterns.
 */
export function compilePatterns(fields: readonly Field[]): ReadonlyMap<string, CompiledPattern> {
  const compiled = new Map<string, CompiledPattern>()
  const restricted = fields.flatMap(({ key, pattern }) => (pattern ? [{ key, pattern }] : []))
  const { patternStatesBytes, patternStatesBytesInAll } = limits.schema
  const statesBytes = Math.min(patternStatesBytes, Math.floor(patternStatesBytesInAll / Math.max(1, restricted.length)))
  let stepsInAll = 0
  for (const { key, pattern } of restricted) {
    const translation = readPattern(key, pattern)
    if ('refusal' in translation) {
      compiled.set(key, translation)
      continue
    }
    stepsInAll += translation.steps
    compiled.set(key, compile(key, { ...translation, stepsInAll, statesBytes }))
  }
  return compiled
}

/** Refuses patterns that could not be matched, before they are stored. @throws `body-invalid`, `pattern-unsupported`, `pattern-too-large`, `patterns-too-large` */
export function checkPatterns(fields: readonly Field[]): void {
  for (const pattern of compilePatterns(fields).values()) if ('refusal' in pattern) throw pattern.refusal
}

function readPattern(field: string, pattern: string): { source: string; steps: number } | { refusal: Problem } {
  try {
    // Only checks the syntax: the backtracking engine never runs it.
    new RegExp(pattern, 'u')
  } catch {
    return {
      refusal: problem('body-invalid', {
        reason: {
          en: `the pattern of the field "${field}" is not a regular expression`,
          fr: `le motif de la colonne "${field}" n'est pas une expression régulière`,
        },
      }),
    }
  }
  try {
    return translate(pattern)
  } catch (error) {
    if (!(error instanceof UnsupportedConstruct)) throw error
    return { refusal: problem('pattern-unsupported', { field, construct: error.message }) }
  }
}

function compile(
  field: string,
  input: { source: string; steps: number; stepsInAll: number; statesBytes: number },
): CompiledPattern {
  const { source, steps, stepsInAll, statesBytes } = input
  const { maxPatternSteps, maxPatternStepsInAll } = limits.schema
  if (steps > maxPatternSteps) {
    return { refusal: problem('pattern-too-large', { field, steps, max: maxPatternSteps }) }
  }
  if (stepsInAll > maxPatternStepsInAll) {
    return { refusal: problem('patterns-too-large', { field, steps: stepsInAll, max: maxPatternStepsInAll }) }
  }
  // RE2Set with a single pattern: the only matcher of the library whose memory can be bounded.
  const set = new RE2Set(RE2Set.UNANCHORED, 0, statesBytes)
  set.add(source)
  set.compile()
  return { test: (text) => set.match(text).length > 0 }
}
