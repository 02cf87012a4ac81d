import type { Context } from '../../../context'
import type { TableDatabases } from '../../../db/lines-databases'
import { Problem, problem } from '../../../errors'
import type { LineSource } from '../../../lines'
import { valuesTest } from '../../../lines/query/parse/filters'
import { filterPredicate } from '../../../lines/query/plan/conditions'
import type { Predicate } from '../../../lines/query/predicate'
import { unionSource } from '../../../lines/query/union-source'
import { type LineOptions, lineOptions, withCalculated, withCalculatedErrors } from '../../../schema/calculated'
import type { Field } from '../../../schema/field'
import type { Dataset } from '../../metadata/dataset'
import { type Leaf, leavesOf, type Path, unqueryable } from '../../virtual/tree'
import { openDatabases, openReadableTable, type ReadableTable } from './open-readable-table'

/**
 * Opens the lines of a virtual dataset: those of the tables of its leaves.
 *
 * @throws `status-incompatible` before its first finalization, `virtual-unreadable`, `virtual-restricted`, `virtual-empty`
 */
export async function openVirtual(
  ctx: Context,
  dataset: Dataset,
): Promise<Omit<ReadableTable, 'bookmarks'> & { sources: string[] }> {
  const { finalizedAt, status } = dataset.published
  if (!finalizedAt && status !== 'error') throw problem('status-incompatible', { status })
  const leaves = await leavesOf(ctx, dataset, unqueryable(dataset.id))
  const opened = await openLeaves(ctx, leaves)
  const addressOf = (leaf: Leaf) => `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/${leaf.dataset.id}/`
  if (opened.length === 0) throw problem('virtual-empty')
  const dates = [finalizedAt, ...opened.map(({ table }) => table.finalizedAt)]
  const source = unionSources(opened, dataset.published.schema, ctx.language, {
    addressOf,
    options: lineOptions(dataset.metadata),
  })
  return {
    source,
    database: databasesOf(ctx, opened, source),
    finalizedAt: dates
      .flatMap((date) => date ?? [])
      .sort()
      .at(-1),
    sources: leaves.map((leaf) => leaf.dataset.id),
  }
}

export type OpenedLeaf = { leaf: Leaf; table: ReadableTable }

/** The databases of the tables of a union. @throws `virtual-empty` when one is not bound */
export function databasesOf(ctx: Context, opened: readonly OpenedLeaf[], union: LineSource): TableDatabases {
  const bookmarks = opened.flatMap(({ table }) => table.bookmarks)
  const databases = openDatabases(ctx, bookmarks, union.pointer.shard)
  if (!databases) throw problem('virtual-empty')
  return databases
}

/** The tables of the leaves. A file that is being processed for the first time has none yet. */
export async function openLeaves(ctx: Context, leaves: readonly Leaf[]): Promise<OpenedLeaf[]> {
  const opened = await Promise.all(
    leaves.map(async (leaf): Promise<OpenedLeaf | undefined> => {
      try {
        return { leaf, table: await openReadableTable(ctx, leaf.dataset, leaf.dataset.published) }
      } catch (error) {
        if (error instanceof Problem && error.code === 'status-incompatible') return undefined
        throw error
      }
    }),
  )
  return opened.flatMap((one) => one ?? [])
}

/**
 * The union of the leaves, with a schema.
 *
 * @param settings.addressOf the part of the address of an attachment before its path
 */
export function unionSources(
  opened: readonly OpenedLeaf[],
  schema: readonly Field[],
  language: Context['language'],
  settings: { addressOf?: (leaf: Leaf) => string; options?: LineOptions } = {},
): LineSource {
  const { addressOf = () => '', options } = settings
  const fields = withCalculatedErrors(withCalculated(schema, 'file', language, options))
  return unionSource(
    opened.flatMap(({ leaf, table }) => {
      const attachmentAddress = { before: addressOf(leaf), after: '' }
      const tables = table.source.parts ?? [table.source]
      return tables.map((source) => partOf(leaf.paths, { ...source, attachmentAddress }, fields))
    }),
    fields,
  )
}

/** The visible part of a table: the lines that pass the filters of a path to it, and the fields that a path includes. */
function partOf(paths: readonly Path[], source: LineSource, fields: readonly Field[]): LineSource {
  const { pointer } = source
  const isVisible = (key: string): boolean =>
    fields.some((field) => field.key === key) && paths.some(({ keys }) => !keys || keys.has(key))
  const places = pointer.layout.places.filter(({ key }) => isVisible(key))
  const where = paths.some(({ filters }) => filters.length === 0) ? [] : [anyOf(paths, source)]
  const part = { pointer: { ...pointer, layout: { ...pointer.layout, places } }, fields: withValuesOf(source, fields) }
  return { ...source, ...part, where }
}

/** The fields of the union with the enums of a table, since those of the union may be out of date. */
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
