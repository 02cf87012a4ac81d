/** Many places of one colour: squares by their number of rows, and what their colours mean. */
import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'preact/hooks'
import { classTexts } from '../shared/density/classes'
import { type DensityView, drawSquares } from '../shared/density/squares'
import { useSurroundings } from '../shared/start'
import type { MapMessages } from './messages'
import type { PlaceData } from './read-places'
import { placeLayers } from './style'

/** @returns undefined until the rows in view are counted, and where places are not drawn as squares */
export function useDensity(map: MapLibreMap | undefined, data: PlaceData | undefined): DensityView | undefined {
  const { theme, primary } = useSurroundings()
  const [view, setView] = useState<DensityView>()
  useEffect(() => {
    setView(undefined)
    const squares = data && squaresOf(data)
    if (!map || !squares) return
    let isOpen = true
    let end = () => {}
    const points = { layers: placeLayers, above: 'place-points' }
    const onView = (seen: DensityView) => isOpen && setView(seen)
    void drawSquares(map, { ...squares, theme, leading: primary, points, onView }).then((ending) => {
      if (isOpen) end = ending
      else ending()
    })
    return () => {
      isOpen = false
      end()
    }
  }, [map, data, theme, primary])
  return view
}

export const squaresOf = ({ source }: PlaceData) => ('tiles' in source ? source.squares : undefined)

export function DensityKey({ view, say, isStill }: { view: DensityView; say: MapMessages; isStill: boolean }) {
  const { formats } = useSurroundings()
  if (view.classes.length === 0) return null
  const starts = view.classes.map(({ start }) => start)
  return (
    <details class="key" open={isStill || matchMedia('(min-width: 481px)').matches}>
      <summary>{say.density}</summary>
      <ul>
        {classTexts(starts, formats.number).map((text, at) => (
          <li key={text} class="entry">
            <span class="swatch" style={{ background: view.classes[at]?.color }} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
