import type { Context } from '../../context'

/** Bytes of each database by shard; undefined when it is not bound or does not respond. */
export type DatabaseSizes = readonly (number | undefined)[]

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
