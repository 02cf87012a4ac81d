/** Bindings that fail at a chosen call, or at one in ten, to simulate platform faults. */
import { env } from 'cloudflare:workers'
import { seeded } from './random'

/**
 * - `before`: the call is refused, nothing happened;
 * - `after`: it happened, but nobody was told;
 * - `death`: it is refused and so is everything after it, as when the process is killed.
 */
export type FaultKind = 'before' | 'after' | 'death'
export type Fault = { at: number; kind: FaultKind }

/**
 * The bindings of the tests with the configured fault; `calls` counts the calls so far.
 *
 * @param databases other bound databases that fail
 */
export function faultyEnv(
  fault?: Fault,
  queue?: Queue,
  databases: Record<string, D1Database> = {},
): { env: Env; calls: () => number; happened: () => boolean } {
  let calls = 0
  let happened = false
  const guarded: Guard = async (call) => {
    const number = ++calls
    if (!fault || number < fault.at || (number > fault.at && fault.kind !== 'death')) return call()
    happened = true
    if (fault.kind === 'after') await call()
    throw new Error(`injected fault at call ${fault.at} (${fault.kind})`)
  }
  const others = Object.fromEntries(
    Object.entries(databases).map(([name, database]) => [name, guardedDatabase(database, guarded)]),
  )
  return { calls: () => calls, happened: () => happened, env: { ...guardedEnv(guarded, queue), ...others } }
}

/** The bindings of the tests where one call in ten fails, before or after it happened. `faults` counts them. */
export function unreliableEnv(seed: number, queue?: Queue): { env: Env; faults: () => number } {
  const random = seeded(seed)
  let faults = 0
  const guarded: Guard = async (call) => {
    if (random.next() >= failingShare) return call()
    faults++
    const kind = random.pick(['before', 'after'])
    if (kind === 'after') await call()
    throw new Error(`injected fault (${kind})`)
  }
  return { faults: () => faults, env: guardedEnv(guarded, queue) }
}

const failingShare = 0.1

function guardedEnv(guarded: Guard, queue?: Queue): Env {
  return {
    ...env,
    DB: guardedDatabase(env.DB, guarded),
    LINES_0: guardedDatabase(env.LINES_0, guarded),
    FILES: guardedObject(env.FILES, guarded),
    PROCESSING: guardedObject(queue ?? env.PROCESSING, guarded),
  }
}

type Guard = (call: () => unknown) => Promise<unknown>

/** Every method call may fail. */
function guardedObject<Binding extends object>(binding: Binding, guarded: Guard): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) =>
        guarded(async () => {
          const result: unknown = await Reflect.apply(value, target, args)
          return isUpload(result) ? guardedObject(result, guarded) : result
        })
    },
  })
}

/** Creating statements never fails; running them, alone or in a batch, may fail. */
export function guardedDatabase(database: D1Database, guarded: Guard): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>()
  const wrapped = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...args: unknown[]) => wrapped(target.bind(...args))
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => guarded(() => Reflect.apply(value, target, args))
      },
    })
    originals.set(proxy, statement)
    return proxy
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (text: string) => wrapped(target.prepare(text))
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) =>
          guarded(() => target.batch(statements.map((one) => originals.get(one) ?? one)))
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function isUpload(value: unknown): value is R2MultipartUpload {
  return typeof value === 'object' && value !== null && 'uploadPart' in value
}
