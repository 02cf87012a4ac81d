import { eq } from 'drizzle-orm'
import { audit, superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type BaseApplication, type BasePatch, fromBaseRow, saidSchema } from './document'
import { searchedOf } from './register'

const { baseApplications } = tables

/** Changes what the operator says of a base application, and who may use it. @throws `super-admin-only`, `base-application-not-found` */
export async function patchBase(ctx: Context, input: { id: string; patch: BasePatch }): Promise<BaseApplication> {
  superAdmin(ctx)
  const [row] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.id, input.id))
  if (!row) throw problem('base-application-not-found')
  const { privateAccess, public: isPublic, deprecated, ...patch } = input.patch
  const base = fromBaseRow(row)
  const merged = Object.entries({ ...base.said, ...patch }).filter(([, value]) => value !== null && value !== '')
  const said = saidSchema.parse(Object.fromEntries(merged))
  const [[changed]] = await ctx.db.batch([
    ctx.db
      .update(baseApplications)
      .set({
        said: JSON.stringify(said),
        public: isPublic ?? base.public,
        deprecated: deprecated ?? base.deprecated,
        privateAccess: JSON.stringify(privateAccess ?? base.privateAccess),
        updatedAt: ctx.now().toISOString(),
        ...searchedOf({ ...base, said }),
      })
      .where(eq(baseApplications.id, input.id))
      .returning(),
    audit(ctx, 'patchBaseApplication', `base-applications/${input.id}`),
  ])
  if (!changed) throw problem('base-application-not-found')
  return fromBaseRow(changed)
}
