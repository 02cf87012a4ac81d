/** The form of a row in a region (`data-discard`: the question), whose typed values another region would replace. */
import { isChanged } from '../forms/changed-field'

const typedForm = (): HTMLFormElement | undefined =>
  [...document.querySelectorAll<HTMLFormElement>('form[data-discard]')].find(
    (form) => form.dataset.unsaved === 'changed' || [...form.elements].some(isChanged),
  )

/** Whether no form has typed values, or they may be discarded. */
export function mayDiscardForm(): boolean {
  const form = typedForm()
  if (!form) return true
  if (!confirm(form.dataset.discard)) return false
  form.reset()
  form.dataset.unsaved = ''
  return true
}

/** Whether a region has a form with typed values: it stays beside what an address shows, to which the saved form leads. */
export function keepsForm(region: HTMLElement, address: string): boolean {
  const form = typedForm()
  if (!form || !region.contains(form)) return false
  const query = form.querySelector<HTMLInputElement>('[name=query]')
  const { searchParams } = new URL(address)
  searchParams.delete('line')
  if (query) query.value = `?${searchParams}`
  return true
}
