/** `duplicateMessage`: which constraint the store has found violated, in the words of contract A.12. Pure. */
import type { Field } from '../../schema/field'
import { uniqueName } from '../names'
import { columnDefinitionOf } from './columns'
import type { Form } from './form'

/** Undefined when the error is about something else. */
export function duplicateMessage(
  form: Pick<Form, 'constraints' | 'pointer' | 'fields'>,
  error: unknown,
): string | undefined {
  const said =
    error instanceof Error
      ? /UNIQUE constraint failed: ([^;\n]*?)(?::? SQLITE_CONSTRAINT.*)?$/m.exec(error.message)?.[1]
      : undefined
  if (said === undefined) return undefined
  const { run, layout } = form.pointer
  const columns = said
    .split(', ')
    .map((name) => name.replace(/^.*\./, '').trim())
    .join()
  const violated = form.constraints.find(
    ({ properties }, number) =>
      said.includes(uniqueName(run, number)) ||
      properties.map((key) => columnDefinitionOf(layout, key)).join() === columns,
  )
  return violated && sentence(violated.properties.map((key) => titleOf(key, form.fields)))
}

/** Columns by their title, else their key. */
export function titleOf(key: string, fields: readonly Field[]): string {
  return fields.find((field) => field.key === key)?.title || key
}

/** The sentence of a duplicate. */
export function sentence(titles: readonly string[]): string {
  const [only] = titles
  if (titles.length === 1) {
    return `Doublon détecté : le champ (${only}) contient déjà cette valeur. Chaque valeur de la colonne ${only} doit être unique.`
  }
  return `Doublon détecté : ${titles.length === 2 ? 'le couple' : 'la combinaison'} (${titles.join(' + ')}) doit être unique.`
}
