/** The buttons that publish and discard the draft, and those that switch between form and preview on narrow screens. */
import { phrase } from '../../messages/phrase'
import { type Draft, refusalOf } from './draft'
import type { Form } from './form'
import { isPlainObject } from './model'
import { elementById } from './page-elements'
import type { PreviewFrame } from './preview'
import type { Settings } from './settings'
import type { StateLine } from './state-line'

type Parts = { draft: Draft; form: Form; preview: PreviewFrame; state: StateLine }

export class Publication {
  readonly #settings: Settings
  readonly #parts: Parts
  readonly #fields = elementById('form')
  readonly #publish = elementById<HTMLButtonElement>('publish')
  readonly #discard = elementById<HTMLButtonElement>('discard-confirm')

  constructor(settings: Settings, parts: Parts) {
    this.#settings = settings
    this.#parts = parts
    this.#publish.disabled = false
    this.#publish.addEventListener('click', () => void this.#busy(() => this.#toPublish()))
    this.#discard.addEventListener('click', () => void this.#busy(() => this.#toDiscard()))
    const version = document.querySelector<HTMLSelectElement>('#version')
    version?.addEventListener('change', () => void this.#busy(() => this.#toVersion(version.value)))
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-shows]')) {
      button.addEventListener('click', () => show(button.dataset.shows ?? ''))
    }
  }

  async #toPublish(): Promise<void> {
    const { draft, form, preview, state } = this.#parts
    if (!(await form.validate())) {
      show('form')
      state.explain(this.#settings.texts.invalid ?? '')
      await form.focusError()
      return
    }
    // A draft that is stored after the publication would hide it, and a page with changes to store asks before it is left.
    if (!(await draft.settle())) return
    const missing = await preview.missing()
    if (missing) {
      show('form')
      state.explain(phrase(this.#settings.texts.incomplete ?? '', this.#settings.language, { missing }))
      return
    }
    const { urlDraft } = this.#settings
    if (urlDraft && !(await this.#send('PATCH', '', { url: urlDraft }))) return
    if (!(await this.#send('PUT', '/configuration', draft.model))) return
    draft.forget()
    await this.#rename()
    await this.#open()
    location.assign(this.#settings.page)
  }

  /** Names the application after the title that its configuration shows, unless somebody has named it. */
  async #rename(): Promise<void> {
    const { display } = this.#parts.draft.model
    const title = isPlainObject(display) && typeof display.title === 'string' ? display.title.trim() : ''
    if (title && this.#settings.hasProposedTitle) await this.#send('PATCH', '', { title })
  }

  /** Opens the application to everyone, as its datasets are, unless its box is cleared: charts of datasets are saved likewise. */
  async #open(): Promise<void> {
    const { api, baseUrl } = this.#settings
    if (!document.querySelector<HTMLInputElement>('#opens')?.checked) return
    const { datasets } = this.#parts.draft.model
    const ids = Array.isArray(datasets) ? datasets.flatMap((one: { id?: string } | null) => one?.id ?? []) : []
    const read = await Promise.all(ids.map((id) => jsonAt<{ visibility?: string }>(`${baseUrl}/api/v1/datasets/${id}`)))
    if (ids.length === 0 || !read.every((one) => one?.visibility === 'public')) return
    const permissions = await jsonAt<object[]>(`${api}/permissions`)
    if (permissions) await this.#send('PUT', '/permissions', [...permissions, { classes: ['list', 'read'] }])
  }

  async #toDiscard(): Promise<void> {
    const { draft } = this.#parts
    await draft.settle()
    const { url, urlDraft } = this.#settings
    if (urlDraft && !(await this.#send('PATCH', '', { urlDraft: url }))) return
    if (!(await this.#send('DELETE', '/configuration-draft'))) return
    draft.forget()
    location.reload()
  }

  /** The schema of another version is another form: the page is loaded again. */
  async #toVersion(url: string): Promise<void> {
    if (!(await this.#parts.draft.settle())) return
    if (await this.#send('PATCH', '', { urlDraft: url })) location.reload()
  }

  /** @returns whether it succeeded; the page shows the reason when it did not */
  async #send(method: string, path: string, json?: unknown): Promise<boolean> {
    const { api, language, texts } = this.#settings
    const headers = { 'content-type': 'application/json', 'accept-language': language }
    const body = json === undefined ? null : JSON.stringify(json)
    const answer = await fetch(api + path, { method, headers, body }).catch(() => undefined)
    if (answer?.ok) return true
    this.#parts.state.explain(answer ? await refusalOf(answer) : (texts.unreachable ?? ''))
    return false
  }

  /** The form takes no changes meanwhile. */
  async #busy(work: () => Promise<void>): Promise<void> {
    this.#publish.disabled = true
    this.#fields.inert = true
    try {
      await work()
    } finally {
      this.#publish.disabled = false
      this.#fields.inert = false
    }
  }
}

/** The JSON at an address of the API; undefined when it is refused or cannot be reached. */
async function jsonAt<T>(url: string): Promise<T | undefined> {
  const answer = await fetch(url).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as T) : undefined // as the API documents it
}

/** Shows the form or the preview on narrow screens; wide ones show both. */
function show(name: string): void {
  document.body.dataset.shown = name
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-shows]')) {
    button.setAttribute('aria-pressed', String(button.dataset.shows === name))
  }
}
