/** The databases of lines: the bindings `LINES_0`, `LINES_1` …, of which an operator has as many as the lines need. */

const bindingName = /^LINES_(0|[1-9]\d{0,3})$/

/** The bound databases by shard, the number of the binding. A number without a binding has none. */
export function openLinesDatabases(env: Env): (D1Database | undefined)[] {
  const databases: (D1Database | undefined)[] = [env.LINES_0]
  for (const shard of otherShards(env)) {
    // A binding of this name is a D1 database.
    databases[shard] = Reflect.get(env, `LINES_${shard}`) as D1Database
  }
  return databases
}

let known: { env: Env; shards: readonly number[] } | undefined

/** The bindings do not change while an isolate lives, and every request opens them. */
function otherShards(env: Env): readonly number[] {
  if (known?.env === env) return known.shards
  const shards = Object.keys(env).flatMap((name) => {
    const [, number] = bindingName.exec(name) ?? []
    return number === undefined || number === '0' ? [] : [Number(number)]
  })
  known = { env, shards }
  return shards
}
