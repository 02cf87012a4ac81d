import { type MapLibreMap, Popup } from 'maplibre-gl'
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAddress } from '../shared/address'
import { readBasemap } from '../shared/basemap/style'
import { reportDrawn } from '../shared/capture'
import { filterParameters, selectedValues, withToggled } from '../shared/filters'
import { Frame, type Texts } from '../shared/frame'
import { useLoaded } from '../shared/load'
import { Failure } from '../shared/notice'
import { useSurroundings } from '../shared/start'
import type { MapConfig } from './config'
import { DensityKey, squaresOf, useDensity } from './density'
import type { Legend } from './legend'
import type { MapMessages } from './messages'
import { type Chosen, drawPlaces, openMap, showBasemap, showBox } from './open-map'
import { PlaceDetail } from './place-popup'
import { type FoundPlace, readPlaces } from './read-places'
import { Search } from './search'

type Input = { config: MapConfig; texts: Texts; say: MapMessages }

export function MapView({ config, texts, say }: Input) {
  const surroundings = useSurroundings()
  const { dataset, formats, isPicture } = surroundings
  const [address] = useAddress()
  const [chosen, setChosen] = useState<Chosen>()
  const [map, setMap] = useState<MapLibreMap>()
  /** Whether the base map is shown, or known to be unreadable. */
  const [hasGround, setHasGround] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const key = JSON.stringify(filterParameters(address, dataset))
  const { data, error, retry } = useLoaded(key, (signal) =>
    readPlaces({ map: config, surroundings, say, address, signal }),
  )

  useEffect(() => {
    if (!container.current) return
    const opened = openMap(container.current, { config, surroundings, say, onChoose: setChosen })
    let isOpen = true
    opened.once('load', async () => {
      setMap(opened)
      const { application, theme } = surroundings
      const style = config.background ? undefined : await readBasemap(application.basemap, theme)
      if (!isOpen) return
      if (style) showBasemap(opened, style)
      setHasGround(true)
    })
    return () => {
      isOpen = false
      setHasGround(false)
      opened.remove()
    }
  }, [config, surroundings, say])

  useEffect(() => {
    if (!map || !data) return
    drawPlaces(map, data, { config, surroundings })
    if (data.box) showBox(map, data.box)
  }, [map, data, config, surroundings])

  const density = useDensity(map, data)
  const isDrawn = data !== undefined && (density !== undefined || !squaresOf(data))
  useEffect(() => {
    if (!map || !isDrawn || !hasGround) return
    map.once('idle', reportDrawn)
    map.triggerRepaint()
  }, [map, isDrawn, hasGround])

  useEffect(() => {
    if (!map || !chosen) return
    const content = document.createElement('div')
    render(<PlaceDetail rows={chosen.rows} surroundings={surroundings} config={config} say={say} />, content)
    const popup = new Popup({ maxWidth: '320px', closeButton: true, focusAfterOpen: true })
      .setLngLat(chosen.at)
      .setDOMContent(content)
      .addTo(map)
    const close = () => setChosen(undefined)
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    popup.on('close', close)
    addEventListener('keydown', closeByKey)
    return () => {
      removeEventListener('keydown', closeByKey)
      popup.off('close', close)
      popup.remove()
      render(null, content)
    }
  }, [map, chosen, config, surroundings, say])

  const goTo = ({ id, name, center }: FoundPlace) => {
    map?.jumpTo({ center, zoom: Math.max(map.getZoom(), 12) })
    setChosen({ rows: [{ id, name }], at: center })
  }
  if (error !== undefined) {
    return (
      <Frame texts={texts} isFilling>
        <Failure error={error} say={surroundings.say} retry={retry} />
      </Frame>
    )
  }
  return (
    <Frame texts={texts} isFilling tools={data && <p role="status">{formats.plural(data.total, say.one, say.many)}</p>}>
      <div class="map">
        <div class="surface" ref={container} />
        {config.hasSearch && !isPicture && <Search say={say} config={config} address={address} onFound={goTo} />}
        {!isPicture && map && <Zoom map={map} say={say} />}
        {density && <DensityKey view={density} say={say} isStill={isPicture} />}
        {data && data.legend.entries.length > 0 && <Key legend={data.legend} say={say} isStill={isPicture} />}
      </div>
    </Frame>
  )
}

function Zoom({ map, say }: { map: MapLibreMap; say: MapMessages }) {
  return (
    <div class="zoom">
      <button type="button" aria-label={say.zoomIn} onClick={() => map.zoomIn()}>
        +
      </button>
      <button type="button" aria-label={say.zoomOut} onClick={() => map.zoomOut()}>
        −
      </button>
    </div>
  )
}

/** The legend, folded on narrow maps, of which it would cover most; categories are buttons that filter. */
function Key({ legend, say, isStill }: { legend: Legend; say: MapMessages; isStill: boolean }) {
  const { dataset } = useSurroundings()
  const [address, setAddress] = useAddress()
  const { field, entries } = legend
  const selected = field ? selectedValues(address, dataset, field) : []
  return (
    <details class="key" open={isStill || matchMedia('(min-width: 481px)').matches}>
      <summary>{field?.name ?? say.legend}</summary>
      <ul>
        {entries.map(({ name, color, value }) => {
          const swatch = <span class="swatch" style={{ background: color }} aria-hidden="true" />
          if (value === undefined || !field || isStill) {
            return (
              <li key={name} class="entry">
                {swatch}
                {name}
              </li>
            )
          }
          const isOn = selected.length === 0 || selected.includes(value)
          return (
            <li key={name}>
              <button
                type="button"
                class={isOn ? 'entry' : 'entry off'}
                aria-pressed={selected.includes(value)}
                onClick={() => setAddress(withToggled(address, { dataset, field, value }))}
              >
                {swatch}
                {name}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
