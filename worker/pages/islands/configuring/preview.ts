/** The preview of the draft in a frame, and the messages between the application there and this page. */
import { followErrors } from './draft-errors'
import { isPlainObject } from './model'
import { elementById } from './page-elements'
import type { Settings } from './settings'

type Listener = {
  /** The error that the application reports about the draft; empty when there is none. */
  onError: (message: string) => void
  /** The application sets a value of its configuration. */
  onChange: (field: string, value: unknown) => void
}

/** How long a publication waits for the preview to be drawn, and how often it looks. */
const [maxWaitMs, pollMs] = [5_000, 100]

export class PreviewFrame {
  readonly #settings: Settings
  readonly #listener: Listener
  readonly #frame = elementById<HTMLIFrameElement>('preview')
  /** Whether the application writes its missing settings into `data-missing` of its page: those of this service do. */
  #writesMissing = false

  constructor(settings: Settings, listener: Listener) {
    this.#settings = settings
    this.#listener = listener
    addEventListener('message', (event: MessageEvent<unknown>) => this.#receive(event))
    followErrors(settings, listener.onError)
  }

  /** Shows a configuration that is stored as the draft. */
  show(configuration: Record<string, unknown>): void {
    const { contentWindow } = this.#frame
    this.#listener.onError('')
    const page = this.#page
    if (page?.dataset.missing !== undefined) {
      this.#writesMissing = true
      delete page.dataset.missing
    }
    if (this.#settings.receivesConfiguration) {
      contentWindow?.postMessage({ type: 'set-config', content: configuration }, location.origin)
      // The URL of the frame, since the application may have navigated in it.
    } else contentWindow?.location.replace(this.#frame.src)
  }

  /** The names of the settings that the shown draft lacks; empty when it lacks none, or the application does not write them. */
  async missing(): Promise<string> {
    for (let waited = 0; this.#writesMissing && this.#page?.dataset.missing === undefined; waited += pollMs) {
      if (waited >= maxWaitMs) return ''
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    return this.#page?.dataset.missing ?? ''
  }

  get #page(): HTMLElement | undefined {
    return this.#frame.contentDocument?.documentElement
  }

  #receive({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.#frame.contentWindow || origin !== location.origin) return
    // `d-frame` wraps messages of its own in a list.
    const message: unknown = Array.isArray(data) && data[0] === 'df-child' && data[1] === 'custom' ? data[2] : data
    if (!isPlainObject(message) || message.type !== 'set-config' || !isPlainObject(message.content)) return
    const { field, value } = message.content
    if (typeof field === 'string') this.#listener.onChange(field, value)
  }
}
