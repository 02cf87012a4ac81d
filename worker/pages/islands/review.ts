/**
 * The review of a file: a changed type, title or former column (`data-review`) updates the page at once. The script requests
 * the page for the values of the form and replaces the regions that depend on them. It never replaces an input whose value was typed
 * during the request. Without the script, a button updates the page for columns, and “Publish” asks about types.
 */
import { storeValues, valuesOf } from './forms/stored-values'
import { holdFocus } from './swapping/focus'

let asking: AbortController | undefined

const reviewed = document.querySelector<HTMLFormElement>('form[data-stored]')
if (reviewed) storeValues(reviewed, () => void show(reviewed))

document.addEventListener('change', ({ target }) => {
  const isChoice = target instanceof HTMLSelectElement || target instanceof HTMLInputElement
  if (!isChoice || !target.form || target.dataset.review === undefined) return
  const position = /^(?:type|invalid|title)-(\d+)/.exec(target.name)?.[1]
  void show(target.form, position)
})

/** @param retyped position of the column whose type or title changed; without it, a column is shown as another one, with its title, type and concept */
async function show(form: HTMLFormElement, retyped?: string): Promise<void> {
  const isOther = retyped === undefined
  asking?.abort()
  const controller = new AbortController()
  asking = controller
  const sent = valuesOf(form)
  const body = new URLSearchParams(sent)
  body.set('action', 'show')
  const regions = [...form.querySelectorAll<HTMLElement>('[data-region]')]
  for (const region of regions) region.setAttribute('aria-busy', 'true')
  try {
    // The buttons of the form are named `action`, as its property would be.
    const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, signal: controller.signal })
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (isOther && valuesOf(form).toString() !== sent.toString()) return await show(form)
    const giveBack = holdFocus()
    for (const region of regions) {
      const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`)
      if (!fresh) continue
      if (region.dataset.region === 'columns' && !isOther) {
        replaceChoices(region, fresh)
        replaceTitle(region, fresh, { name: `title-${retyped}`, sent: sent.get(`title-${retyped}`) })
      } else region.replaceChildren(...fresh.childNodes)
    }
    document.dispatchEvent(new Event('replaced'))
    giveBack()
    // The map of the form shows the concepts of the columns as they are now.
    if (isOther) form.querySelector('[name^="concept-"]')?.dispatchEvent(new Event('change', { bubbles: true }))
  } catch {
    // The form still has every value: publishing sends them all.
  } finally {
    if (asking === controller) for (const region of regions) region.removeAttribute('aria-busy')
  }
}

/** The parts of a column that depend on its type. A list of time zones is replaced with the zone that was chosen in it. */
const replaced = '.invalid-values, .near-type, .time-zone'

/** Replaces what each column says of its values and of those that are not of its type, and none of its other inputs. */
function replaceChoices(region: HTMLElement, fresh: Element): void {
  const rowsOf = (of: Element) => [...of.querySelectorAll('tbody tr')]
  const freshRows = rowsOf(fresh)
  for (const [at, row] of rowsOf(region).entries()) {
    for (const told of row.querySelectorAll(replaced)) told.remove()
    const told = freshRows[at]?.querySelectorAll(replaced) ?? []
    row
      .querySelector('select[name^="type-"]')
      ?.closest('td')
      ?.append(...told)
    row.querySelector('.samples')?.replaceChildren(...(freshRows[at]?.querySelector('.samples')?.childNodes ?? []))
  }
}

/** Shows the title that a column has with its new type, which the unit of its numbers is in, unless it was typed meanwhile. */
function replaceTitle(
  region: HTMLElement,
  fresh: Element,
  { name, sent }: { name: string; sent: string | null },
): void {
  const [title, other] = [region, fresh].map((of) => of.querySelector<HTMLInputElement>(`input[name="${name}"]`))
  if (!title || !other || title.value !== sent || other.value === sent) return
  title.value = other.value
  // The form stores its values as they change.
  title.dispatchEvent(new Event('input', { bubbles: true }))
}
