/** The preview of the draft in a frame, and the messages between the application there and this page. */
import { followErrors } from './draft-errors'
import { isPlainObject } from './model'
import { elementById } from './parts'
import type { Settings } from './settings'

type Listener = {
  /** The error that the application reports about the draft; empty when there is none. */
  onError: (message: string) => void
  /** The application sets a value of its configuration. */
  onChange: (field: string, value: unknown) => void
}

export class PreviewFrame {
  readonly #settings: Settings
  readonly #listener: Listener
  readonly #frame = elementById<HTMLIFrameElement>('preview')

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
    if (this.#settings.receivesConfiguration) {
      contentWindow?.postMessage({ type: 'set-config', content: configuration }, location.origin)
      // The URL of the frame, since the application may have navigated in it.
    } else contentWindow?.location.replace(this.#frame.src)
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
