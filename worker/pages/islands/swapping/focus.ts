/** Where the keyboard is, kept while the controls under it are replaced by their likes. */

type Place = { region: string; tag: string; name: string }

/** What opened the panel: closing it leads back there. */
let opener: Place | undefined

export function rememberOpener(): void {
  opener = currentPlace()
}

/** @returns gives the focus back, if the change took away what had it */
export function holdFocus(): () => void {
  const held = currentPlace()
  return () => {
    if (!held || document.activeElement !== document.body) return
    const back = find(held) ?? (opener && find(opener)) ?? document.querySelector<HTMLElement>('[data-scroller], main')
    back?.focus()
  }
}

function currentPlace(): Place | undefined {
  const focused = document.activeElement
  const region = focused?.closest<HTMLElement>('[data-region]')?.dataset.region
  return focused && region ? { region, tag: focused.tagName, name: nameOf(focused) } : undefined
}

function find({ region, tag, name }: Place): HTMLElement | undefined {
  const likes = document.querySelectorAll<HTMLElement>(`[data-region="${region}"] ${tag}`)
  return [...likes].find((one) => nameOf(one) === name)
}

/** What a control is called, without the counts that change with what is shown. */
function nameOf(control: Element): string {
  const label = control.querySelector('.label')?.textContent ?? control.textContent
  return `${control.getAttribute('name') ?? ''}:${control.getAttribute('aria-label') ?? label}`
}
