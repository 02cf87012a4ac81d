/** Filters of all lists. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { problem } from '../../errors'
import { type Actor, actingAccount, type Operation } from '../../identity'
import { type Attribute, hasOneOf, isAmong } from './attributes'
import { ownerReferences, parseOwner } from './owner-parameter'
import { listParameter, type Params } from './params'
import { canFilter } from './permission-conditions'
import type { ListedTable } from './table'

/** Conditions by the names of their parameters. */
export type Filters = Record<string, SQL | undefined>

/** The conditions of a facet: all filters except its own and the ignored ones. */
export function forFacet(filters: Filters, ignored: ReadonlySet<string>, facet?: string): SQL | undefined {
  return and(
    ...Object.entries(filters).flatMap(([name, condition]) => (name === facet || ignored.has(name) ? [] : [condition])),
  )
}

/** The condition that a column has one of the values of the first of the parameters that is present. */
export function oneOf<Name extends string>(params: Params<Name>, names: readonly Name[], column: SQL): SQL | undefined {
  const values = names.map((name) => listParameter(params, name)).find(Boolean)
  return values && isAmong(column, values)
}

const visibilities = ['public', 'protected', 'private'] as const
type VisibilityParams = Params<'visibility' | (typeof visibilities)[number]>

/** @throws `parameter-invalid` */
function visibilityFilter({ visibility }: ListedTable, params: VisibilityParams): SQL | undefined {
  const named = visibilities.filter((name) => params[name] === 'true')
  const values = [...(listParameter(params, 'visibility') ?? []), ...named]
  const unknown = values.find((value) => !visibilities.some((name) => name === value))
  if (unknown !== undefined) {
    throw problem('parameter-invalid', {
      parameter: 'visibility',
      reason: {
        en: `"${unknown}" is none of ${visibilities.join(', ')}`,
        fr: `"${unknown}" n'est pas dans ${visibilities.join(', ')}`,
      },
    })
  }
  return values.length > 0 ? isAmong(visibility, values) : undefined
}

/** References are `type:id`, `type:id:department`, `type:id:-` (no department) or `type:id:*`; a prefix `-` excludes. */
function ownersFilter(table: ListedTable, text: string): SQL | undefined {
  const ownerCondition = (reference: string) => {
    const { type, id, department } = parseOwner(reference)
    const inDepartment =
      department === '-'
        ? sql`${table.ownerDepartment} is null`
        : department && department !== '*'
          ? eq(table.ownerDepartment, department)
          : undefined
    return and(eq(table.ownerType, type), eq(table.ownerId, id), inDepartment)
  }
  const references = ownerReferences(text)
  const included = references.filter((reference) => !reference.startsWith('-')).map(ownerCondition)
  const excluded = references
    .filter((reference) => reference.startsWith('-'))
    .map((reference) => ownerCondition(reference.slice(1)))
  return and(
    included.length > 0 ? or(...included) : undefined,
    // A comparison with the department of an owner without one is NULL.
    ...excluded.map((condition) => sql`(${condition}) is not true`),
  )
}

/** The condition that the active account is the owner. */
function mineFilter(table: ListedTable, actor: Actor): SQL | undefined {
  const account = actingAccount(actor)
  if (!account) return sql`false`
  const { type, id, department } = account
  return and(
    eq(table.ownerType, type),
    eq(table.ownerId, id),
    department ? eq(table.ownerDepartment, department) : undefined,
  )
}

type CommonParams = Params<'owner' | 'mine' | 'shared' | 'can'> & VisibilityParams

/** The filters by owner, permission and visibility. @throws `parameter-invalid` */
export function accessFilters(
  table: ListedTable,
  actor: Actor,
  params: CommonParams,
  isOperation: (name: string) => name is Operation,
): Filters {
  return {
    owner: params.owner === undefined ? undefined : ownersFilter(table, params.owner),
    mine: params.mine === 'true' || params.shared === 'false' ? mineFilter(table, actor) : undefined,
    can: params.can ? canFilter(table, actor, params.can, isOperation) : undefined,
    visibility: visibilityFilter(table, params),
  }
}

/** The filters by attribute. */
export function attributeFilters<Name extends string>(
  params: Params<Name>,
  attributes: Readonly<Record<Name, Attribute>>,
  names: readonly Name[],
): Filters {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = listParameter(params, name)
      return values ? [[name, hasOneOf(attributes[name], values)]] : []
    }),
  )
}
