/**
 * Sharing in a dialog over the page: links to the sharing page open in it, and its forms are sent with `fetch`. Text typed in the
 * page, and in the other forms of the dialog, stays. Without this script, links and forms load pages.
 */
import { isChanged } from './forms/changed-field'
import { showEmbedOptions } from './sharing/embed-codes'

const panelIn = (root: ParentNode) => root.querySelector<HTMLElement>('[data-share-panel]')

/** The dialogs that were opened, by the address of their page. */
const dialogs = new Map<string, HTMLDialogElement>()

/** The address of the sharing page, with the view of this page: swaps and maps change it without a page load. */
function addressOf(link: HTMLAnchorElement): URL {
  const address = new URL(link.href)
  const tab = link.dataset.share
  if (tab) address.searchParams.set('shown', tab + location.search)
  return address
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-share]')
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open(link).catch(() => location.assign(link.href))
})

async function open(link: HTMLAnchorElement): Promise<void> {
  const address = addressOf(link)
  const dialog = dialogs.get(address.href) ?? (await dialogOf(link, address))
  dialogs.set(address.href, dialog)
  if (dialog.open) return
  document.body.append(dialog)
  dialog.showModal()
  document.dispatchEvent(new Event('contents'))
}

/** The panel of the sharing page, whose styles are loaded with the first one; a failure does not keep it closed. */
async function panelOf(page: Document): Promise<HTMLElement | null> {
  const panel = panelIn(page)
  const styles = panel?.querySelector('link')
  styles?.remove()
  if (styles && !document.head.querySelector(`link[href="${CSS.escape(styles.getAttribute('href') ?? '')}"]`)) {
    document.head.append(styles)
    await new Promise((resolve) => {
      for (const type of ['load', 'error']) styles.addEventListener(type, resolve, { once: true })
    })
  }
  return panel
}

async function dialogOf(link: HTMLAnchorElement, address: URL): Promise<HTMLDialogElement> {
  const panel = await panelOf(await documentOf(await fetch(address, { headers: { accept: 'text/html' } })))
  if (!panel) throw new Error('The page has no panel.')
  panel.dataset.shown = address.searchParams.get('shown') ?? ''
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog'
  dialog.setAttribute('aria-labelledby', 'share-title')
  const header = document.createElement('div')
  header.className = 'dialog-head'
  const title = document.createElement('h2')
  title.id = 'share-title'
  title.textContent = link.textContent.trim()
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'icon-button'
  close.setAttribute('aria-label', link.dataset.closeLabel ?? '')
  close.textContent = '×'
  close.addEventListener('click', () => {
    if (mayDiscard(dialog)) dialog.close()
  })
  header.append(title, close)
  dialog.append(header, panel)
  // A click on the backdrop closes the dialog.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && mayDiscard(dialog)) dialog.close()
  })
  dialog.addEventListener('cancel', (event) => {
    if (!mayDiscard(dialog)) event.preventDefault()
  })
  // Escape closes the dialog only: the page does not handle the key too.
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') event.stopPropagation()
  })
  dialog.addEventListener('close', () => {
    // The dialog opens again with the access that is in force, not with an unsaved choice.
    for (const form of accessForms(dialog)) form.reset()
    // Another dialog may have a title with the same id.
    dialog.remove()
  })
  return dialog
}

/** Asks before the dialog closes while the chosen access is not saved. The other forms keep their values in the closed dialog. */
function mayDiscard(dialog: HTMLDialogElement): boolean {
  const form = [...accessForms(dialog)].find(({ elements }) => [...elements].some(isChanged))
  return !form || confirm(form.dataset.discardAccess)
}

/** The forms of the dialog that change the access: that of the audience, and that of the level of each person. */
const accessForms = (dialog: ParentNode) => dialog.querySelectorAll<HTMLFormElement>('form[data-discard-access]')

document.addEventListener('submit', (event) => {
  const form = event.target
  const panel = form instanceof HTMLFormElement && form.closest<HTMLElement>('[data-share-panel]')
  if (!panel || form.method !== 'post') return
  event.preventDefault()
  void send(form, { panel, submitter: event.submitter })
})

async function send(
  form: HTMLFormElement,
  { panel, submitter }: { panel: HTMLElement; submitter: HTMLElement | null },
): Promise<void> {
  if (panel.getAttribute('aria-busy') === 'true') return
  panel.setAttribute('aria-busy', 'true')
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value)
  try {
    const action = new URL(form.action)
    if (panel.dataset.shown) action.searchParams.set('shown', panel.dataset.shown)
    const next = await documentOf(await fetch(action, { method: 'POST', body, headers: { accept: 'text/html' } }))
    const fresh = await panelOf(next)
    if (!fresh) throw new Error('The page has no panel.')
    const restore = typedOutside(form, panel)
    panel.replaceChildren(...fresh.childNodes)
    restore()
    document.dispatchEvent(new Event('contents'))
    showVisibility(panel)
    panel.querySelector<HTMLElement>('[data-result], [aria-invalid]')?.focus()
  } catch {
    // After a network error the browser sends the form itself, and shows its page.
    form.submit()
  } finally {
    panel.removeAttribute('aria-busy')
  }
}

/** The values of the other forms, by an identifier that the next version of the page has too. */
function typedOutside(sent: HTMLFormElement, panel: HTMLElement): () => void {
  const typed = [...panel.querySelectorAll('form')]
    .filter((form) => form !== sent)
    .flatMap((form) => [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')])
    .filter(isChanged)
    .map((field) => ({ form: nameOf(field.form), name: field.name, value: field.value }))
  return () => {
    for (const form of panel.querySelectorAll('form')) {
      for (const { name, value } of typed.filter((one) => one.form === nameOf(form))) {
        const field = form.elements.namedItem(name)
        if (
          !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof RadioNodeList)
        )
          continue
        field.value = value
        form.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }
}

const nameOf = (form: HTMLFormElement | null): string =>
  ['part', 'key', 'id'].map((name) => form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '').join(' ')

/** Who can see the resource, in the title of the page. */
function showVisibility(panel: HTMLElement): void {
  const template = panel.querySelector<HTMLTemplateElement>('template[data-visibility-of]')
  if (!template) return
  const shown = document.querySelector(`[data-visibility="${template.dataset.visibilityOf}"]`)
  shown?.replaceChildren(template.content.cloneNode(true))
}

async function documentOf(answer: Response): Promise<Document> {
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

showEmbedOptions()
document.addEventListener('contents', showEmbedOptions)
