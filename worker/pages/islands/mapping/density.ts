/** Many points of the map of a page: squares by their number of rows, their legend, and the number of rows in view. */
import type { MapLibreMap } from 'maplibre-gl'
import { classTexts } from '../../../../applications/shared/density/classes'
import { type DensityView, drawSquares } from '../../../../applications/shared/density/squares'
import type { Theme } from '../../../../applications/shared/legends/palette'

type Input = {
  lines: string
  theme: Theme
  leading: string
  language: string
  onView: (view: DensityView) => void
}

/** @returns what ends it */
export function showDensity(map: MapLibreMap, { lines, theme, leading, language, onView }: Input): Promise<() => void> {
  return drawSquares(map, {
    tiles: squaresAddress(lines),
    countIn: (box, signal) => countRows(lines, box, signal),
    theme,
    leading,
    points: { layers: ['shapes', 'outlines', 'lines', 'points'], above: 'points' },
    onView: (view) => {
      showLegend(view, language)
      onView(view)
    },
  })
}

export const hideDensity = (): void => showLegend({ rows: 0, classes: [] }, 'en')

/** The tiles of the squares of lines. */
function squaresAddress(lines: string): string {
  const address = new URL(lines)
  address.pathname = address.pathname.replace(/lines$/, 'geo_agg')
  for (const [name, value] of [
    ['grid', 'squares'],
    ['format', 'pbf'],
    ['size', '0'],
  ] as const)
    address.searchParams.set(name, value)
  return `${address}&xyz={x},{y},{z}`
}

/** A box in the filters of the page is another condition. */
async function countRows(lines: string, box: string, signal: AbortSignal): Promise<number> {
  const address = new URL(lines)
  address.searchParams.set('size', '0')
  address.searchParams.set('_c_bbox', box)
  const response = await fetch(address, { credentials: 'same-origin', signal })
  if (!response.ok) throw new Error(String(response.status))
  return ((await response.json()) as { total: number }).total // of `lines`
}

/** The id of the only row in the square of a tile, `z/x/y`. */
export async function readLoneRow(lines: string, square: string): Promise<string | undefined> {
  const [z, x, y] = square.split('/')
  const address = new URL(lines)
  for (const [name, value] of [
    ['size', '1'],
    ['select', '_id'],
    ['count', 'false'],
    ['xyz', `${x},${y},${z}`],
  ] as const)
    address.searchParams.set(name, value)
  const response = await fetch(address, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(String(response.status))
  const { results } = (await response.json()) as { results: { _id: string }[] } // of `lines`
  return results[0]?._id
}

function showLegend({ classes }: DensityView, language: string): void {
  const legend = document.querySelector<HTMLElement>('#map-squares')
  if (!legend) return
  legend.hidden = classes.length === 0
  const number = new Intl.NumberFormat(language)
  const texts = classTexts(
    classes.map(({ start }) => start),
    (value) => number.format(value),
  )
  const entries = classes.map(({ color }, at) => entryOf('square', color, texts[at]))
  legend.querySelector('[data-classes]')?.replaceChildren(entryOf('dot', undefined, number.format(1)), ...entries)
}

function entryOf(shape: 'square' | 'dot', color: string | undefined, text = ''): HTMLElement {
  const [entry, swatch] = [document.createElement('span'), document.createElement('i')]
  swatch.className = shape
  if (color) swatch.style.background = color
  entry.append(swatch, text)
  return entry
}
