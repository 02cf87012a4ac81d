/** Facets: how many datasets have each value of an attribute (contract datasets §1.4). */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { fold } from '../texts'
import { type Attribute, type AttributeName, attributes } from './attributes'
import type { ListParams } from './params'

const facetNames = ['owner', ...Object.keys(attributes)]
export type FacetName = 'owner' | AttributeName
export type FacetCount = { count: number; value: unknown }
type Row = { value: string | null; told: string | null; count: number }

/** Facets that a request asks for. @throws `parameter-invalid` */
export function facetsOf(params: ListParams): FacetName[] {
  const asked = [...new Set(params.facets?.split(',').filter(Boolean))]
  return asked.map((name) => {
    if (!facetNames.includes(name)) {
      throw problem('parameter-invalid', {
        parameter: 'facets',
        reason: `"${name}" is none of ${facetNames.join(', ')}`,
      })
    }
    // One of the names above.
    return name as FacetName
  })
}

/** The statement that counts a facet among the datasets of a condition. `told` is what stands for the value. */
export function facetQuery(ctx: Context, name: FacetName, where: SQL | undefined) {
  const { value, of }: Attribute = name === 'owner' ? owner : attributes[name]
  const from = of ? sql`datasets left join ${of} on ${value} is not null` : sql`datasets`
  const count = sql<number>`count(distinct datasets.id)`
  return ctx.db
    .select({ value: sql<string | null>`${value}`.as('facet'), told: sql<string | null>`${toldBy(name)}`, count })
    .from(from)
    .where(where)
    .groupBy(sql`facet`)
    .orderBy(sql`3 desc`)
    .limit(limits.datasets.maxFacetValues)
}

const owner: Attribute = {
  value: sql`json_array(datasets.owner_type, datasets.owner_id, datasets.owner_department)`,
}

function toldBy(name: FacetName): SQL {
  if (name === 'owner') {
    return sql`min(json_object('type', datasets.owner_type, 'id', datasets.owner_id, 'name', datasets.owner_name,
      'department', datasets.owner_department, 'departmentName', datasets.owner_department_name))`
  }
  return name === 'topics' ? sql`min(item.value)` : sql`null`
}

/** The counts as the API shows them: by count, then by label. */
export function shownFacet(name: FacetName, rows: readonly Row[]): FacetCount[] {
  const counted = rows.map(({ value, told, count }) => ({ count, value: shownValue(name, value, told) }))
  const shown =
    name === 'visibility'
      ? ['public', 'private', 'protected'].map(
          (one) => counted.find(({ value }) => value === one) ?? { count: 0, value: one },
        )
      : counted.filter(({ value }) => value !== null || name === 'publicationSites')
  return shown.sort((one, other) => other.count - one.count || compare(labelOf(one.value), labelOf(other.value)))
}

function shownValue(name: FacetName, value: string | null, told: string | null): unknown {
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
