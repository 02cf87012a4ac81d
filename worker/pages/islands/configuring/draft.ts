/**
 * The draft of a configuration: each change is stored in the service soon after, one request at a time, and until then in the
 * browser, so that a closed window or a broken connection loses nothing.
 */
import { typingPauses } from '../../../limits/service/islands'
import { Backoff } from '../saving/backoff'
import { isPlainObject } from './model'
import type { Settings } from './settings'

/** `refused`: the service does not accept the change, and another change is necessary. */
export type Progress = 'unchanged' | 'saving' | 'saved' | 'failed' | 'refused'

export class Draft {
  model: Record<string, unknown>
  /** Whether the model is a change that an earlier visit could not store. */
  readonly isRestored: boolean
  readonly #settings: Settings
  readonly #onProgress: (progress: Progress, reason?: string) => void
  #stored: string
  #storing: Promise<boolean> | undefined

  constructor(settings: Settings, onProgress: (progress: Progress, reason?: string) => void) {
    this.#settings = settings
    this.#onProgress = onProgress
    this.#stored = JSON.stringify(settings.configuration)
    const kept = this.#kept()
    this.isRestored = kept !== undefined && JSON.stringify(kept) !== this.#stored
    this.model = kept ?? settings.configuration
    addEventListener('beforeunload', (event) => {
      if (!this.isStored) event.preventDefault()
    })
    addEventListener('online', () => this.isStored || void this.store(this.model))
  }

  get isStored(): boolean {
    return this.#storing === undefined && JSON.stringify(this.model) === this.#stored
  }

  /** Takes over a configuration to which the form has added defaults. Defaults alone are not a change: nothing is stored. */
  complete(model: Record<string, unknown>): void {
    const wasStored = this.isStored
    this.model = model
    if (wasStored) this.#stored = JSON.stringify(model)
  }

  /** Stores a configuration. @returns whether the service has the latest one */
  store(model: Record<string, unknown>): Promise<boolean> {
    this.model = model
    if (JSON.stringify(model) === this.#stored && !this.#storing) return Promise.resolve(false)
    this.#keep()
    this.#storing ??= this.#storeLatest().finally(() => {
      this.#storing = undefined
    })
    return this.#storing
  }

  /** Waits until nothing is left to store. @returns whether the service has the latest configuration */
  async settle(): Promise<boolean> {
    if (JSON.stringify(this.model) !== this.#stored) await this.store(this.model)
    else await this.#storing
    return JSON.stringify(this.model) === this.#stored
  }

  /** Forgets what the browser has: the draft was published or discarded. */
  forget(): void {
    this.#stored = JSON.stringify(this.model)
    localStorage.removeItem(this.#key)
  }

  async #storeLatest(): Promise<boolean> {
    const backoff = new Backoff()
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, typingPauses.configurationMs))
      const sent = JSON.stringify(this.model)
      this.#onProgress('saving')
      const answer = await this.#send(sent)
      if (answer?.ok) {
        this.#stored = sent
        if (JSON.stringify(this.model) !== sent) continue
        localStorage.removeItem(this.#key)
        this.#onProgress('saved')
        return true
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        this.#onProgress('refused', await refusalOf(answer))
        return false
      }
      this.#onProgress('failed')
      await backoff.wait()
    }
  }

  async #send(body: string): Promise<Response | undefined> {
    const headers = { 'content-type': 'application/json', 'accept-language': this.#settings.language }
    try {
      return await fetch(`${this.#settings.api}/configuration-draft`, { method: 'PUT', headers, body })
    } catch {
      return undefined
    }
  }

  get #key(): string {
    return `draft ${this.#settings.api}`
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.model))
    } catch {
      // The storage of the browser is full or disabled: the page still asks before it is closed.
    }
  }

  #kept(): Record<string, unknown> | undefined {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(this.#key) ?? 'null')
      return isPlainObject(value) ? value : undefined
    } catch {
      return undefined
    }
  }
}

/** The error message of a response of the API. */
export async function refusalOf(answer: Response): Promise<string> {
  try {
    const { detail } = (await answer.json()) as { detail?: string } // RFC 9457
    return detail ?? `${answer.status}`
  } catch {
    return `${answer.status}`
  }
}
