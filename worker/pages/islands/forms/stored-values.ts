/**
 * The values of a form that takes long to fill (`data-stored`: the key of what it is about) are stored in the browser until the
 * form is sent: a page that is reloaded or opened again shows them, with a notice (`data-restored`) whose button discards them.
 * Submitting another form of the page discards them too, except one that only reads the file again (`data-rereads`). Inputs of columns
 * are named by position (`title-3`): after the file is read again they are restored where the column of that position has the same key, if they were changed.
 */
import { isChanged } from './changed-field'

const prefix = 'form '

/** `changed`: names of the fields that have other values than the page gave them. */
type Stored = { reading: string; columns: readonly string[]; values: string; changed: readonly string[] }

/** @param restored called after the fields have the stored values */
export function storeValues(form: HTMLFormElement, restored: () => void): void {
  const key = `${prefix}${form.dataset.stored}`
  const forget = () => {
    try {
      localStorage.removeItem(key)
    } catch {
      // A browser whose storage is disabled has stored nothing.
    }
  }
  const reading = form.dataset.reading ?? ''
  const columns: string[] = JSON.parse(form.dataset.columns ?? '[]') // written by the page
  const store = (): boolean => {
    try {
      const changed = [...form.elements].filter(isChanged).map(nameOf)
      const stored: Stored = { reading, columns, values: valuesOf(form).toString(), changed }
      localStorage.setItem(key, JSON.stringify(stored))
      return true
    } catch {
      // The storage of the browser is full or disabled: the page still asks before it is closed.
      return false
    }
  }
  // A page that shows a refused form has newer values than the browser.
  const isNewer = form.dataset.unsaved === 'changed'
  if (isNewer) store()
  const stored = isNewer ? undefined : read(key)
  const isOfColumn = (name: string): boolean => {
    const position = /^[a-z-]+-(\d+)$/.exec(name)?.[1]
    if (position === undefined || stored?.reading === reading) return true
    // Another reading gives other types to the columns whose types were not chosen.
    if (!stored?.changed.includes(name)) return false
    const column = columns[Number(position)]
    return column !== undefined && column === stored?.columns[Number(position)]
  }
  if (stored && fill(form, new URLSearchParams(stored.values), isOfColumn)) {
    const notice = document.querySelector<HTMLElement>('[data-restored]')
    if (notice) notice.hidden = false
    notice?.querySelector('button')?.addEventListener('click', () => {
      forget()
      form.reset()
      location.reload()
    })
    restored()
  }
  const change = () => {
    delete form.dataset.kept
    store()
  }
  form.addEventListener('input', change)
  form.addEventListener('change', change)
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'post') return
    if (target.dataset.rereads === undefined) forget()
    // The values come back after the reading: the page need not ask.
    else if (form.dataset.unsaved === 'changed' && store()) form.dataset.kept = ''
  })
}

const nameOf = (field: Element): string => field.getAttribute('name') ?? ''

/** The text values of a form. */
export function valuesOf(form: HTMLFormElement): URLSearchParams {
  const values = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value)
  return values
}

function read(key: string): Stored | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') // as `store` has written it
  } catch {
    return undefined
  }
}

/**
 * Sets the fields to values.
 *
 * @param isRestored whether the field of a name is set
 * @returns whether one of them differs from the page
 */
function fill(form: HTMLFormElement, values: URLSearchParams, isRestored: (name: string) => boolean): boolean {
  for (const field of form.elements) {
    if (!('name' in field) || typeof field.name !== 'string' || !isRestored(field.name)) continue
    const given = values.getAll(field.name)
    if (field instanceof HTMLSelectElement) {
      // A choice that the page no longer offers stays as the page gives it.
      const isOffered = given.every((value) => [...field.options].some((option) => option.value === value))
      if (isOffered && (given.length > 0 || field.multiple))
        for (const option of field.options) option.selected = given.includes(option.value)
    } else if (field instanceof HTMLTextAreaElement) field.value = given[0] ?? field.value
    else if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
    // What must be accepted is accepted anew.
    else if (field.type === 'checkbox' && field.required) continue
    else if (field.type === 'radio' || field.type === 'checkbox') field.checked = given.includes(field.value)
    else field.value = given[0] ?? field.value
  }
  const isOther = [...form.elements].some(isChanged)
  if (isOther) form.dispatchEvent(new Event('input', { bubbles: true }))
  return isOther
}
