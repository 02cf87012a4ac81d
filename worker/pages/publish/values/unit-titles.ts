/** Titles of columns whose numbers lose their unit: they have it instead. Pure. */
import { type Field, nameOf } from '../../../schema/field'
import { ownValue } from '../../../schema/own-value'
import { nearUnit } from '../../../schema/proposals/number-notation'
import type { ReadDraft } from '../read-draft'

/** The unit of the numbers of a text column, as far as the rows that were read tell. */
export function unitOf({ key, type, format }: Field, { proposed, lines }: ReadDraft): string | undefined {
  if (type !== 'string' || format) return undefined
  const proposal = proposed.get(key)
  if (proposal) return proposal.notation?.unit
  return nearUnit(textsOf(key, lines))?.unit
}

/** The values of a column as texts. */
export function textsOf(key: string, lines: ReadDraft['lines']): string[] {
  const values = lines.map((line) => ownValue(line, key))
  return values.filter((value) => value !== undefined && value !== null).map(String)
}

/** The name of a column whose numbers lose their unit, with that unit; empty where the name has it. */
export function titleWithUnit(field: Field, unit: string | undefined): string {
  const name = nameOf(field)
  // `µ` and `³` have several characters.
  const [plainName, plainUnit] = [name, unit ?? ''].map((text) => text.normalize('NFKC'))
  return unit === undefined || plainName?.includes(plainUnit ?? '') ? '' : `${name} (${unit})`
}

/** A form whose titles have the unit of the numbers of their column, unless another title was typed; those of text columns lose it. */
export function withUnitTitles(form: URLSearchParams, fields: readonly Field[], read: ReadDraft): URLSearchParams {
  const titled = new URLSearchParams(form)
  for (const [at, field] of fields.entries()) {
    const own = field.title ?? ''
    const withUnit = own ? '' : titleWithUnit(field, unitOf(field, read))
    const type = form.get(`type-${at}`)
    if (!withUnit || type === null) continue
    const [shown, other] = type === 'number' ? [withUnit, own] : [own, withUnit]
    if (form.get(`title-${at}`) === other) titled.set(`title-${at}`, shown)
  }
  return titled
}
