import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { privateConcepts } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import type { Actor } from '../identity'
import { isSuperAdmin } from '../permissions'
import { requestedAccess } from '../resources'
import {
  type Attribute,
  type FacetCount,
  facetQuery,
  facetsOf,
  forFacet,
  hasOneOf,
  oneOf,
  orderBy,
  type Params,
  pageOf,
  pageParameters,
  presentFacet,
  searchOf,
  shapeOf,
} from '../resources/list'
import { concepts } from '../schema/vocabulary'
import { parseReplacing } from '../schema/well-formed'
import { isSearch, type ServiceAction } from './description/actions'
import { apiIdPrefix, fromRow } from './document'
import { isShown, listedColumns, serviceActor } from './load'
import { presentService } from './present'

const { remoteServices } = tables

export const listParameters = {
  ...pageParameters,
  q: 'Words looked for in titles and descriptions.',
  sort: '`field`, `-field` or `field:-1`, comma separated: title, createdAt, updatedAt; `-createdAt` by default, relevance with `q`.',
  select: 'Properties to return; `apiDoc` only when it is named.',
  facets: 'Facets to count, comma separated: public, input-concepts, output-concepts.',
  id: 'Ids, comma separated.',
  ids: 'Ids, comma separated.',
  'api-id': 'Values of `x-api-id`, comma separated.',
  'input-concepts': 'Concepts of what an action takes, by id or identifier, comma separated.',
  'output-concepts': 'Concepts of what an action returns, by id or identifier, comma separated.',
  inputCollection: 'true: with an action that takes a list of lines; false: with one that takes a single one.',
  outputCollection: 'true: with an action that returns a list of lines; false: with one that returns a single one.',
  canUse: 'true: with an action that enriches lines.',
  'virtual-datasets': 'true: services of datasets that virtual datasets may use.',
  'standard-schema': 'true: services of datasets with a standard schema.',
  privateAccess: '`type:id` of accounts of the caller, comma separated: adds services that are open to them.',
  showAll: 'true: all services, for super-administrators.',
} as const
/** Parameters that are members of actions. */
const flags = ['inputCollection', 'outputCollection', 'canUse'] as const
type ServiceListParams = Params<keyof typeof listParameters>

type ServiceList = {
  count: number
  results: Partial<Record<string, unknown>>[]
  facets?: Record<string, FacetCount[]>
}

const conceptsOf = (list: 'input' | 'output'): Attribute => ({
  value: sql`item.value->>'concept'`,
  of: sql`json_each(${remoteServices}.actions) action, json_each(action.value, ${sql.raw(`'$.${list}'`)}) item`,
})
const attributes = {
  public: { value: sql`case when ${remoteServices.public} then 'true' else 'false' end` },
  'input-concepts': conceptsOf('input'),
  'output-concepts': conceptsOf('output'),
} satisfies Record<string, Attribute>
// The keys of an object literal are exactly its type's keys.
const facetNames = Object.keys(attributes) as (keyof typeof attributes)[]

const sortable: ReadonlyMap<string, SQL> = new Map([
  ['id', sql`${remoteServices.id}`],
  ['title', sql`${remoteServices.sortTitle}`],
  ['createdAt', sql`${remoteServices.createdAt}`],
  ['updatedAt', sql`${remoteServices.updatedAt}`],
  ['public', sql`${remoteServices.public}`],
])

/**
 * Lists the services that are public, or open to the accounts of `privateAccess`.
 *
 * @throws `parameter-invalid`, `window-too-large`, `sign-in-required`, `private-access-refused`
 */
export async function listServices(ctx: Context, params: ServiceListParams): Promise<ServiceList> {
  const actor = serviceActor(ctx)
  const { size, skip } = pageOf(params)
  const search = params.q?.trim() ? searchOf(params.q, remoteServices) : undefined
  const scope = and(visible(actor, params), search?.matches)
  const known = await conceptsFor(ctx, params)
  const filters = filtersOf(ctx, params, known)
  const where = and(scope, ...Object.values(filters))
  const facets = facetsOf(params.facets, facetNames)
  const withApiDoc = params.select?.split(',').includes('apiDoc') === true
  const apiDoc = withApiDoc ? sql<string | null>`${remoteServices.apiDoc}` : sql<string | null>`null`
  const [rows, [total], ...counts] = await ctx.db.batch([
    ctx.db
      .select({ ...listedColumns, document: apiDoc.as('document') })
      .from(remoteServices)
      .where(where)
      .orderBy(...orderBy(remoteServices, sortable, { sort: params.sort, score: search?.score }))
      .limit(size)
      .offset(skip),
    ctx.db.select({ count: sql<number>`count(*)` }).from(remoteServices).where(where),
    ...facets.map((name) =>
      facetQuery(ctx, remoteServices, attributes[name], and(scope, forFacet(filters, new Set(['id']), name))),
    ),
  ])
  const { pick } = shapeOf(params.select)
  const view = { baseUrl: ctx.baseUrl, showsAccess: isSuperAdmin(actor) }
  const counted = facets.map((name, at) => [name, presentFacet(name, counts[at] ?? [])])
  return {
    count: total?.count ?? 0,
    results: rows.map(({ document, ...row }) =>
      pick(
        { ...presentService(fromRow(row, ctx), view), ...(document ? { apiDoc: parseReplacing(document) } : {}) },
        false,
      ),
    ),
    ...(facets.length > 0 ? { facets: Object.fromEntries(counted) } : {}),
  }
}

/** Lists the search actions of these services. @throws what `listServices` throws */
export async function listActions(ctx: Context, params: ServiceListParams) {
  const known = await conceptsFor(ctx, params)
  const where = and(visible(serviceActor(ctx), params), ...Object.values(filtersOf(ctx, params, known)))
  const { size, skip } = pageOf(params)
  const rows = await ctx.db
    .select(listedColumns)
    .from(remoteServices)
    .where(where)
    .orderBy(remoteServices.sortTitle, remoteServices.id)
    .limit(size)
    .offset(skip)
  const isWanted = actionFilter(params, known)
  const results = rows
    .map((row) => fromRow(row, ctx))
    .flatMap((service) =>
      service.actions
        .filter((action) => isSearch(action) && isWanted(action))
        .map((action) => ({
          id: `${service.id}--${action.id}`,
          title: `${service.title} - ${action.summary}`,
          action,
          remoteService: {
            id: service.id,
            title: service.title,
            href: `${ctx.baseUrl}/api/v1/remote-services/${service.id}`,
          },
        })),
    )
  return { results }
}

/** The condition of the services that a list shows. @throws `parameter-invalid`, `sign-in-required`, `private-access-refused` */
function visible(actor: Actor, params: ServiceListParams): SQL | undefined {
  if (params.showAll === 'true') {
    if (isSuperAdmin(actor)) return undefined
    throw problem('parameter-invalid', {
      parameter: 'showAll',
      reason: { en: 'it is for super-administrators', fr: 'réservé aux super-administrateurs' },
    })
  }
  const accounts = requestedAccess(actor, params.privateAccess)
  const isPublic = eq(remoteServices.public, true)
  return accounts.length === 0 ? isPublic : or(isPublic, isShown(actor, accounts))
}

/** The conditions of a request, by parameter. */
function filtersOf(
  { baseUrl }: Pick<Context, 'baseUrl'>,
  params: ServiceListParams,
  known: readonly Named[],
): Record<string, SQL | undefined> {
  const apiId = sql`case when ${remoteServices.datasetId} is null then '' else ${apiIdPrefix(baseUrl)} end || ${remoteServices.apiId}`
  const isActive = (column: SQL) => sql`json_extract(${column}, '$.active')`
  const withAction = (name: (typeof flags)[number]) => {
    const isWanted = params[name]
    if (isWanted !== 'true' && isWanted !== 'false') return undefined
    return sql`exists (select 1 from json_each(${remoteServices}.actions)
      where json_extract(value, ${`$.${name}`}) = ${isWanted === 'true' ? 1 : 0})`
  }
  return {
    id: oneOf(params, ['ids', 'id'], sql`${remoteServices.id}`),
    'api-id': oneOf(params, ['api-id'], apiId),
    ...Object.fromEntries(
      (['input-concepts', 'output-concepts'] as const).map((name) => {
        const identifiers = identifiersIn(params[name], known)
        return [name, identifiers && hasOneOf(attributes[name], identifiers)]
      }),
    ),
    ...Object.fromEntries(flags.map((name) => [name, withAction(name)])),
    'virtual-datasets':
      params['virtual-datasets'] === 'true' ? isActive(sql`${remoteServices.virtualDatasets}`) : undefined,
    'standard-schema':
      params['standard-schema'] === 'true' ? isActive(sql`${remoteServices.standardSchema}`) : undefined,
  }
}

/** The same conditions on one action: a service is listed when one of its actions has them. */
function actionFilter(params: ServiceListParams, known: readonly Named[]): (action: ServiceAction) => boolean {
  const inputs = identifiersIn(params['input-concepts'], known)
  const outputs = identifiersIn(params['output-concepts'], known)
  const has = (wanted: string[] | undefined, list: readonly { concept?: string }[]) =>
    !wanted || list.some(({ concept }) => concept !== undefined && wanted.includes(concept))
  const is = (wanted: string | undefined, value: boolean) =>
    wanted !== 'true' && wanted !== 'false' ? true : value === (wanted === 'true')
  return (action) =>
    has(inputs, action.input) && has(outputs, action.output) && flags.every((name) => is(params[name], action[name]))
}

type Named = { id: string; identifiers: readonly string[] }

/** The concepts that a request may name: those of the vocabulary, and of the active account. */
async function conceptsFor(ctx: Context, params: ServiceListParams): Promise<Named[]> {
  const actor = serviceActor(ctx)
  const names = params['input-concepts'] || params['output-concepts']
  if (!names || actor.type !== 'user') return [...concepts]
  return [...concepts, ...(await privateConcepts(ctx, actor.account))]
}

/** The identifiers of concepts that are named by id or by one of their identifiers. */
function identifiersIn(text: string | undefined, known: readonly Named[]): string[] | undefined {
  const names = text?.split(',').filter(Boolean) ?? []
  if (names.length === 0) return undefined
  return names.flatMap((name) => {
    const concept = known.find(({ id, identifiers }) => id === name || identifiers.includes(name))
    return [name, ...(concept?.identifiers ?? [])]
  })
}
