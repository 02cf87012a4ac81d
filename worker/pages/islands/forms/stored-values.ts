/**
 * The values of a form that takes long to fill (`data-stored`: the key of what it is about) are stored in the browser until the
 * form is sent: a page that is reloaded or opened again shows them, with a notice (`data-restored`) whose button discards them.
 */
import { isChanged } from './changed-field'

const prefix = 'form '

/** @param restored called after the fields have the stored values */
export function storeValues(form: HTMLFormElement, restored: () => void): void {
  const key = `${prefix}${form.dataset.stored}`
  const forget = () => localStorage.removeItem(key)
  const store = () => {
    try {
      localStorage.setItem(key, valuesOf(form).toString())
    } catch {
      // The storage of the browser is full or disabled: the page still asks before it is closed.
    }
  }
  // A page that shows a refused form has newer values than the browser.
  const isNewer = form.dataset.unsaved === 'changed'
  if (isNewer) store()
  const stored = isNewer ? null : read(key)
  if (stored && fill(form, new URLSearchParams(stored))) {
    const notice = document.querySelector<HTMLElement>('[data-restored]')
    if (notice) notice.hidden = false
    notice?.querySelector('button')?.addEventListener('click', () => {
      forget()
      form.reset()
      location.reload()
    })
    restored()
  }
  form.addEventListener('input', store)
  form.addEventListener('change', store)
  // Other forms of the page discard what it is about.
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method === 'post') forget()
  })
}

/** The text values of a form. */
export function valuesOf(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value)
  return values
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Sets the fields to values. @returns whether one of them differs from the page */
function fill(form: HTMLFormElement, values: URLSearchParams): boolean {
  for (const field of form.elements) {
    if (!('name' in field) || typeof field.name !== 'string') continue
    const given = values.getAll(field.name)
    if (field instanceof HTMLSelectElement) {
      // A choice that the page no longer offers stays as the page gives it.
      const isOffered = given.every((value) => [...field.options].some((option) => option.value === value))
      if (isOffered && (given.length > 0 || field.multiple))
        for (const option of field.options) option.selected = given.includes(option.value)
    } else if (field instanceof HTMLTextAreaElement) field.value = given[0] ?? field.value
    else if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
    else if (field.type === 'radio' || field.type === 'checkbox') field.checked = given.includes(field.value)
    else field.value = given[0] ?? field.value
  }
  const isOther = [...form.elements].some(isChanged)
  if (isOther) form.dispatchEvent(new Event('input', { bubbles: true }))
  return isOther
}
