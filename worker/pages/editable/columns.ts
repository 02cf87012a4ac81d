/** The columns of a new editable dataset, in a form and as a schema. Pure. */
import { fieldKey } from '../../schema/column-keys'
import type { Field } from '../../schema/field'
import { fieldTypeOf, type TypeChoice, typeChoices } from '../publish/corrections'

export type NewColumn = { title: string; type: TypeChoice; required: boolean; concept: string }

/** The columns of a form, whose inputs are numbered; at least one. */
export function sentColumns(form: URLSearchParams): NewColumn[] {
  const columns: NewColumn[] = []
  for (let at = 0; form.has(`column-title-${at}`); at++) {
    columns.push({
      title: form.get(`column-title-${at}`)?.trim() ?? '',
      type: typeChoices.find((choice) => choice === form.get(`column-type-${at}`)) ?? 'string',
      required: form.has(`column-required-${at}`),
      concept: form.get(`column-concept-${at}`) ?? '',
    })
  }
  return columns.length > 0 ? columns : [emptyColumn]
}

export const emptyColumn: NewColumn = { title: '', type: 'string', required: false, concept: '' }

/** The schema of the columns with a title. Keys follow from the titles, and differ, also from those that are taken. */
export function schemaOf(columns: readonly NewColumn[], taken: readonly string[] = []): Field[] {
  const keys = new Set(taken)
  return columns
    .filter(({ title }) => title !== '')
    .map(({ title, type, required, concept }) => {
      const wanted = fieldKey(title) || 'column'
      let key = wanted
      for (let number = 2; keys.has(key); number++) key = `${wanted}_${number}`
      keys.add(key)
      return {
        key,
        ...fieldTypeOf(type),
        title,
        ...(required ? { 'x-required': true } : {}),
        ...(concept ? { 'x-refersTo': concept } : {}),
      }
    })
}
