/** Checks of what the service depends on, for its operator. */
import { sql } from 'drizzle-orm'
import type { Context } from '../context'

export type Check = { name: 'metadata' | 'lines' | 'files'; status: 'ok' | 'error'; ms: number }

/** Whether the databases and the store of files respond, and how long they take. */
export function runChecks(ctx: Context): Promise<Check[]> {
  return Promise.all([
    check(ctx, 'metadata', () => ctx.db.run(sql`select 1`)),
    check(ctx, 'lines', () => Promise.all(ctx.lines.map((database) => database?.prepare('select 1').run()))),
    check(ctx, 'files', () => ctx.files.head('none')),
  ])
}

async function check(ctx: Context, name: Check['name'], respond: () => Promise<unknown>): Promise<Check> {
  const started = ctx.now().getTime()
  const status = await respond().then(
    () => 'ok' as const,
    (error: unknown) => {
      ctx.log('error', 'a dependency does not respond', { name, cause: String(error) })
      return 'error' as const
    },
  )
  return { name, status, ms: ctx.now().getTime() - started }
}
