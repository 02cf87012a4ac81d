/** A started service whose collectors read a server of the test. */
import { expect } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { SourceServer } from './source-server'

export type Run = { _id: string; status: string; log: { type: string; msg: string }[] }
export type Collector = {
  id: string
  config: { datasetMode: string; dataset?: { id: string } }
  lastRun?: Run
}

export class CollectingService {
  readonly source = new SourceServer()
  readonly #folder = makeFolder()
  #server: Awaited<ReturnType<typeof startServer>> | undefined
  #host = ''

  async start(): Promise<void> {
    this.#host = await this.source.start()
    this.#server = await startServer(this.#folder, { variables: this.#variables })
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.source.stop()
    removeFolder(this.#folder)
  }

  /** Kills the process, and starts another one on the same data. */
  async restart(): Promise<void> {
    const { port } = this.#started
    await this.#started.kill()
    this.#server = await startServer(this.#folder, { port, variables: this.#variables })
  }

  get #variables() {
    return { OUTGOING_ALLOW: `${this.#host},127.0.0.1,localhost` }
  }

  get #started() {
    if (!this.#server) throw new Error('the service was not started')
    return this.#server
  }

  get url(): string {
    return this.#started.url
  }

  get apiKey(): string {
    return this.#started.apiKey
  }

  /** The host of the server of the test. */
  get host(): string {
    return this.#host
  }

  async call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'x-apiKey': this.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return await response.json()
  }

  create(plugin: string, config: object, more: object = {}): Promise<Collector> {
    return this.call('POST', '/api/v1/collectors', { title: plugin, plugin, active: true, config, ...more })
  }

  read(id: string): Promise<Collector> {
    return this.call('GET', `/api/v1/collectors/${id}`)
  }

  linesOf(id: string, query = ''): Promise<{ total: number; results: Record<string, unknown>[] }> {
    return this.call('GET', `/api/v1/datasets/${id}/lines${query}`)
  }

  /** Replaces the file of a dataset, and waits for its processing. */
  async upload(id: string, csv: string): Promise<void> {
    const form = new FormData()
    form.set('file', new Blob([csv]), 'sent.csv')
    const sent = { method: 'PUT', headers: { 'x-apiKey': this.apiKey }, body: form }
    const response = await fetch(`${this.url}/api/v1/datasets/${id}`, sent)
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
    await expect
      .poll(() => this.call<{ status: string }>('GET', `/api/v1/datasets/${id}`), { timeout: 60_000 })
      .toMatchObject({ status: 'finalized' })
  }

  /** Deletes a dataset, or its draft. */
  async remove(id: string, part: '' | '/draft' = ''): Promise<void> {
    const sent = { method: 'DELETE', headers: { 'x-apiKey': this.apiKey } }
    const response = await fetch(`${this.url}/api/v1/datasets/${id}${part}`, sent)
    if (!response.ok) throw new Error(`DELETE: ${response.status} ${await response.text()}`)
  }

  /** Starts a run, and waits for its end. */
  async run(id: string): Promise<Run> {
    const { _id } = await this.call<Run>('POST', `/processings/api/v1/processings/${id}/_trigger`)
    return this.ended(_id)
  }

  async ended(id: string): Promise<Run> {
    let last: Run | undefined
    await expect
      .poll(
        async () => {
          last = await this.call<Run>('GET', `/processings/api/v1/runs/${id}`)
          return last.status
        },
        { timeout: 60_000 },
      )
      .toMatch(/^(finished|error|killed)$/)
    if (!last) throw new Error('no run')
    return last
  }

  async datasetOf(id: string): Promise<string> {
    const dataset = (await this.read(id)).config.dataset?.id
    if (!dataset) throw new Error('the collector has no dataset')
    return dataset
  }
}
