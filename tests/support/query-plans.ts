/** How SQLite runs the statements of an operation. */
import { env } from 'cloudflare:workers'
import type { Context } from '../../worker/context'
import { createContext } from '../../worker/create-context'
import type { Actor } from '../../worker/identity'

/** Runs an operation as somebody. @returns the query plan of each of its statements with parameters, in order */
export async function plansOf(actor: Actor, run: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const recording = new Proxy(env.DB, {
    get(database, name) {
      if (name !== 'prepare') return Reflect.get(database, name).bind(database)
      return (text: string) =>
        new Proxy(database.prepare(text), {
          get: (statement, property) =>
            property === 'bind'
              ? (...values: unknown[]) => {
                  statements.push({ text, values })
                  return statement.bind(...values)
                }
              : Reflect.get(statement, property).bind(statement),
        })
    },
  })
  await run(createContext({ ...env, DB: recording }, { identity: { actor }, requestId: 'test' }))
  return Promise.all(
    statements.map(async ({ text, values }) => {
      const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...values)
      return (await explained.all<{ detail: string }>()).results.map(({ detail }) => detail).join('\n')
    }),
  )
}
