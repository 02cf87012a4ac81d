/** The map of a review: the points of the page, then those of its form whenever a concept, a type or the projection is chosen. */
import type { FeatureCollection } from 'geojson'
import type { MapLibreMap } from 'maplibre-gl'
import type { Theme } from '../../../../applications/shared/legends/palette'
import { drawFeatures } from './draw-features'
import type { Extent } from './extent'
import { openMap, showBox } from './open-map'

/** The points in the page, and in responses of the service. */
type Reviewed = { points: FeatureCollection; bounds: Extent; text: string }

/** Names of the inputs that the points depend on. */
const chosen = /^(projection|(concept|accept|type)-\d+)$/

export async function showReview(
  frame: HTMLElement,
  { theme, leading }: { theme: Theme; leading: string },
): Promise<void> {
  const { assets = '', follows = '' } = frame.dataset
  const say = JSON.parse(frame.dataset.texts ?? '{}') as Record<string, string> // written by the page
  let map: MapLibreMap | undefined
  let turn = 0

  const form = frame.closest('form')
  form?.addEventListener('change', ({ target }) => {
    const name = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : ''
    if (chosen.test(name)) void read(form)
  })
  await draw(JSON.parse(frame.dataset.points ?? '{}') as Reviewed)

  async function read(from: HTMLFormElement): Promise<void> {
    const requestTurn = ++turn
    delete frame.dataset.ready
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(from)) if (typeof value === 'string') body.append(name, value)
    const answer = await fetch(follows, { method: 'POST', body })
    // A later choice may have sent another request.
    if (answer.ok && requestTurn === turn) await draw((await answer.json()) as Reviewed)
  }

  async function draw({ points, bounds, text }: Reviewed): Promise<void> {
    const section = frame.closest('section')
    section?.toggleAttribute('hidden', text === '')
    const line = section?.querySelector('[data-points-text]')
    if (line && line.textContent !== text) line.textContent = text
    frame.hidden = points.features.length === 0
    if (frame.hidden) return
    const isFirst = !map
    if (!map) {
      const opened = openMap(frame, { assets, theme, bounds, say, isStill: false })
      map = opened
      await new Promise((resolve) => opened.once('load', resolve))
    }
    map.resize()
    const drawn = { lines: location.href, arePoints: true, colors: undefined, radius: undefined }
    await drawFeatures(map, { points, drawn, theme, leading, isTiled: false, counts: new Map() })
    if (!isFirst) showBox(map, bounds, true)
    frame.dataset.ready = 'places'
  }
}
