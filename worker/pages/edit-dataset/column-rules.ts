/** The rules, the order and the removal of the columns of an editable dataset, in a form. Pure. */
import type { Dataset, Metadata } from '../../datasets'
import { constraintKeys } from '../../datasets/editable'
import type { Field } from '../../schema/field'
import { correctedSchema } from '../publish/corrections'

/** How long texts are typed and shown: on one line, on several, or formatted. */
export const displays = ['', 'textarea', 'markdown'] as const

type Rule = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'pattern' | 'patternErrorMessage'

/** The rules with a value that a column of this type may have. */
export function rulesOf({ type, format }: Pick<Field, 'type' | 'format'>): readonly Rule[] {
  if (type === 'integer' || type === 'number') return ['minimum', 'maximum']
  return type === 'string' && !format ? ['minLength', 'maxLength', 'pattern', 'patternErrorMessage'] : []
}

/** Number of rules that a column has. */
export function ruleCount(field: Field): number {
  const isSet = (value: unknown) => value !== undefined && value !== null && value !== '' && value !== false
  const rules = [...rulesOf(field).filter((rule) => rule !== 'patternErrorMessage'), 'x-required'] as const
  return rules.filter((rule) => isSet(field[rule])).length + (isLimitedToLabels(field) ? 1 : 0)
}

/** The name of the checkbox of the rule that the values of a column differ. */
export const uniqueInput = (at: number): string => `unique-${at}`

/** Whether the values of a column differ from row to row, by a form or else by the constraints of the dataset. */
export function isUnique(
  { constraints }: Pick<Metadata, 'constraints'>,
  { key, at, form }: { key: string; at: number; form: URLSearchParams | undefined },
): boolean {
  if (form?.has(`rules-${at}`)) return form.has(uniqueInput(at))
  return constraints?.some(({ properties }) => properties.length === 1 && properties[0] === key) === true
}

/** The constraints after a form, which changes those of one column; undefined when it changes none. */
export function constraintsIn(
  metadata: Pick<Metadata, 'constraints'>,
  { fields, form }: { fields: readonly Field[]; form: URLSearchParams },
): Metadata['constraints'] | undefined {
  const ofSeveral = (metadata.constraints ?? []).filter(({ properties }) => properties.length !== 1)
  const ofOne = fields.flatMap(({ key }, at) =>
    !isRemoved(form, at) && isUnique(metadata, { key, at, form })
      ? [{ type: 'unique' as const, properties: [key] }]
      : [],
  )
  const after = [...ofSeveral, ...ofOne]
  const before = new Set(constraintKeys(metadata).map((keys) => keys.join()))
  const isChanged = after.length !== before.size || after.some(({ properties }) => !before.has(properties.join()))
  return isChanged ? after : undefined
}

export const isLimitedToLabels = (field: Field): boolean =>
  field['x-labelsRestricted'] === true && Object.keys(field['x-labels'] ?? {}).length > 0

/** A field with the rules of a form that shows them. @param at the number of its inputs */
function withRules(field: Field, { form, at }: { form: URLSearchParams; at: number }): Field {
  if (!form.has(`rules-${at}`)) return field
  const isNumber = (rule: Rule) => rule !== 'pattern' && rule !== 'patternErrorMessage'
  const typed = rulesOf(field).map((rule): [Rule, string | number | null] => {
    const text = form.get(`${rule}-${at}`)?.trim() ?? ''
    const number = Number(text.replace(',', '.'))
    // The API says why a text is not a bound.
    return [rule, text === '' ? null : isNumber(rule) && Number.isFinite(number) ? number : text]
  })
  const display = form.get(`display-${at}`)
  return {
    ...field,
    'x-required': form.has(`required-${at}`) || null,
    'x-labelsRestricted': form.has(`only-labels-${at}`) || null,
    ...(display === null ? {} : { 'x-display': display || null }),
    ...Object.fromEntries(typed),
  }
}

/** The columns of a dataset with the changes of a form, in the order of the dataset. */
export function columnsIn({ published, nature }: Dataset, form: URLSearchParams): Field[] {
  const corrected = correctedSchema(published, form)
  return nature === 'rest' ? corrected.map((field, at) => withRules(field, { form, at })) : corrected
}

/** The numbers of the columns of a form, in its order. A button `move` moves one of them. @param count number of columns */
export function orderIn(form: URLSearchParams | undefined, count: number): number[] {
  const sent = [...new Set(form?.getAll('order').map(Number))].filter((at) => at >= 0 && at < count)
  const order = [...sent, ...Array.from({ length: count }, (_, at) => at).filter((at) => !sent.includes(at))]
  const [direction, moved] = form?.get('move')?.split('-') ?? []
  const from = order.indexOf(Number(moved))
  const to = from + (direction === 'up' ? -1 : 1)
  if (moved === undefined || from < 0 || to < 0 || to >= count) return order
  return order.toSpliced(from, 1).toSpliced(to, 0, Number(moved))
}

/** Whether the column of these inputs is removed. */
export const isRemoved = (form: URLSearchParams | undefined, at: number): boolean => form?.has(`remove-${at}`) === true

/** The name of the checkbox that accepts the loss of the values of a removed column. */
export const lossInput = (at: number): string => `remove-values-${at}`

/** The name of the checkbox that keeps the rows with values that a new list does not have. */
export const unlistedInput = (at: number): string => `keep-unlisted-${at}`
