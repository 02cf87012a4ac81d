/**
 * The review of a file: a choice (`data-review`), of a type or of a former column, shows at once what it changes. The regions of
 * the form are replaced with those of the page for its values. Without this script a button does it for columns, and publishing
 * asks about types.
 */
import { holdFocus } from './swapping/focus'

let asking: AbortController | undefined

document.addEventListener('change', ({ target }) => {
  const isChoice = target instanceof HTMLSelectElement || target instanceof HTMLInputElement
  if (!isChoice || !target.form || target.dataset.review === undefined) return
  void show(target.form)
})

async function show(form: HTMLFormElement): Promise<void> {
  asking?.abort()
  const controller = new AbortController()
  asking = controller
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  body.set('action', 'show')
  const regions = [...form.querySelectorAll<HTMLElement>('[data-region]')]
  for (const region of regions) region.setAttribute('aria-busy', 'true')
  try {
    // The buttons of the form are named `action`, as its property would be.
    const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, signal: controller.signal })
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const giveBack = holdFocus()
    for (const region of regions) {
      const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`)
      if (fresh) region.replaceChildren(...fresh.childNodes)
    }
    document.dispatchEvent(new Event('replaced'))
    giveBack()
    // The map of the form shows the concepts of the columns as they are now.
    form.querySelector('[name^="concept-"]')?.dispatchEvent(new Event('change', { bubbles: true }))
  } catch {
    // The form still has every value: publishing sends them all.
  } finally {
    if (asking === controller) for (const region of regions) region.removeAttribute('aria-busy')
  }
}
