import { eq } from 'drizzle-orm'
import { audit, superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type BaseApplication, type BasePatch, fromBaseRow, overridesSchema } from './document'
import { searchColumnsOf } from './register'

const { baseApplications } = tables

/** Changes the overrides of a base application, and the accounts that may use it. @throws `super-admin-only`, `base-application-not-found` */
export async function patchBase(ctx: Context, input: { id: string; patch: BasePatch }): Promise<BaseApplication> {
  superAdmin(ctx)
  const [row] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.id, input.id))
  if (!row) throw problem('base-application-not-found')
  const { privateAccess, public: isPublic, deprecated, ...patch } = input.patch
  const base = fromBaseRow(row)
  const merged = Object.entries({ ...base.overrides, ...patch }).filter(([, value]) => value !== null && value !== '')
  const overrides = overridesSchema.parse(Object.fromEntries(merged))
  const [[changed]] = await ctx.db.batch([
    ctx.db
      .update(baseApplications)
      .set({
        overrides: JSON.stringify(overrides),
        public: isPublic ?? base.public,
        deprecated: deprecated ?? base.deprecated,
        privateAccess: JSON.stringify(privateAccess ?? base.privateAccess),
        updatedAt: ctx.now().toISOString(),
        ...searchColumnsOf({ ...base, overrides }),
      })
      .where(eq(baseApplications.id, input.id))
      .returning(),
    audit(ctx, 'patchBaseApplication', `base-applications/${input.id}`),
  ])
  if (!changed) throw problem('base-application-not-found')
  return fromBaseRow(changed)
}
