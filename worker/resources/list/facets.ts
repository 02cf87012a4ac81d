/** Facets: the number of listed rows for each value of an attribute. */
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { foldAccents } from '../../schema/fold-accents'
import type { Attribute } from './attributes'
import type { AudienceFilter } from './audience'
import type { ListedTable } from './table'

export type FacetCount = { count: number; value: unknown }
export type FacetRow = { value: string | null; display: string | null; count: number }

/** The names of the requested facets. @throws `parameter-invalid` */
export function facetsOf<Name extends string>(requested: string | undefined, names: readonly Name[]): Name[] {
  return [...new Set(requested?.split(',').filter(Boolean))].map((word) => {
    const name = names.find((candidate) => candidate === word)
    if (name) return name
    throw problem('parameter-invalid', {
      parameter: 'facets',
      reason: { en: `"${word}" is none of ${names.join(', ')}`, fr: `"${word}" n'est pas dans ${names.join(', ')}` },
    })
  })
}

/** The statement that counts the rows of a condition for each value of an attribute. */
export function facetQuery(ctx: Context, table: SQLiteTable, attribute: Attribute, where: SQL | undefined) {
  const { value, of, on, display } = attribute
  const from = of ? sql`${table} left join ${of} on ${on ?? sql`${value} is not null`}` : sql`${table}`
  return ctx.db
    .select({
      value: sql<string | null>`${value}`.as('facet'),
      display: sql<string | null>`${display ?? sql`null`}`,
      // `id` is qualified because `json_each` has one too. An attribute that is not a list joins nothing, so `count(*)` counts rows.
      count: of ? sql<number>`count(distinct ${table}.id)` : sql<number>`count(*)`,
    })
    .from(from)
    .where(where)
    .groupBy(sql`facet`)
    .orderBy(sql`3 desc`)
    .limit(limits.lists.maxFacetValues)
}

/** The owner of a row, which facets show as an object. */
export function ownerAttribute(table: ListedTable): Attribute {
  // Names may be older than their limit.
  const ownerName = sql`substr(${table.ownerName}, 1, ${sql.raw(String(limits.accounts.maxNameChars))})`
  return {
    value: sql`json_array(${table.ownerType}, ${table.ownerId}, ${table.ownerDepartment})`,
    display: sql`min(json_object('type', ${table.ownerType}, 'id', ${table.ownerId}, 'name', ${ownerName},
      'department', ${table.ownerDepartment}, 'departmentName', ${table.ownerDepartmentName}))`,
  }
}

/** The values of a facet, by descending count, then by label. In the API, `visibility` has all values, also without rows. */
export function presentFacet(name: string, rows: readonly FacetRow[], inAudience?: AudienceFilter): FacetCount[] {
  const counted = rows.map(({ value, display, count }) => ({ count, value: presentValue(name, value, display) }))
  const facetValues =
    name === 'visibility' && !inAudience
      ? ['public', 'private', 'protected'].map(
          (visibility) => counted.find(({ value }) => value === visibility) ?? { count: 0, value: visibility },
        )
      : counted.filter(({ value }) => value !== null || name === 'publicationSites')
  return facetValues.sort((one, other) => other.count - one.count || compare(labelOf(one.value), labelOf(other.value)))
}

function presentValue(name: string, value: string | null, display: string | null): unknown {
  if (value === null) return null
  if (name === 'conformsTo') return JSON.parse(value)
  if (display === null) return value
  // An object made by json_object, or an object of the stored metadata.
  const object = JSON.parse(display) as Record<string, unknown>
  return Object.fromEntries(Object.entries(object).filter(([, property]) => property !== null))
}

function labelOf(value: unknown): string {
  if (typeof value === 'string') return foldAccents(value)
  const { name, title } = (value ?? {}) as { name?: unknown; title?: unknown } // of an owner, a topic or a standard
  return foldAccents(String(name ?? title ?? ''))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
