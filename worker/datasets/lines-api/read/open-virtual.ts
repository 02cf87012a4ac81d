import type { Context } from '../../../context'
import { Problem, problem } from '../../../errors'
import type { LineSource } from '../../../lines'
import { valuesTest } from '../../../lines/query/parse/filters'
import { filterPredicate } from '../../../lines/query/plan/conditions'
import type { Predicate } from '../../../lines/query/predicate'
import { unite } from '../../../lines/query/union-source'
import { type LineOptions, lineOptions, withCalculated } from '../../../schema/calculated'
import type { Field } from '../../../schema/field'
import type { Dataset } from '../../metadata/load'
import { type Leaf, leavesOf, type Path, unqueryable } from '../../virtual/tree'
import { openTable, type ReadableTable } from './open-table'

/**
 * Opens the lines of a virtual dataset: those of the tables it is made of (contract lines §7).
 *
 * @throws `status-incompatible` before its first finalization, `virtual-unreadable`, `virtual-restricted`, `virtual-empty`
 */
export async function openVirtual(ctx: Context, dataset: Dataset): Promise<ReadableTable & { sources: string[] }> {
  if (!dataset.published.finalizedAt) throw problem('status-incompatible', { status: dataset.published.status })
  const leaves = await leavesOf(ctx, dataset, unqueryable(dataset.id))
  const opened = await openLeaves(ctx, leaves)
  const [first] = opened
  const addressOf = (leaf: Leaf) => `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/${leaf.dataset.id}/`
  if (!first) throw problem('virtual-empty')
  const dates = [dataset.published.finalizedAt, ...opened.map(({ table }) => table.finalizedAt)]
  return {
    source: uniteLeaves(opened, dataset.published.schema, ctx.language, {
      addressOf,
      options: lineOptions(dataset.metadata),
    }),
    database: first.table.database,
    finalizedAt: dates
      .flatMap((date) => date ?? [])
      .sort()
      .at(-1),
    sources: leaves.map((leaf) => leaf.dataset.id),
  }
}

export type OpenedLeaf = { leaf: Leaf; table: ReadableTable }

/** The tables of leaves that have one: lines of a file that is still processed for the first time are not there yet. */
export async function openLeaves(ctx: Context, leaves: readonly Leaf[]): Promise<OpenedLeaf[]> {
  const opened = await Promise.all(
    leaves.map(async (leaf): Promise<OpenedLeaf | undefined> => {
      try {
        return { leaf, table: await openTable(ctx, leaf.dataset, leaf.dataset.published) }
      } catch (error) {
        if (error instanceof Problem && error.code === 'status-incompatible') return undefined
        throw error
      }
    }),
  )
  return opened.flatMap((one) => one ?? [])
}

/**
 * Their lines under a schema.
 *
 * @param told.addressOf what stands before the path of an attachment in its address
 */
export function uniteLeaves(
  opened: readonly OpenedLeaf[],
  schema: readonly Field[],
  language: Context['language'],
  settings: { addressOf?: (leaf: Leaf) => string; options?: LineOptions } = {},
): LineSource {
  const { addressOf = () => '', options } = settings
  const fields = withCalculated(schema, 'file', language, options)
  return unite(
    opened.map(({ leaf, table }) => {
      const attachmentAddress = { before: addressOf(leaf), after: '' }
      return partOf(leaf.paths, { ...table.source, attachmentAddress }, fields)
    }),
    fields,
  )
}

/** What is seen of a table: the lines that pass one of the ways to it, and the fields that one of them shows. */
function partOf(paths: readonly Path[], source: LineSource, fields: readonly Field[]): LineSource {
  const { pointer } = source
  const isVisible = (key: string): boolean =>
    fields.some((field) => field.key === key) && paths.some(({ keys }) => !keys || keys.has(key))
  const places = pointer.layout.places.filter(({ key }) => isVisible(key))
  const where = paths.some(({ filters }) => filters.length === 0) ? [] : [anyOf(paths, source)]
  const part = { pointer: { ...pointer, layout: { ...pointer.layout, places } }, fields: withValuesOf(source, fields) }
  return { ...source, ...part, where }
}

/** The fields of the whole, with the values that a table holds: those of the whole were listed at another time. */
function withValuesOf({ fields: partFields }: LineSource, fields: readonly Field[]): Field[] {
  const listed = new Map(partFields.map((field) => [field.key, field.enum]))
  return fields.map(({ enum: _, ...field }) => {
    const values = listed.get(field.key)
    return values ? { ...field, enum: values } : field
  })
}

function anyOf(paths: readonly Path[], source: LineSource): Predicate {
  const of = paths.map(({ filters }): Predicate => {
    const conditions = filters.map(({ key, operator, values, isHidden }): Predicate => {
      const not = operator === 'nin'
      const field = isHidden ? undefined : source.fields.find((candidate) => candidate.key === key)
      if (!field) return not ? { is: 'all', of: [] } : { is: 'never' }
      return filterPredicate({ key, not, test: valuesTest(field, 'virtual.filters', values) }, source)
    })
    return { is: 'all', of: conditions }
  })
  return { is: 'any', of }
}
