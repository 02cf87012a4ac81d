/** Keeps the keyboard focus when a region is replaced. */

type FocusTarget = { region: string; tag: string; name: string }

/** The element that opened the panel: it gets the focus back when the panel closes. */
let opener: FocusTarget | undefined

export function rememberOpener(): void {
  opener = focusTarget()
}

/** @returns a function that restores the focus, if the focused element was replaced */
export function holdFocus(): () => void {
  const focused = focusTarget()
  return () => {
    if (!focused || document.activeElement !== document.body) return
    const back =
      find(focused) ??
      (opener && find(opener)) ??
      document.querySelector<HTMLElement>('[data-scroller], [role=grid]') ??
      document.querySelector<HTMLElement>('main')
    back?.focus()
  }
}

function focusTarget(): FocusTarget | undefined {
  const focused = document.activeElement
  const region = focused?.closest<HTMLElement>('[data-region]')?.dataset.region
  return focused && region ? { region, tag: focused.tagName, name: nameOf(focused) } : undefined
}

function find({ region, tag, name }: FocusTarget): HTMLElement | undefined {
  const likes = document.querySelectorAll<HTMLElement>(`[data-region="${region}"] ${tag}`)
  const like = [...likes].find((one) => nameOf(one) === name)
  // A link of a closed menu takes no focus: its menu does.
  return like?.closest('details:not([open])')?.querySelector('summary') ?? like
}

/** The label of a control, without counts, which change, or the value of a radio button. */
function nameOf(control: Element): string {
  const name = control.getAttribute('name') ?? ''
  if (control instanceof HTMLInputElement && control.type === 'radio') return `${name}:${control.value}`
  const label = control.querySelector('.label')?.textContent ?? control.textContent
  return `${name}:${control.getAttribute('aria-label') ?? label}`
}
