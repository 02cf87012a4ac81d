import { Problem } from '../../errors'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/row'
import { virtualFields } from './fields'

/** What a virtual dataset loses: columns that it shows or filters on, and why it cannot be read at all any more. */
export type Consequence = { keys: string[]; refusal: Problem | undefined }

/**
 * What happens to a virtual dataset when a child gets other columns, as its finalization decides. Pure.
 *
 * @param change.id the child
 * @param change.after the columns of the child then
 * @param change.lost its columns that go, or get another type
 * @param children the other children, with their columns
 */
export function consequenceOf(
  { metadata, published }: Pick<Dataset, 'metadata' | 'published'>,
  change: { id: string; after: readonly Field[]; lost: readonly string[] },
  children: readonly Pick<Dataset, 'id' | 'published'>[],
): Consequence {
  const filtered = (metadata.virtual?.filters ?? []).flatMap(({ key, values }) => (values.length > 0 ? key : []))
  const used = new Set([...published.schema.map(({ key }) => key), ...filtered])
  const shown = (metadata.virtual?.children ?? []).flatMap((id) => {
    const schema = id === change.id ? change.after : children.find((child) => child.id === id)?.published.schema
    return schema ? [{ shown: schema, hidden: new Set<string>() }] : []
  })
  return { keys: change.lost.filter((key) => used.has(key)), refusal: refusalOf(published.schema, shown) }
}

function refusalOf(...[fields, children]: Parameters<typeof virtualFields>): Problem | undefined {
  try {
    virtualFields(fields, children)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
