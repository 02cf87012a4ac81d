/** The conditions of a list, each under the name of its parameter (contract datasets §1.4). */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../accounts'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { type AttributeName, attributes, hasOneOf, isAmong } from './attributes'
import { among, type ListParams } from './params'
import { canFilter } from './permitted'

const { datasets } = tables

export type Filters = Partial<Record<keyof ListParams, SQL | undefined>>

/** What facets and sums ignore: they are about the catalogue, not about a choice of datasets in it. */
const ignoredByFacets: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'filename',
  'rest',
  'virtual',
  'metaOnly',
  'can',
] satisfies (keyof ListParams)[])

/** Every filter that a request asks for. @throws `parameter-invalid` */
export function filtersOf(params: ListParams, actor: Actor): Filters {
  const filters: Filters = {
    id: oneOf(params, ['ids', 'id'], sql`${datasets.id}`),
    slug: oneOf(params, ['slugs', 'slug'], sql`${datasets.slug}`),
    filename: oneOf(params, ['filename'], sql`${datasets.published}->>'$.originalFile.name'`),
    owner: params.owner === undefined ? undefined : ownersFilter(params.owner),
    mine: params.mine === 'true' || params.shared === 'false' ? mineFilter(actor) : undefined,
    can: params.can ? canFilter(actor, params.can) : undefined,
    visibility: visibilityFilter(params),
    rest: natureFilter(params, 'rest'),
    virtual: natureFilter(params, 'virtual'),
    metaOnly: natureFilter(params, 'metaOnly'),
    file: params.file === 'true' ? sql`${datasets.published}->>'$.originalFile.name' is not null` : undefined,
    bbox: params.bbox === 'true' ? sql`json_array_length(${datasets.published}, '$.bbox') > 0` : undefined,
    queryable:
      params.queryable === 'true'
        ? sql`${datasets.published}->>'$.finalizedAt' is not null and ${datasets.nature} <> 'metaOnly'`
        : undefined,
  }
  // The keys of an object literal are exactly its type's keys.
  for (const name of Object.keys(attributes) as AttributeName[]) {
    if (name === 'visibility' || name === 'conformsTo') continue
    const wanted = among(params, name)
    if (wanted) filters[name] = hasOneOf(attributes[name], wanted)
  }
  return filters
}

/** The conditions that a facet honours: all but its own, and those about chosen datasets. */
export function forFacet(filters: Filters, facet?: string): SQL | undefined {
  return and(
    ...Object.entries(filters).flatMap(([name, condition]) =>
      name === facet || ignoredByFacets.has(name) ? [] : [condition],
    ),
  )
}

function oneOf(params: ListParams, names: (keyof ListParams)[], column: SQL): SQL | undefined {
  const wanted = names.map((name) => among(params, name)).find(Boolean)
  return wanted && isAmong(column, wanted)
}

function natureFilter(params: ListParams, nature: 'rest' | 'virtual' | 'metaOnly'): SQL | undefined {
  if (params[nature] === 'true') return sql`${datasets.nature} = ${nature}`
  return params[nature] === 'false' ? sql`${datasets.nature} <> ${nature}` : undefined
}

const visibilities = ['public', 'protected', 'private'] as const

function visibilityFilter(params: ListParams): SQL | undefined {
  const named = visibilities.filter((name) => params[name] === 'true')
  const wanted = [...(among(params, 'visibility') ?? []), ...named]
  const unknown = wanted.find((value) => !visibilities.some((name) => name === value))
  if (unknown !== undefined) {
    throw problem('parameter-invalid', {
      parameter: 'visibility',
      reason: `"${unknown}" is none of ${visibilities.join(', ')}`,
    })
  }
  return wanted.length > 0 ? isAmong(datasets.visibility, wanted) : undefined
}

/** `type:id`, `type:id:department`, `type:id:-` (no department), `type:id:*`; `-` before one excludes it. */
function ownersFilter(text: string): SQL | undefined {
  const one = (reference: string) => {
    const [type, id, department] = reference.split(':')
    if ((type !== 'user' && type !== 'organization') || !id) {
      throw problem('parameter-invalid', {
        parameter: 'owner',
        reason: `"${reference}" is not of the form type:id[:department]`,
      })
    }
    const inDepartment =
      department === '-'
        ? sql`${datasets.ownerDepartment} is null`
        : department && department !== '*'
          ? eq(datasets.ownerDepartment, department)
          : undefined
    return and(eq(datasets.ownerType, type), eq(datasets.ownerId, id), inDepartment)
  }
  const references = text.split(',').filter(Boolean)
  if (references.length > limits.datasets.maxOwners) {
    throw problem('parameter-invalid', { parameter: 'owner', reason: `at most ${limits.datasets.maxOwners} owners` })
  }
  const wanted = references.filter((reference) => !reference.startsWith('-')).map(one)
  const excluded = references
    .filter((reference) => reference.startsWith('-'))
    .map((reference) => one(reference.slice(1)))
  return and(wanted.length > 0 ? or(...wanted) : undefined, ...excluded.map((condition) => sql`not (${condition})`))
}

function mineFilter(actor: Actor): SQL | undefined {
  if (actor.type !== 'user' && actor.type !== 'apiKey') return sql`false`
  const { type, id, department } = actor.account
  return and(
    eq(datasets.ownerType, type),
    eq(datasets.ownerId, id),
    department ? eq(datasets.ownerDepartment, department) : undefined,
  )
}
