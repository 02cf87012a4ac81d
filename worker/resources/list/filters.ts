/** Conditions that every list has (contract datasets §1.4, applications A.9). */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { problem } from '../../errors'
import { type Actor, actingAccount, type Operation } from '../../identity'
import { limits } from '../../limits'
import { type Attribute, hasOneOf, isAmong } from './attributes'
import { among, type Params } from './params'
import { canFilter } from './permitted'
import type { ListedTable } from './table'

/** Conditions under the names of their parameters. */
export type Filters = Record<string, SQL | undefined>

/** The conditions that a facet honours: all but its own, and those that are about a choice and not about the catalogue. */
export function forFacet(filters: Filters, ignored: ReadonlySet<string>, facet?: string): SQL | undefined {
  return and(
    ...Object.entries(filters).flatMap(([name, condition]) => (name === facet || ignored.has(name) ? [] : [condition])),
  )
}

/** One of the values of the first of some parameters that is there. */
export function oneOf<Name extends string>(params: Params<Name>, names: readonly Name[], column: SQL): SQL | undefined {
  const wanted = names.map((name) => among(params, name)).find(Boolean)
  return wanted && isAmong(column, wanted)
}

const visibilities = ['public', 'protected', 'private'] as const
type VisibilityParams = Params<'visibility' | (typeof visibilities)[number]>

/** @throws `parameter-invalid` */
function visibilityFilter({ visibility }: ListedTable, params: VisibilityParams): SQL | undefined {
  const named = visibilities.filter((name) => params[name] === 'true')
  const wanted = [...(among(params, 'visibility') ?? []), ...named]
  const unknown = wanted.find((value) => !visibilities.some((name) => name === value))
  if (unknown !== undefined) {
    throw problem('parameter-invalid', {
      parameter: 'visibility',
      reason: `"${unknown}" is none of ${visibilities.join(', ')}`,
    })
  }
  return wanted.length > 0 ? isAmong(visibility, wanted) : undefined
}

/** `type:id`, `type:id:department`, `type:id:-` (no department), `type:id:*`; `-` before one excludes it. */
function ownersFilter(table: ListedTable, text: string): SQL | undefined {
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
        ? sql`${table.ownerDepartment} is null`
        : department && department !== '*'
          ? eq(table.ownerDepartment, department)
          : undefined
    return and(eq(table.ownerType, type), eq(table.ownerId, id), inDepartment)
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

/** Those of the active account. */
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

/** The filters that lists of all kinds have. @throws `parameter-invalid` */
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

/** The filters on attributes, each under the name of its parameter. */
export function attributeFilters<Name extends string>(
  params: Params<Name>,
  attributes: Readonly<Record<Name, Attribute>>,
  names: readonly Name[],
): Filters {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = among(params, name)
      return values ? [[name, hasOneOf(attributes[name], values)]] : []
    }),
  )
}
