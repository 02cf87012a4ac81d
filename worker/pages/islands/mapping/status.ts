import type { DensityView } from '../../../../applications/shared/density/squares'

/** The line above the map: how many rows there are, and whether all of them are drawn. */
export function statusOf(language: string, say: Record<string, string>) {
  const line = document.querySelector('#map-status')
  const number = new Intl.NumberFormat(language)
  const isOne = (count: number) => new Intl.PluralRules(language).select(count) === 'one'
  let [rows, total, ratio] = ['', 0, 1]
  let view: DensityView | undefined
  const tell = (text: string) => {
    if (line && line.textContent !== text) line.textContent = text
  }
  const tellAll = () => {
    if (rows === '') return
    const inView = view && view.rows < total ? (say.inView ?? '').replace('{n}', number.format(view.rows)) : ''
    const isSample = ratio > 1 && !view?.classes.length
    const sample = isSample ? (say.sampled ?? '').replace('{n}', number.format(ratio)) : ''
    tell([rows, inView, sample].filter((text) => text !== '').join(', '))
  }
  return {
    /** @param shared the places of the rows, where some have several; `summary`: what the colour of these is */
    count: (counted: number, shared?: { places: number; summary: string | undefined }) => {
      total = counted
      rows = ((isOne(total) ? say.shownOne : say.shown) ?? '').replace('{n}', number.format(total))
      if (shared) {
        const at = (isOne(shared.places) ? say.atOne : say.at) ?? ''
        rows += ` ${at.replace('{n}', number.format(shared.places))}${shared.summary ? `, ${shared.summary}` : ''}`
      }
      ratio = 1
      tellAll()
    },
    /** The rows in view, said with the others. */
    inView: (seen: DensityView | undefined) => {
      view = seen
      tellAll()
    },
    sampled: (counted: number) => {
      ratio = counted
      tellAll()
    },
    failed: () => tell(say.failed ?? ''),
  }
}
