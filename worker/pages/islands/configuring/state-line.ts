/** The line that tells whether the draft is stored, the button that discards it, and the notice of the error that the application reports. */
import type { Progress } from './draft'
import { elementById } from './page-elements'
import type { Settings } from './settings'

export class StateLine {
  readonly #texts: Record<string, string>
  readonly #line = elementById('state')
  readonly #notice = elementById('application-error')
  readonly #problem = elementById('problem')
  readonly #discard = elementById<HTMLButtonElement>('discard-draft')

  constructor({ texts }: Settings) {
    this.#texts = texts
  }

  show(progress: Progress, reason = ''): void {
    this.#line.dataset.progress = progress
    if (progress === 'saved') this.#discard.disabled = false
    this.#line.textContent = this.#texts[progress] ?? ''
    this.explain(progress === 'refused' ? reason : '')
  }

  /** A problem that the person has to solve; empty to remove it. */
  explain(text: string): void {
    this.#problem.textContent = text
    this.#problem.hidden = text === ''
  }

  /** The error of the application, as text; empty to remove it. */
  report(message: string): void {
    this.#notice.hidden = message === ''
    const [text] = this.#notice.getElementsByTagName('span')
    if (text) text.textContent = message
  }
}
