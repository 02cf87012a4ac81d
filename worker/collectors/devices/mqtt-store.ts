import { limits } from '../../limits'

/** What a connection has stored so far, over all its sockets. */
export type Counts = { stored: number; refused: number; lastMessageAt: string | undefined }

/** The storage of a listener: it outlives the process. */
export class MqttStore {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    storage.sql.exec(
      'create table if not exists deliveries (key text primary key, line text not null, acknowledged integer not null)',
    )
  }

  get collector(): string | undefined {
    return this.#storage.kv.get<string>('collector')
  }

  set collector(id: string) {
    this.#storage.kv.put('collector', id)
  }

  /** The broker, user and topics that the session at the broker was made with. */
  get session(): string | undefined {
    return this.#storage.kv.get<string>('session')
  }

  set session(session: string) {
    this.#storage.kv.put('session', session)
  }

  get counts(): Counts {
    return this.#storage.kv.get<Counts>('counts') ?? { stored: 0, refused: 0, lastMessageAt: undefined }
  }

  set counts(counts: Counts) {
    this.#storage.kv.put('counts', counts)
  }

  /**
   * The id of the line of a message, written down before the line: a message that the broker delivers again has the same
   * line. A broker does so when the acknowledgement was not sent, or was lost (`isRepeated`, the flag DUP).
   *
   * @param key of the packet: its id, topic and content
   */
  lineOf(key: string, isRepeated: boolean, newId: () => string): string {
    const { sql } = this.#storage
    const [known] = sql
      .exec<{ line: string }>('select line from deliveries where key = ? and (? or not acknowledged)', key, +isRepeated)
      .toArray()
    if (known) return known.line
    const line = newId()
    sql.exec('insert or replace into deliveries (key, line, acknowledged) values (?, ?, 0)', key, line)
    return line
  }

  acknowledged(keys: readonly string[]): void {
    for (const key of keys) this.#storage.sql.exec('update deliveries set acknowledged = 1 where key = ?', key)
  }

  /** The broker has lost the session: it delivers nothing again. */
  startSession(): void {
    this.#storage.sql.exec('update deliveries set acknowledged = 1 where not acknowledged')
  }

  /** Forgets all but the last messages. */
  prune(): void {
    this.#storage.sql.exec(
      'delete from deliveries where rowid <= (select max(rowid) from deliveries) - ?',
      limits.mqtt.rememberedMessages,
    )
  }

  async clear(): Promise<void> {
    await this.#storage.deleteAlarm()
    await this.#storage.deleteAll()
  }
}
