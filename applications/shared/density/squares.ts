/**
 * Many points of a map as squares, coloured by their number of rows, until so few are in view that points can be told apart.
 * The service counts the rows of each square; a square with a single row is drawn as its point.
 */
import type { ExpressionSpecification, LayerSpecification, MapLibreMap } from 'maplibre-gl'
import { ground } from '../basemap/style'
import { classColors, type Theme } from '../legends/palette'
import { areFew, classStarts } from './classes'

/** The deepest tiles of squares: beyond their zoom rows are points. */
const lastZoom = 17
const leastColors = 4
/** Zooms that a click on a square goes deeper. */
export const deeper = 3
export const squareSource = 'squares'
/** The layers of squares, and of those with a single row. Their features have the name of their tile as `value`. */
export const squareLayers = ['squares', 'lone-points'] as const

/** The state of the view. `classes` are those of the squares, empty where rows are points. */
export type DensityView = { rows: number; classes: { start: number; color: string }[] }

type Input = {
  /** Address of the tiles of squares, with `{x}`, `{y}` and `{z}`. */
  tiles: string
  /** Counts the rows in a box, as `bbox` writes it. */
  countIn: (box: string, signal: AbortSignal) => Promise<number>
  theme: Theme
  leading: string
  /** Layers that draw each row, and the one below which squares are. */
  points: { layers: readonly string[]; above: string }
  onView: (view: DensityView) => void
}

/** @returns when the first view is counted, what ends it: the layers stay until `removeSquares` */
export async function drawSquares(map: MapLibreMap, input: Input): Promise<() => void> {
  const { tiles, countIn, theme, leading, points, onView } = input
  map.addSource(squareSource, { type: 'vector', tiles: [tiles], maxzoom: lastZoom })
  for (const layer of layersOf(theme, leading)) map.addLayer(layer, points.above)
  // The map is idle during the first count: the page is not reported as drawn before it.
  let [rows, most, areSquares, isReported, isEnded] = [0, 0, true, true, false]
  let turn = new AbortController()

  const show = (squares: boolean) => {
    areSquares = squares
    const set = (id: string, isShown: boolean) =>
      map.getLayer(id) && map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
    for (const id of squareLayers) set(id, squares)
    for (const id of points.layers) set(id, !squares)
  }
  const count = async () => {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    try {
      const counted = await countIn(boxInView(map), signal)
      if (isEnded || signal.aborted) return
      rows = counted
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      show(map.getZoom() <= lastZoom && !areFew(rows, { width, height }))
      isReported = false
      map.triggerRepaint()
    } catch {
      // Without an answer the map stays as it is.
    }
  }
  // Once the squares in view are read.
  const tell = () => {
    if (!map.getLayer('squares')) return
    const seen = areSquares ? map.queryRenderedFeatures({ layers: ['squares'] }) : []
    const now = seen.reduce((greatest, { properties }) => Math.max(greatest, Number(properties.total)), 0)
    if (isReported && now === most) return
    const isOther = now !== most && now > 0
    ;[most, isReported] = [now, true]
    const classes = now > 0 ? classesOf(now) : []
    if (isOther) map.setPaintProperty('squares', 'fill-color', colorOf(classes))
    onView({ rows, classes })
  }
  const classesOf = (greatest: number) => {
    const starts = classStarts(greatest)
    // Two classes are not the ends of the scale.
    const colors = classColors(leading, theme, Math.max(leastColors, starts.length))
    return starts.map((start, at) => ({ start, color: colors[at] ?? leading }))
  }
  map.on('moveend', count)
  map.on('idle', tell)
  // Tiles are read once the first count has chosen between squares and points.
  for (const id of [...squareLayers, ...points.layers]) map.setLayoutProperty(id, 'visibility', 'none')
  await count()
  return () => {
    isEnded = true
    turn.abort()
    map.off('moveend', count)
    map.off('idle', tell)
  }
}

export function removeSquares(map: MapLibreMap): void {
  for (const id of squareLayers) if (map.getLayer(id)) map.removeLayer(id)
  if (map.getSource(squareSource)) map.removeSource(squareSource)
}

function colorOf([least, ...more]: DensityView['classes']): ExpressionSpecification | string {
  if (!least) return 'transparent'
  const [next, ...others] = more.map(({ start, color }) => [start, color] as const)
  return next ? ['step', ['get', 'total'], least.color, ...next, ...others.flat()] : least.color
}

function layersOf(theme: Theme, leading: string): LayerSpecification[] {
  const part = { source: squareSource, 'source-layer': 'results' }
  return [
    {
      ...{ id: 'squares', type: 'fill', ...part, filter: ['==', ['geometry-type'], 'Polygon'] },
      // The ground between squares shows that they are a grid.
      paint: { 'fill-color': leading, 'fill-opacity': 0.85, 'fill-outline-color': ground[theme][1] },
    },
    {
      ...{ id: 'lone-points', type: 'circle', ...part, filter: ['==', ['geometry-type'], 'Point'] },
      // Less than the lightest square, which stands for more rows.
      paint: { 'circle-color': leading, 'circle-radius': 2, 'circle-opacity': 0.7 },
    },
  ]
}

/** `left,bottom,right,top` in degrees. */
function boxInView(map: MapLibreMap): string {
  const bounds = map.getBounds()
  const [west, east] = [bounds.getWest(), bounds.getEast()]
  const [left, right] = east - west >= 360 ? [-180, 180] : [west, east]
  return [left, Math.max(-90, bounds.getSouth()), right, Math.min(90, bounds.getNorth())].join(',')
}
