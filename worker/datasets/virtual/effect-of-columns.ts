import { Problem } from '../../errors'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import { virtualFields } from './virtual-fields'

/** The columns of a dataset after a change, and those that go or get another type. */
export type ColumnsChange = { after: readonly Field[]; lost: readonly string[] }

/**
 * What a virtual dataset loses: columns that it shows or filters on, and why it cannot be read at all any more. `change`: its own
 * columns then, for the datasets that use it.
 */
type EffectOfColumns = { keys: string[]; refusal: Problem | undefined; change: ColumnsChange }

/**
 * What happens to a virtual dataset when a child gets other columns, as its finalization decides. Pure.
 *
 * @param change.id the child
 * @param change.after the columns of the child then
 * @param change.lost its columns that go, or get another type
 * @param children the other children, with their columns
 */
export function effectOfColumns(
  { metadata, published }: Pick<Dataset, 'metadata' | 'published'>,
  change: ColumnsChange & { id: string },
  children: readonly Pick<Dataset, 'id' | 'published'>[],
): EffectOfColumns {
  const filtered = (metadata.virtual?.filters ?? []).flatMap(({ key, values }) => (values.length > 0 ? key : []))
  const used = new Set([...published.schema.map(({ key }) => key), ...filtered])
  const shown = (metadata.virtual?.children ?? []).flatMap((id) => {
    const schema = id === change.id ? change.after : children.find((child) => child.id === id)?.published.schema
    return schema ? [{ shown: schema, hidden: new Set<string>() }] : []
  })
  const keys = change.lost.filter((key) => used.has(key))
  const fields = fieldsOrRefusal(published.schema, shown)
  if (fields instanceof Problem) {
    return { keys, refusal: fields, change: { after: [], lost: published.schema.map(({ key }) => key) } }
  }
  // A column that another child has stays as it is; `virtualFields` also keeps one that no child has.
  const typeOf = (schema: readonly Field[], key: string) => schema.find((field) => field.key === key)?.type
  const after = fields.filter(({ key }) => !keys.includes(key) || shown.some((child) => typeOf(child.shown, key)))
  const lost = keys.filter((key) => {
    const before = typeOf(published.schema, key)
    return before !== undefined && typeOf(after, key) !== before
  })
  return { keys, refusal: undefined, change: { after, lost } }
}

function fieldsOrRefusal(...[fields, children]: Parameters<typeof virtualFields>): Field[] | Problem {
  try {
    return virtualFields(fields, children)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
