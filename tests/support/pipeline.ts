/**
 * The processing pipeline without a queue: messages are stored and delivered when a test requests it, at a given time.
 */
import { env } from 'cloudflare:workers'
import { runEachMinute } from '../../queues/cron'
import type { Message } from '../../queues/messages'
import { processRun } from '../../queues/processing/process-run'
import type { Context } from '../../worker/context'
import { createContext } from '../../worker/create-context'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { replaceFile } from '../../worker/datasets/create/replace-file'
import { deleteDiscards } from '../../worker/datasets/runs'
import { dropUpload, storeUpload } from '../../worker/datasets/stored-files/upload'
import type { SignedIn } from '../../worker/identity'
import { limits } from '../../worker/limits'
import { town } from './accounts'
import { lineTables, objects, rows } from './stored'

/** A time that only moves when told. It starts in the present: what it signs must not look old elsewhere. */
export type Clock = { now: () => Date; advance: (ms: number) => void }

export function clockAt(start = Date.now()): Clock {
  let time = start
  const advance = (ms: number) => {
    time += ms
  }
  return { now: () => new Date(time), advance }
}

/** A queue that keeps what it is sent. */
export class HeldQueue {
  readonly messages: Message[] = []

  get binding(): Queue {
    const send = async (message: Message) => void this.messages.push(message)
    // The service calls nothing else of a queue.
    return { send } as unknown as Queue
  }
}

export const publisher: SignedIn = {
  type: 'apiKey',
  id: 'k',
  title: 'k',
  email: 'k@example.org',
  scopes: ['datasets'],
  account: town,
}

/** A context over these bindings, acting as a key of the town. */
export function contextOf(bindings: Env, clock: Clock): Context {
  const identity = { actor: publisher }
  const ctx = createContext(bindings, { identity, requestId: 'test', baseUrl: 'https://data.example.org' })
  return { ...ctx, now: clock.now }
}

export class Pipeline {
  readonly clock = clockAt()
  readonly queue = new HeldQueue()
  readonly ctx: Context

  /** @param bindings databases and variables other than those of the tests, in which deleted data cannot be restored */
  constructor(bindings: Record<string, D1Database | string> = {}) {
    const variables: Record<string, D1Database | string> = { TRASH_DAYS: '0', ...bindings }
    this.ctx = contextOf({ ...env, ...variables, PROCESSING: this.queue.binding }, this.clock)
  }

  /** Uploads a file as a new dataset. */
  async create(content: string, options: { ctx?: Context; fileName?: string; draft?: boolean } = {}): Promise<string> {
    const { ctx = this.ctx, fileName = 'places.csv', draft } = options
    const file = await storeUpload(ctx, { account: town, fileName, bytes: bytesOf(content) })
    return (await createDataset(ctx, { actor: publisher, body: {}, file, draft })).id
  }

  /** Uploads a file over a dataset. */
  replace(id: string, content: string, draft?: string): Promise<void> {
    return this.replaceWith(this.ctx, id, content, draft)
  }

  /** The same over other bindings, as the route does it: a refused upload goes. */
  async replaceWith(ctx: Context, id: string, content: string, draft?: string): Promise<void> {
    const file = await storeUpload(ctx, { account: town, fileName: 'places.csv', bytes: bytesOf(content) })
    try {
      await replaceFile(ctx, { id, body: {}, file, draft })
    } catch (error) {
      await dropUpload(ctx, file.object)
      throw error
    }
  }

  /** Delivers the next message. @returns the error that asks for its retry */
  async deliver(message: Message | undefined, ctx: Context = this.ctx): Promise<unknown> {
    if (message?.kind !== 'process') return undefined
    try {
      await processRun(ctx, message)
    } catch (error) {
      return error
    }
  }

  /** Delivers messages and runs the cron until no run is left. */
  async settle(): Promise<void> {
    let failures = 0
    for (let round = 0; round < 20; round++) {
      for (let message = this.queue.messages.shift(); message; message = this.queue.messages.shift()) {
        const error = await this.deliver(message)
        if (error && ++failures > 20) throw error
        if (error) this.queue.messages.push(message)
      }
      if ((await rows(`select 1 from runs where failed = 0`)).length === 0) return
      this.clock.advance(limits.processing.leaseMs + 1)
      await runEachMinute(this.ctx, { afterRestart: false })
    }
    throw new Error('the pipeline does not settle')
  }

  /** Empties everything that was ever discarded. */
  async tidy(): Promise<void> {
    this.clock.advance(limits.files.deleteUnreferencedAfterMs + limits.lines.dropReplacedAfterMs)
    while (await deleteDiscards(this.ctx));
  }

  /** What readers see: the values of the first field, in the order of the file. Undefined without a version. */
  async published(id: string): Promise<{ count: number; values: unknown[]; status: string } | undefined> {
    const { published } = await readDataset(this.ctx, id)
    if (!published.lines) return undefined
    const { shard, run, count } = published.lines
    const found = await this.ctx.lines[shard]?.prepare(`select c0 from lines_${run} order by _i`).all<{ c0: unknown }>()
    return { count, values: (found?.results ?? []).map(({ c0 }) => c0), status: published.status }
  }

  /** Lines that the search index of the published version finds. */
  async found(id: string, word: string): Promise<number> {
    const { published } = await readDataset(this.ctx, id)
    const { shard = 0, run } = published.lines ?? {}
    const statement = this.ctx.lines[shard]?.prepare(`select count(*) n from search_${run} where c0 match ?1`)
    return Number(await statement?.bind(word).first('n'))
  }
}

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(content)
}

/** Types of the journal, oldest first. */
export async function events(id: string): Promise<string[]> {
  const found = await rows<{ type: string }>('select type from journal where dataset_id = ? order by id', id)
  return found.map(({ type }) => type)
}

/** Checks that the tables and objects of one version, and the earlier files, are all that remains after the deletions. */
export async function remains(): Promise<Record<'tables' | 'objects' | 'runs' | 'discards' | 'statistics', number>> {
  const count = async (table: string) => Number((await rows<{ n: number }>(`select count(*) n from ${table}`))[0]?.n)
  return {
    tables: (await lineTables()).filter((name) => name.startsWith('lines_')).length,
    objects: (await objects()).length - (await count('file_versions')),
    runs: await count('runs'),
    statistics: await count('statistics'),
    discards: await count('discards'),
  }
}
