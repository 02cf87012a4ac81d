import type { Context } from '../../context'
import { problem } from '../../errors'
import { dateField } from '../../schema/calculated'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { recentDataset } from '../metadata/load'
import type { Root } from './approvals'
import { type Leaf, leavesOf, type UnreadableChild } from './tree'
import { type ChildFields, virtualFields } from './virtual-fields'

/**
 * The fields of a virtual dataset with these children, and the sources of its lines.
 *
 * @throws `virtual-child-unreadable` or `virtual-child-restricted` naming the child, `virtual-conflict`,
 *   `virtual-field-hidden`, `virtual-too-large`, `virtual-too-nested`
 */
export async function describeVirtual(
  ctx: Context,
  dataset: Root,
  sent: readonly Field[],
): Promise<{ fields: Field[]; leaves: Leaf[] }> {
  const refuse = ({ child, reason }: UnreadableChild) =>
    problem(reason === 'restricted' ? 'virtual-child-restricted' : 'virtual-child-unreadable', {
      child: excerptOf(child),
    })
  const leaves = await leavesOf(ctx, dataset, refuse)
  const ids = [...new Set(dataset.metadata.virtual?.children ?? [])]
  const children = await Promise.all(
    ids.map(async (id): Promise<ChildFields> => {
      const child = await recentDataset(ctx, id)
      const own = child.published.schema
      const shown = child.nature === 'rest' ? [...own, dateField] : own
      if (child.nature !== 'virtual') return { shown, hidden: new Set() }
      const below = await leavesOf(ctx, child, refuse)
      const visible = new Set(shown.map(({ key }) => key))
      const keys = below.flatMap((leaf) => leaf.dataset.published.schema.map(({ key }) => key))
      return { shown, hidden: new Set(keys.filter((key) => !visible.has(key))) }
    }),
  )
  for (const { key, values } of dataset.metadata.virtual?.filters ?? []) {
    if (values.length > 0 && children.some(({ hidden }) => hidden.has(key)))
      throw problem('virtual-field-hidden', { field: key })
  }
  return { fields: virtualFields(sent, children), leaves }
}
