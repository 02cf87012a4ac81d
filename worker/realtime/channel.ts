import { DurableObject } from 'cloudflare:workers'
import type { Context, LiveData } from '../context'
import { createContext } from '../create-context'
import { journalAfter, type StoredEvent, startListening, stopListening } from '../datasets/journal'
import { limits } from '../limits'
import { KeyedMutex } from './keyed-mutex'
import type { Sending } from './protocol'

/** Hubs with listeners, each with the last journal event that it has received. */
type Hubs = Record<string, number>

/**
 * The channels of one resource: stores which hubs have listeners, and sends them events in order. Events of the
 * journal are read from the journal, after the last one that each hub has received: the next call makes up for a lost
 * call or a hub that could not be reached. Without listeners the object does not exist, and nothing calls it.
 */
export class Channel extends DurableObject<Env> {
  readonly #mutex = new KeyedMutex()
  #waiting = 0
  /** When the last progress of a task was sent. */
  #progressAt = 0

  /**
   * Registers a hub that has a listener of the resource. `resource` is the id of a dataset, or `applications/{id}`, which has no
   * journal here.
   */
  join(resource: string, hub: string): Promise<void> {
    return this.#mutex.run(resource, async () => {
      this.#hubs = { ...this.#hubs, [hub]: await startListening(this.#context(), resource) }
    })
  }

  /** Removes a hub that has lost its last listener of the resource. */
  leave(resource: string, hub: string): Promise<void> {
    return this.#mutex.run(resource, () => this.#remove(resource, hub))
  }

  /**
   * The journal of the resource has new events.
   *
   * @param upTo id of the newest of them: later events are sent after the messages that precede their own call
   */
  journaled(resource: string, upTo?: number): void {
    this.#enqueue(resource, async (ctx) => {
      // Also without listeners: the row of the resource still says that it has some, otherwise this would not be called.
      if (Object.keys(this.#hubs).length === 0) await stopListening(ctx, resource)
      for (let more = true; more; ) {
        const from = Math.min(...Object.values(this.#hubs))
        const events = Number.isFinite(from) ? await journalAfter(ctx, resource, { after: from, upTo }) : []
        const reached = await this.#sendToAll(resource, (sent) =>
          events.filter(({ id }) => id > sent).map(asSending(ctx)),
        )
        const last = events.at(-1)?.id ?? 0
        this.#hubs = Object.fromEntries(
          Object.entries(this.#hubs).map(([hub, sent]) => [hub, reached.has(hub) ? Math.max(sent, last) : sent]),
        )
        // The position of a hub that failed does not move; the next call tries again.
        more = events.length === limits.realtime.journalBatch && reached.size === Object.keys(this.#hubs).length
      }
    })
  }

  /** A message that is not in the journal. Such messages are dropped first when the queue is full. */
  tell(resource: string, subject: Sending['subject'], data: LiveData): void {
    if (this.#waiting >= limits.realtime.maxWaitingSendings) return
    if (subject === 'task-progress' && !this.#isDue(data)) return
    this.#enqueue(resource, async (ctx) => {
      await this.#sendToAll(resource, () => [{ subject, date: ctx.now(), data }])
    })
  }

  /** Whether a progress message is sent. The end of a task always is; other messages may be dropped, since a later one follows. */
  #isDue(progress: LiveData): boolean {
    const now = Date.now()
    const isEnd = Object.keys(progress).length === 0 || 'error' in progress
    if (!isEnd && now - this.#progressAt < limits.realtime.progressEveryMs) return false
    this.#progressAt = now
    return true
  }

  /** Permissions have changed: every listener is checked again. */
  rightsChanged(resource: string): void {
    this.#enqueue(resource, async () => {
      await Promise.all(Object.keys(this.#hubs).map((hub) => this.#hub(hub).recheck(resource)))
    })
  }

  /** Sends to each hub the events that it has not received. @returns the hubs that received them */
  async #sendToAll(resource: string, sendingsAfter: (sent: number) => Sending[]): Promise<Set<string>> {
    const reached = new Set<string>()
    const send = async (hub: string, sent: number) => {
      const sendings = sendingsAfter(sent)
      const listens = sendings.length === 0 || (await this.#hub(hub).deliver(resource, sendings))
      if (listens) reached.add(hub)
      else await this.#remove(resource, hub)
    }
    const sendings = Object.entries(this.#hubs).map(([hub, sent]) =>
      send(hub, sent).catch((error: unknown) => {
        this.#context().log('warn', 'a hub took nothing', { resource, hub, error: String(error) })
      }),
    )
    await Promise.all(sendings)
    return reached
  }

  async #remove(resource: string, hub: string): Promise<void> {
    const { [hub]: _, ...others } = this.#hubs
    this.#hubs = others
    if (Object.keys(others).length === 0) await stopListening(this.#context(), resource)
  }

  /** The sender does not wait for the listeners. */
  #enqueue(resource: string, work: (ctx: Context) => Promise<void>): void {
    const ctx = this.#context()
    this.#waiting++
    const done = this.#mutex
      .run(resource, () => work(ctx))
      .catch((error: unknown) => ctx.log('warn', 'a sending failed', { resource, error: String(error) }))
      .finally(() => this.#waiting--)
    this.ctx.waitUntil(done)
  }

  get #hubs(): Hubs {
    return this.ctx.storage.kv.get<Hubs>('hubs') ?? {}
  }

  set #hubs(hubs: Hubs) {
    if (Object.keys(hubs).length > 0) this.ctx.storage.kv.put('hubs', hubs)
    else this.ctx.storage.kv.delete('hubs')
  }

  #hub(id: string) {
    return this.env.SOCKET_HUBS.get(this.env.SOCKET_HUBS.idFromString(id))
  }

  #context(): Context {
    const identity = { actor: { type: 'system', job: 'channel' } } as const
    return createContext(this.env, { identity, requestId: this.ctx.id.toString() })
  }
}

function asSending(ctx: Context): (event: StoredEvent) => Sending {
  return (event) => ({ subject: 'journal', date: ctx.now(), event })
}
