/** The host keys of the SSH servers of a collector, by server. They stay those of its first connection to each. */

import { z } from '@hono/zod-openapi'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { hostOf, portOf } from '../../net/outgoing-address'
import type { FileConnection } from '../plugins/plugin'

const { collectors } = tables
const stateSchema = z.object({ hostKeys: z.record(z.string(), z.string()) })

/** The part of the state of a collector that no plugin writes. */
export class HostKeys {
  readonly #known: Map<string, string>
  readonly #store: (known: Record<string, string>) => Promise<void>

  /** @param store writes the keys; without it they last as long as this object */
  constructor(state: unknown, store: (known: Record<string, string>) => Promise<void> = async () => {}) {
    this.#known = new Map(Object.entries(stateSchema.safeParse(state).data?.hostKeys ?? {}))
    this.#store = store
  }

  /** A connection that accepts the key that the plugin expects, or the known key of its server, and no other. */
  expected<Connection extends FileConnection>(connection: Connection): Connection {
    const hostKey = connection.hostKey ?? this.#known.get(serverOf(connection.url))
    return { ...connection, hostKey }
  }

  /** Stores the key that a server has shown at the first connection. */
  async keep(url: string, hostKey: string | undefined): Promise<void> {
    const server = serverOf(url)
    if (hostKey === undefined || this.#known.has(server)) return
    this.#known.set(server, hostKey)
    await this.#store(Object.fromEntries(this.#known))
  }

  /** What a plugin stores, with the keys. */
  within(state: Record<string, unknown>): Record<string, unknown> {
    return this.#known.size === 0 ? state : { ...state, hostKeys: Object.fromEntries(this.#known) }
  }
}

/** The keys of a collector during a run: a new one is stored at once, since the run may fail. */
export const hostKeysOf = (ctx: Pick<Context, 'db'>, { id, state }: { id: string; state: unknown }): HostKeys =>
  new HostKeys(state, async (known) => {
    const changed = sql`json_set(${collectors.state}, '$.hostKeys', json(${JSON.stringify(known)}))`
    await ctx.db.update(collectors).set({ state: changed }).where(eq(collectors.id, id))
  })

/** A state without host keys: the next connection to each server stores the one that it shows. */
export const withoutHostKeys = () => sql`json_remove(${collectors.state}, '$.hostKeys', '$.hostKey')`

const serverOf = (url: string): string => {
  const parsed = new URL(url)
  return `${hostOf(parsed)}:${portOf(parsed, 'sftp:')}`
}
