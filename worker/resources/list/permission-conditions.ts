/** Permissions as SQL conditions, with the same rules as `can`. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { problem } from '../../errors'
import { type Actor, actingAccount, classOf, isOperationClass, type Operation, ownerOperations } from '../../identity'
import { limits } from '../../limits'
import { emailOf, isSuperAdmin, userIdOf } from '../../permissions'
import type { ListedTable } from './table'

/** The condition of the rows that an actor may list. */
export function listable(table: ListedTable, actor: Actor): SQL | undefined {
  const isPublic = eq(table.visibility, 'public')
  if (actor.type === 'system' || isSuperAdmin(actor)) return undefined
  if (!isNamed(actor)) return isPublic
  return or(isPublic, permitted(table, actor, grantOf('list')))
}

/**
 * The condition of the parameter `can`: the actor may do every operation, or the class.
 *
 * @param isOperation whether a word is an operation of the listed kind
 * @throws `parameter-invalid`
 */
export function canFilter(
  table: ListedTable,
  actor: Actor,
  text: string,
  isOperation: (name: string) => name is Operation,
): SQL | undefined {
  if (actor.type === 'system' || isSuperAdmin(actor)) return undefined
  const names = text.split(',').filter(Boolean)
  if (names.length > limits.lists.maxOperations) {
    throw problem('parameter-invalid', {
      parameter: 'can',
      reason: {
        en: `at most ${limits.lists.maxOperations} operations`,
        fr: `${limits.lists.maxOperations} opérations au plus`,
      },
    })
  }
  const grants = names.map((name) => {
    if (isOperationClass(name)) return hasClass(name)
    if (isOperation(name)) return grantOf(name)
    throw problem('parameter-invalid', {
      parameter: 'can',
      reason: {
        en: `"${name}" is neither an operation nor a class of operations`,
        fr: `"${name}" n'est ni une opération ni une classe d'opérations`,
      },
    })
  })
  const toAll = (grant: SQL) => granted(table, sql`entry.value->>'type' is null`, grant)
  return and(
    ...grants.map((grant) => (isNamed(actor) ? or(toAll(grant), permitted(table, actor, grant)) : toAll(grant))),
  )
}

const hasClass = (name: string) => sql`exists (select 1 from json_each(entry.value, '$.classes') where value = ${name})`

function grantOf(operation: Operation): SQL {
  if (ownerOperations.has(operation)) return sql`false`
  const also = operation === 'writeDescription' ? 'writeDescriptionBreaking' : operation
  return sql`(${hasClass(classOf(operation))} or
    exists (select 1 from json_each(entry.value, '$.operations') where value in (${operation}, ${also})))`
}

function granted(table: ListedTable, who: SQL, grant: SQL): SQL {
  return sql`exists (select 1 from json_each(${table.permissions}) entry where ${who} and ${grant})`
}

type Named = Extract<Actor, { type: 'user' | 'apiKey' }>

/** Whether permission entries can name the actor; keys of one dataset or application cannot be named. */
const isNamed = (actor: Actor): actor is Named => actor.type === 'user' || actor.type === 'apiKey'

/** The condition that a user or an API key has a grant as owner, or by an entry that names it. */
function permitted(table: ListedTable, actor: Named, grant: SQL): SQL | undefined {
  const account = actingAccount(actor)
  const userId = userIdOf(actor) ?? ''
  const role = actor.type === 'user' ? actor.role : 'admin'
  const email = emailOf(actor)
  const hasEmail = email === undefined ? sql`false` : sql`entry.value->>'email' = ${email}`
  const named = granted(
    table,
    sql`entry.value->>'type' = 'user' and (entry.value->>'id' in ('*', ${userId}) or ${hasEmail})`,
    grant,
  )
  if (!account) return named
  const owned = [and(eq(table.ownerType, 'user'), eq(table.ownerId, userId))]
  if (role === 'admin') {
    const department = account.department ? eq(table.ownerDepartment, account.department) : undefined
    owned.push(and(eq(table.ownerType, account.type), eq(table.ownerId, account.id), department))
  }
  const inOrganization = granted(
    table,
    sql`entry.value->>'type' = 'organization' and entry.value->>'id' = ${account.id}
    and (coalesce(entry.value->>'department', '*') in ('*', ${account.department ?? '-'}) or ${account.department ?? ''} = '')
    and (${role} = 'admin' or coalesce(json_array_length(entry.value, '$.roles'), 0) = 0
      or exists (select 1 from json_each(entry.value, '$.roles') where value = ${role}))`,
    grant,
  )
  return or(named, ...owned, ...(account.type === 'organization' ? [inOrganization] : []))
}
