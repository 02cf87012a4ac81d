/** The log of a run: stored and sent to its live channel in batches, and bounded. */
import { z } from 'zod'
import type { Context, LiveData } from '../../context'
import { tables } from '../../db/client'
import type { Language, Reason } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { wellFormedJson } from '../../schema/well-formed'
import { channelOf } from '../journal'
import { notices } from '../plugins/log-texts'
import type { LogText, PluginLog } from '../plugins/plugin'

type EntryType = 'step' | 'info' | 'warning' | 'error' | 'debug' | 'task'

/** An entry as clients read it. A task is updated in place. */
export type LogEntry = {
  type: EntryType
  date: string
  msg: string
  extra?: string
  progress?: number
  total?: number
  progressDate?: string
}

/** An entry as it is stored: its message in each language, or in the words of a plugin. */
export type StoredEntry = Omit<LogEntry, 'msg'> & { msg: LogText }

/** An entry in the language of a reader. */
export const entryIn = (entry: StoredEntry, language: Language): LogEntry => ({
  ...entry,
  msg: typeof entry.msg === 'string' ? entry.msg : entry.msg[language],
})

type PositionedEntry = { position: number; entry: StoredEntry }

export class RunLog {
  readonly #ctx: Context
  readonly #run: { id: string; collectorId: string }
  readonly #pending = new Map<number, StoredEntry>()
  readonly #tasks = new Map<string, PositionedEntry>()
  #next: number
  #writing: Promise<void> = Promise.resolve()

  /** @param next position of the next entry: those of earlier slices come first */
  constructor(ctx: Context, run: { id: string; collectorId: string }, next: number) {
    this.#ctx = ctx
    this.#run = run
    this.#next = next
  }

  /** Adds an entry. Those beyond the limit are dropped: a plugin must not fill the database. */
  add(type: EntryType, message: unknown, extra?: unknown): PositionedEntry | undefined {
    const { maxLogEntries } = limits.collectors
    // One place is left for the error that ends the run, and one for this warning.
    if (this.#next >= maxLogEntries - 2) {
      if (this.#next === maxLogEntries - 2) this.#put({ type: 'warning', msg: notices.logFull(this.#next) })
      return undefined
    }
    return this.#put({ type, msg: textOf(message), ...extraOf(extra) })
  }

  /** Adds the entry that ends the run, whatever the log holds. */
  end(type: 'info' | 'error', message: Reason): void {
    this.#put({ type, msg: textOf(message) })
  }

  task(name: unknown): void {
    const placed = this.add('task', name)
    if (placed) this.#tasks.set(nameOf(placed.entry.msg), placed)
  }

  progress(name: unknown, done: unknown, total: unknown): void {
    const key = nameOf(textOf(name))
    const placed = this.#tasks.get(key) ?? this.add('task', name)
    if (!placed) return
    const entry = {
      ...placed.entry,
      progress: numberOf(done),
      ...(total === undefined ? {} : { total: numberOf(total) }),
      progressDate: this.#ctx.now().toISOString(),
    }
    this.#tasks.set(key, { ...placed, entry })
    this.#pending.set(placed.position, entry)
  }

  /** Stores the new entries and sends them. Never fails: a log must not end a run. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Stores what remains, trying a few times: the entry that ends a run says why. */
  async close(): Promise<void> {
    for (let attempt = 0; attempt < limits.collectors.logAttempts; attempt++) {
      await this.flush()
      if (this.#pending.size === 0) return
    }
  }

  /** The log as plugins write it. */
  get forPlugin(): PluginLog {
    const adder = (type: EntryType) => async (message: LogText, extra?: unknown) => void this.add(type, message, extra)
    return {
      step: adder('step'),
      info: adder('info'),
      warning: adder('warning'),
      error: adder('error'),
      debug: adder('debug'),
      task: async (name) => this.task(name),
      progress: async (name, done, total) => this.progress(name, done, total),
    }
  }

  #put(said: Pick<StoredEntry, 'type' | 'msg' | 'extra'>): PositionedEntry {
    const { type, msg, extra } = said
    const date = this.#ctx.now().toISOString()
    const placed = { position: this.#next++, entry: { type, date, msg, ...(extra === undefined ? {} : { extra }) } }
    this.#pending.set(placed.position, placed.entry)
    return placed
  }

  async #write(): Promise<void> {
    const entries = [...this.#pending]
    this.#pending.clear()
    if (entries.length === 0) return
    const { id, collectorId } = this.#run
    try {
      const rows = entries.map(([position, entry]) => {
        const values = { runId: id, position, entry: wellFormedJson(JSON.stringify(entry)).json }
        const { runId, position: at } = tables.collectorLogs
        return this.#ctx.db
          .insert(tables.collectorLogs)
          .values(values)
          .onConflictDoUpdate({ target: [runId, at], set: { entry: values.entry } })
      })
      const [first, ...others] = rows
      if (first) await this.#ctx.db.batch([first, ...others])
      for (const [, log] of entries) {
        if (log.type === 'debug') continue
        await this.#ctx.realtime.tell(channelOf(collectorId), 'run-log', { _id: id, log } satisfies LiveData)
      }
    } catch (error) {
      // The next write stores them, unless a task has progressed since.
      for (const [position, entry] of entries) {
        if (!this.#pending.has(position)) this.#pending.set(position, entry)
      }
      this.#ctx.log('warn', 'the log of a run could not be written', { run: id, error: String(error) })
    }
  }
}

/** A message of a plugin, which may be anything. */
function textOf(message: unknown): LogText {
  const { data } = reasonSchema.safeParse(message)
  return data ? { en: cut(data.en), fr: cut(data.fr) } : cut(String(message))
}

const reasonSchema = z.object({ en: z.string(), fr: z.string() })

const cut = (text: string): string => cutText(text, limits.collectors.maxLogChars)

const nameOf = (message: LogText): string => (typeof message === 'string' ? message : message.en)

function extraOf(extra: unknown): { extra?: string } {
  if (extra === undefined || extra === null || extra === '') return {}
  let text: string | undefined
  try {
    text = typeof extra === 'string' ? extra : JSON.stringify(extra)
  } catch {
    // Circular or BigInt: the message says enough.
  }
  return text === undefined ? {} : { extra: cutText(text, limits.collectors.maxLogExtraChars) }
}

const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0)
