import { and, asc, desc, eq, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Actor } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'
import { actorFor, fromRow } from './load'
import { present } from './present'
import { fold } from './texts'

/** Parameters of the list, as they came (contract datasets §1.4). */
export type ListParams = Partial<
  Record<
    | 'size'
    | 'page'
    | 'skip'
    | 'sort'
    | 'select'
    | 'raw'
    | 'count'
    | 'q'
    | 'id'
    | 'ids'
    | 'slug'
    | 'slugs'
    | 'owner'
    | 'mine'
    | 'shared'
    | 'visibility'
    | 'status'
    | 'type',
    string
  >
>

const { datasets } = tables

/** Lists the datasets that the actor may list. @throws `parameter-invalid`, `window-too-large` */
export async function listDatasets(ctx: Context, params: ListParams): Promise<Record<string, unknown>> {
  const actor = actorFor(ctx, ['datasets', 'datasets-read'])
  const size = whole(params, 'size', limits.datasets.defaultSize, 0)
  const page = whole(params, 'page', 1, 1)
  const skip = params.skip === undefined ? (page - 1) * size : whole(params, 'skip', 0, 0)
  if (size + skip > limits.datasets.maxWindow) throw problem('window-too-large', { max: limits.datasets.maxWindow })
  const search = params.q?.trim() ? searchOf(params.q) : undefined
  const where = and(listable(actor), ...filters(params, actor), search?.matches)

  const [rows, counted] = await ctx.db.batch([
    ctx.db
      .select()
      .from(datasets)
      .where(where)
      .orderBy(...orderBy(params.sort, search?.score))
      .limit(size)
      .offset(skip),
    ctx.db.select({ count: sql<number>`count(*)` }).from(datasets).where(where),
  ])
  const shape = shapeOf(params.select)
  const raw = params.raw === 'true'
  const results = rows.map((row) =>
    shape.pick(
      present(fromRow(row), { actor, baseUrl: ctx.baseUrl, language: ctx.language, raw, without: shape.without }),
      raw,
    ),
  )
  return { ...(params.count === 'false' ? {} : { count: counted[0]?.count ?? 0 }), results }
}

/** What an actor may see in lists (contract editable-accounts B.6): the same rules as `can`, told to the database. */
function listable(actor: Actor): SQL | undefined {
  const isPublic = eq(datasets.visibility, 'public')
  if (actor.type === 'anonymous') return isPublic
  if (actor.type === 'system') return undefined
  const granted = (who: SQL) => sql`exists (
    select 1 from json_each(${datasets.permissions}) entry where ${who} and (
      exists (select 1 from json_each(entry.value, '$.classes') where value = 'list') or
      exists (select 1 from json_each(entry.value, '$.operations') where value = 'list')))`
  const { account } = actor
  const userId = actor.type === 'user' ? actor.id : account.type === 'user' ? account.id : ''
  const role = actor.type === 'user' ? actor.role : 'admin'
  const named = granted(sql`entry.value->>'type' = 'user'
    and (entry.value->>'id' in ('*', ${userId}) or entry.value->>'email' = ${actor.email})`)
  if (actor.type === 'apiKey' && actor.scopes.length === 0) return or(isPublic, named)
  const owned = [and(eq(datasets.ownerType, 'user'), eq(datasets.ownerId, userId))]
  if (role === 'admin') {
    const department = account.department ? eq(datasets.ownerDepartment, account.department) : undefined
    owned.push(and(eq(datasets.ownerType, account.type), eq(datasets.ownerId, account.id), department))
  }
  const inOrganization = granted(sql`entry.value->>'type' = 'organization' and entry.value->>'id' = ${account.id}
    and (coalesce(entry.value->>'department', '*') in ('*', ${account.department ?? '-'}) or ${account.department ?? ''} = '')
    and (${role} = 'admin' or coalesce(json_array_length(entry.value, '$.roles'), 0) = 0
      or exists (select 1 from json_each(entry.value, '$.roles') where value = ${role}))`)
  return or(isPublic, named, ...owned, ...(account.type === 'organization' ? [inOrganization] : []))
}

function filters(params: ListParams, actor: Actor): (SQL | undefined)[] {
  const among = <Name extends keyof ListParams>(name: Name) => params[name]?.split(',').filter(Boolean)
  const ids = among('ids') ?? among('id')
  const slugs = among('slugs') ?? among('slug')
  const statuses = among('status')
  const types = among('type')
  const visibility = among('visibility')?.map((value) => {
    if (value === 'public' || value === 'protected' || value === 'private') return value
    throw problem('parameter-invalid', {
      parameter: 'visibility',
      reason: `"${value}" is none of public, protected, private`,
    })
  })
  const mine = params.mine === 'true' || params.shared === 'false'
  return [
    ids && isAmong(datasets.id, ids),
    slugs && isAmong(datasets.slug, slugs),
    statuses && isAmong(datasets.status, statuses),
    types && isAmong(datasets.nature, types),
    visibility && isAmong(datasets.visibility, visibility),
    params.owner === undefined ? undefined : ownersFilter(params.owner),
    mine ? mineFilter(actor) : undefined,
  ]
}

/** A list of any length in one bound parameter: a statement has 100 at most (d1/platform/limits). */
function isAmong(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
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

/** Words are alternatives, `"…"` is a phrase, `-word` excludes (contract datasets §1.4). */
function searchOf(q: string): { matches: SQL | undefined; score: SQL | undefined } {
  const terms = [...fold(q.slice(0, limits.lines.maxSearchChars)).matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)]
    .map(([, minus, phrase, word]) => ({ excluded: minus === '-', text: phrase ?? word ?? '' }))
    .filter((term) => term.text !== '')
    .slice(0, limits.datasets.maxSearchWords)
  const found = (column: typeof datasets.searchText | typeof datasets.sortTitle, text: string) =>
    sql`instr(${column}, ${text}) > 0`
  const wanted = terms.filter((term) => !term.excluded)
  const excluded = terms.filter((term) => term.excluded)
  const score = wanted.map(
    ({ text }) => sql`(${found(datasets.searchText, text)}) + 3 * (${found(datasets.sortTitle, text)})`,
  )
  return {
    matches: and(
      wanted.length > 0 ? or(...wanted.map(({ text }) => found(datasets.searchText, text))) : undefined,
      ...excluded.map(({ text }) => not(found(datasets.searchText, text))),
    ),
    // A search of exclusions only ranks nothing.
    score: score.length > 0 ? sql.join(score, sql` + `) : undefined,
  }
}

const sortable = new Map<string, SQL>([
  ['id', sql`${datasets.id}`],
  ['slug', sql`${datasets.slug}`],
  ['title', sql`${datasets.sortTitle}`],
  ['status', sql`${datasets.status}`],
  ['visibility', sql`${datasets.visibility}`],
  ['createdAt', sql`${datasets.createdAt}`],
  ['updatedAt', sql`${datasets.updatedAt}`],
  ['dataUpdatedAt', sql`${datasets.published}->>'$.dataUpdatedAt'`],
  ['finalizedAt', sql`${datasets.published}->>'$.finalizedAt'`],
  ['count', sql`${datasets.published}->>'$.lines.count'`],
  [
    'modified',
    sql`coalesce(${datasets.metadata}->>'$.modified', ${datasets.published}->>'$.dataUpdatedAt', ${datasets.updatedAt})`,
  ],
])

/** `field`, `-field`, `field:1`, `field:-1`, comma separated. */
function orderBy(sort: string | undefined, score: SQL | undefined): SQL[] {
  const explicit = (sort ?? '').split(',').filter(Boolean).map(orderTerm)
  const implicit = explicit.length > 0 ? [] : [...(score ? [desc(score)] : []), desc(datasets.createdAt)]
  return [...explicit, ...implicit, asc(datasets.id)]
}

function orderTerm(term: string): SQL {
  const [, minus, field = '', order] = /^(-?)([^:]+)(?::(.*))?$/.exec(term) ?? []
  const expression = sortable.get(field)
  if (!expression || (order !== undefined && order !== '1' && order !== '-1')) {
    throw problem('parameter-invalid', {
      parameter: 'sort',
      reason: `"${term}" is not a field to sort on, or not an order`,
    })
  }
  return minus || order === '-1' ? desc(expression) : asc(expression)
}

/** What `select` keeps. Negative items remove computed parts; alone they act as an empty inclusion list (contract §1.4). */
function shapeOf(select: string | undefined) {
  const items = select?.split(',').filter(Boolean)
  const without = new Set(items?.filter((item) => item.startsWith('-')).map((item) => item.slice(1)))
  const wanted =
    items && new Set(items.filter((item) => !item.startsWith('-')).map((item) => item.split('.')[0] ?? item))
  const always = ['id', 'slug', 'owner', 'visibility', 'public', 'userPermissions', 'previews', 'href', 'page']
  return {
    without,
    pick: (document: Record<string, unknown>, raw: boolean) => {
      if (!wanted) return document
      const kept = new Set([...wanted, ...(raw ? [] : always)])
      return Object.fromEntries(Object.entries(document).filter(([key]) => kept.has(key)))
    },
  }
}

function whole(params: ListParams, name: 'size' | 'page' | 'skip', absent: number, min: number): number {
  const text = params[name]
  if (text === undefined || text === '') return absent
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min)) {
    throw problem('parameter-invalid', {
      parameter: name,
      reason: `a whole number from ${min} on is expected, not "${text}"`,
    })
  }
  return value
}
