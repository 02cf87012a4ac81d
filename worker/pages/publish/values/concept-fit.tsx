/** The values of a column that contradict its concept, beside the choice of the concept. */
import { conceptOf } from '../../../schema/concepts'
import type { Field } from '../../../schema/field'
import { ownValue } from '../../../schema/own-value'
import { formedConcepts, unfitValues } from '../../../schema/proposals/unfit-values'
import type { View } from '../../view'
import type { PublishedColumn } from './published-values'

/** Values that are held against the forms of all concepts: a page has many columns. */
const heldValues = 100

/** How many of some values of a column contradict each concept, by the id of the concept. */
export type ConceptFit = { values: number; unfit: ReadonlyMap<string, number> }

/** @param lines some rows of the column @param publish their values as they are published */
export function conceptFit(
  { key, separator }: Field,
  lines: readonly Record<string, unknown>[],
  publish: PublishedColumn['publish'] = (value) => value,
): ConceptFit {
  const texts = lines.flatMap((line) => {
    const value = publish(ownValue(line, key))
    if (value === undefined || value === null) return []
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return separator ? text.split(separator.trim() || ' ') : [text]
  })
  const values = [...new Set(texts.map((text) => text.trim()).filter(Boolean))].slice(0, heldValues)
  const unfit = [...formedConcepts].map((id) => [id, unfitValues(id, values)] as const)
  return { values: values.length, unfit: new Map(unfit.filter(([, count]) => count > 0)) }
}

/**
 * The remark about the chosen concept. The island `column-rows` writes it for another choice, from the counts of the options
 * (`data-unfit`) and this text.
 */
export function UnfitConcept({ view, fit, chosen }: { view: View; fit: ConceptFit; chosen: string }) {
  const total = view.number(fit.values)
  const count = fit.unfit.get(conceptOf(chosen)?.id ?? '')
  return (
    <p class="unfit-concept" aria-live="polite" data-text={view.say('conceptUnfit', { count: '{count}', total })}>
      {count !== undefined && view.say('conceptUnfit', { count, total })}
    </p>
  )
}
