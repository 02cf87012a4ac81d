/** Link keys of applications: a protected link with one opens the application without an account. */
import { z } from '@hono/zod-openapi'
import { asc, eq, sql } from 'drizzle-orm'
import { audit, forgetLinkKeys, lastDaySchema } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { isChanged, requireCondition } from '../../resources'
import { loadApplication } from '../load'

const { linkKeys, applications } = tables
const { maxKeyChars, maxKeys } = limits.applications

/** The keys of an application, as sent. Ids are part of the path of a link: no `:`, `/`, `?`, `#`, `%` or space. */
export const linkKeysSchema = z
  .array(
    z
      .object({
        id: z
          .string()
          .regex(/^[^:/?#%\s]+$/)
          .max(maxKeyChars)
          .optional(),
        title: z.string().max(limits.datasets.maxTitleChars).optional(),
        /** The last day on which it works. */
        expireAt: lastDaySchema.optional(),
      })
      // All other keys stop working: a misspelt property must not revoke them.
      .refine(({ id, title }) => id !== undefined || title !== undefined, 'an id or a title is expected'),
  )
  .max(maxKeys)
  .openapi('ApplicationKeys')
type LinkKey = { id: string; title?: string; expireAt?: string }

export async function readLinkKeys(ctx: Context, id: string): Promise<LinkKey[]> {
  await loadApplication(ctx, id, 'getKeys')
  const rows = await ctx.db
    .select()
    .from(linkKeys)
    .where(eq(linkKeys.applicationId, id))
    .orderBy(asc(linkKeys.position))
  return rows.map(({ id, title, expireAt }) => ({
    id,
    ...(title === null ? {} : { title }),
    ...(expireAt === null ? {} : { expireAt }),
  }))
}

/**
 * Replaces all keys of an application; keys without an id get a generated one. With `isCurrent` they were made from others,
 * which it recognizes: the change is refused when those have changed.
 *
 * @throws `application-key-repeated`, `keys-changed`
 */
export async function writeLinkKeys(
  ctx: Context,
  input: {
    id: string
    keys: z.infer<typeof linkKeysSchema>
    isCurrent?: ((keys: readonly LinkKey[]) => boolean) | undefined
  },
): Promise<LinkKey[]> {
  const { id } = await loadApplication(ctx, input.id, 'setKeys')
  const keys = input.keys.map(({ id: chosen, title, expireAt }) => ({
    id: chosen ?? ctx.newId(),
    ...(title === undefined ? {} : { title }),
    ...(expireAt === undefined ? {} : { expireAt }),
  }))
  const ids = new Set<string>()
  for (const key of keys) {
    if (ids.has(key.id)) throw problem('application-key-repeated', { id: key.id })
    ids.add(key.id)
  }
  const current = input.isCurrent && (await readLinkKeys(ctx, id))
  if (current && !input.isCurrent?.(current)) throw problem('keys-changed')
  const rows = rowsOf(keys)
  const changes = ctx.db.batch([
    audit(ctx, 'setKeys', `applications/${id}`),
    ...(current ? [requireCondition(ctx, areKeys(id, current))] : []),
    ctx.db.delete(linkKeys).where(eq(linkKeys.applicationId, id)),
    ctx.db.insert(linkKeys).select(
      sql`select ${id}, item.value->>0, item.value->>1, item.value->>2, item.key from json_each(${rows}) item
          where exists (select 1 from ${applications} where ${applications.id} = ${id})`,
    ),
  ])
  await changes.catch((error: unknown) => {
    throw isChanged(error) ? problem('keys-changed') : error
  })
  forgetLinkKeys()
  return keys
}

const rowsOf = (keys: readonly LinkKey[]): string =>
  JSON.stringify(keys.map((key) => [key.id, key.title ?? null, key.expireAt ?? null]))

/** Whether an application has these keys, in this order. */
function areKeys(id: string, keys: readonly LinkKey[]) {
  const stored = sql`select count(*) from ${linkKeys} stored`
  const same = sql`join json_each(${rowsOf(keys)}) item
    on stored.id = item.value->>0 and stored.title is item.value->>1 and stored.expire_at is item.value->>2
    and stored.position = item.key`
  const ofApplication = sql`where stored.application_id = ${id}`
  return sql`(${stored} ${ofApplication}) = ${keys.length} and (${stored} ${same} ${ofApplication}) = ${keys.length}`
}
