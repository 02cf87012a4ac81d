/** The columns of a new editable dataset, in a form and as a schema. Pure. */
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { fieldKey } from '../../schema/keys/column-keys'
import { fieldTypeOf, type TypeChoice, typeChoices } from '../publish/corrections'
import { labelsOf } from '../publish/value-labels'

/** `values`: the only ones that its cells may have, one a line; any where it is empty. */
export type NewColumn = { title: string; type: TypeChoice; required: boolean; concept: string; values: string }

/** The columns of a form, whose inputs are numbered; at least one, at most `limits.pages.maxNewColumns`. */
export function sentColumns(form: URLSearchParams): NewColumn[] {
  const columns: NewColumn[] = []
  for (let at = 0; at < limits.pages.maxNewColumns && form.has(`column-title-${at}`); at++) {
    columns.push({
      title: form.get(`column-title-${at}`)?.trim() ?? '',
      type: typeChoices.find((choice) => choice === form.get(`column-type-${at}`)) ?? 'string',
      required: form.has(`column-required-${at}`),
      concept: form.get(`column-concept-${at}`) ?? '',
      values: form.get(`column-values-${at}`)?.trim() ?? '',
    })
  }
  return columns.length > 0 ? columns : [emptyColumn]
}

export const emptyColumn: NewColumn = { title: '', type: 'string', required: false, concept: '', values: '' }

/** The first allowed value of a column of numbers that no cell can have. */
export function impossibleValue({ type, values }: NewColumn): string | undefined {
  if (type !== 'number' && type !== 'integer') return undefined
  const isOfType = (value: string) =>
    type === 'integer' ? Number.isInteger(Number(value)) : !Number.isNaN(Number(value))
  return Object.keys(labelsOf(values) ?? {}).find((value) => !isOfType(value))
}

/** The schema of the columns with a title. Keys follow from the titles, and differ, also from those that are taken. */
export function schemaOf(columns: readonly NewColumn[], taken: readonly string[] = []): Field[] {
  const keys = new Set(taken)
  return columns
    .filter(({ title }) => title !== '')
    .map(({ title, type, required, concept, values }) => {
      const first = fieldKey(title) || 'column'
      let key = first
      for (let number = 2; keys.has(key); number++) key = `${first}_${number}`
      keys.add(key)
      const labels = labelsOf(values)
      return {
        key,
        ...fieldTypeOf(type),
        title,
        // The header of the column in the files that are downloaded and imported.
        ...(key === first ? { 'x-originalName': title } : {}),
        ...(required ? { 'x-required': true } : {}),
        ...(labels ? { 'x-labels': labels, 'x-labelsRestricted': true } : {}),
        ...(concept ? { 'x-refersTo': concept } : {}),
      }
    })
}
