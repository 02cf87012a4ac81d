/** Facets: how many of what is listed have each value of an attribute (contract datasets §1.4, applications A.9). */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { Attribute } from './attributes'
import { fold } from './fold'
import type { ListedTable } from './table'

export type FacetCount = { count: number; value: unknown }
type Row = { value: string | null; told: string | null; count: number }

/** Facets that a request asks for. @throws `parameter-invalid` */
export function facetsOf<Name extends string>(asked: string | undefined, names: readonly Name[]): Name[] {
  return [...new Set(asked?.split(',').filter(Boolean))].map((word) => {
    const name = names.find((one) => one === word)
    if (name) return name
    throw problem('parameter-invalid', { parameter: 'facets', reason: `"${word}" is none of ${names.join(', ')}` })
  })
}

/** The statement that counts an attribute among the rows of a condition. `told` is what stands for the value. */
export function facetQuery(ctx: Context, table: ListedTable, attribute: Attribute, where: SQL | undefined) {
  const { value, of, on, told } = attribute
  const from = of ? sql`${table} left join ${of} on ${on ?? sql`${value} is not null`}` : sql`${table}`
  return ctx.db
    .select({
      value: sql<string | null>`${value}`.as('facet'),
      told: sql<string | null>`${told ?? sql`null`}`,
      // Its whole name: json_each has an id too.
      count: sql<number>`count(distinct ${table}.id)`,
    })
    .from(from)
    .where(where)
    .groupBy(sql`facet`)
    .orderBy(sql`3 desc`)
    .limit(limits.datasets.maxFacetValues)
}

/** Whose it is, told as an owner. */
export function ownerAttribute(table: ListedTable): Attribute {
  return {
    value: sql`json_array(${table.ownerType}, ${table.ownerId}, ${table.ownerDepartment})`,
    told: sql`min(json_object('type', ${table.ownerType}, 'id', ${table.ownerId}, 'name', ${table.ownerName},
      'department', ${table.ownerDepartment}, 'departmentName', ${table.ownerDepartmentName}))`,
  }
}

/** The counts as the API shows them: by count, then by label. */
export function shownFacet(name: string, rows: readonly Row[]): FacetCount[] {
  const counted = rows.map(({ value, told, count }) => ({ count, value: shownValue(name, value, told) }))
  const shown =
    name === 'visibility'
      ? ['public', 'private', 'protected'].map(
          (one) => counted.find(({ value }) => value === one) ?? { count: 0, value: one },
        )
      : counted.filter(({ value }) => value !== null || name === 'publicationSites')
  return shown.sort((one, other) => other.count - one.count || compare(labelOf(one.value), labelOf(other.value)))
}

function shownValue(name: string, value: string | null, told: string | null): unknown {
  if (value === null) return null
  if (name === 'conformsTo') return JSON.parse(value)
  if (told === null) return value
  // Written by SQLite's json_object, or taken from the stored metadata.
  const object = JSON.parse(told) as Record<string, unknown>
  return Object.fromEntries(Object.entries(object).filter(([, one]) => one !== null))
}

function labelOf(value: unknown): string {
  if (typeof value === 'string') return fold(value)
  const { name, title } = (value ?? {}) as { name?: unknown; title?: unknown } // of an owner, a topic or a standard
  return fold(String(name ?? title ?? ''))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
