import type { Context } from '../../context'
import type { DatabaseSizes } from './choose-database'

/** Bytes of each database of lines, as D1 reports them with a response. */
export function databaseSizes(ctx: Pick<Context, 'lines' | 'log'>): Promise<DatabaseSizes> {
  return Promise.all(
    Array.from(ctx.lines, async (database, shard) => {
      try {
        const result = await database?.prepare('select 1').run()
        return result?.meta.size_after
      } catch (error) {
        ctx.log('error', 'a database of lines does not respond', { shard, cause: String(error) })
        return undefined
      }
    }),
  )
}
