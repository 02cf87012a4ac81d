/** The style of the map: a quiet ground, and the layers of the places. */
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { grounds, type Theme, textOn } from '../shared/legends/palette'
import type { MapConfig } from './config'

const ground = {
  light: { sea: '#dbe6ea', soil: '#f6f6f2', border: '#b9c3c1' },
  dark: { sea: '#0c1417', soil: '#1c2528', border: '#46545a' },
} as const

type Base = { background: MapConfig['background']; land: string; theme: Theme }

export function baseStyle({ background, land, theme }: Base): StyleSpecification {
  const { sea, soil, border } = ground[theme]
  if (background) {
    return {
      version: 8,
      sources: {
        tiles: { type: 'raster', tiles: [background.tiles], tileSize: 256, attribution: background.attribution },
      },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': soil } },
        {
          ...{ id: 'tiles', type: 'raster', source: 'tiles' },
          paint: theme === 'dark' ? { 'raster-brightness-max': 0.7, 'raster-saturation': -0.3 } : {},
        },
      ],
    }
  }
  // The coastline is coarse: it fades out at high zoom, where it would be wrong.
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: land } },
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 7, sea, 9.5, soil] },
      },
      {
        ...{ id: 'land', type: 'fill', source: 'land' },
        paint: { 'fill-color': soil, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 7, 1, 9.5, 0] },
      },
      {
        ...{ id: 'borders', type: 'line', source: 'land' },
        paint: {
          'line-color': border,
          'line-width': 0.7,
          'line-opacity': ['interpolate', ['linear'], ['zoom'], 7, 1, 9.5, 0],
        },
      },
    ],
  }
}

/** Layers whose features are places that can be chosen. */
export const placeLayers = ['points', 'areas', 'lines']

type Places = {
  color: LayerColor
  theme: Theme
  /** Names of the sources of areas and of points: one and the same for vector tiles. */
  sources: { areas: string; points: string }
  isTiled: boolean
  isChoropleth: boolean
}
/** A colour, or an expression that the legend makes. */
export type LayerColor = NonNullable<Extract<LayerSpecification, { type: 'fill' }>['paint']>['fill-color'] & {}

export function placeStyle({ color, theme, sources, isTiled, isChoropleth }: Places): LayerSpecification[] {
  const part = isTiled ? { 'source-layer': 'results' } : {}
  const outline = isChoropleth ? grounds[theme] : color
  return [
    {
      ...{ id: 'areas', type: 'fill', source: sources.areas, ...part, filter: ['==', ['geometry-type'], 'Polygon'] },
      paint: { 'fill-color': color, 'fill-opacity': isChoropleth ? 0.88 : 0.28 },
    },
    {
      ...{ id: 'lines', type: 'line', source: sources.areas, ...part, filter: ['!=', ['geometry-type'], 'Point'] },
      paint: { 'line-color': outline, 'line-width': isChoropleth ? 0.6 : 2 },
    },
    {
      ...{ id: 'points', type: 'circle', source: sources.points, ...part },
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', ['has', 'point_count']]],
      paint: {
        'circle-color': color,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, isTiled ? 2 : 4.5, 10, isTiled ? 4 : 6, 16, 8],
        'circle-opacity': isTiled ? 0.75 : 0.92,
        'circle-stroke-width': isTiled ? 0.4 : 1.5,
        'circle-stroke-color': grounds[theme],
      },
    },
  ]
}

/** Groups of points that are close, with their number. */
export function groupStyle(color: string): LayerSpecification[] {
  return [
    {
      ...{ id: 'groups', type: 'circle', source: 'points', filter: ['has', 'point_count'] },
      paint: {
        'circle-color': color,
        'circle-opacity': 0.92,
        'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'point_count']], 1.4, 13, 60, 34],
        'circle-stroke-width': 5,
        'circle-stroke-color': color,
        'circle-stroke-opacity': 0.25,
      },
    },
    {
      ...{ id: 'group-counts', type: 'symbol', source: 'points', filter: ['has', 'point_count'] },
      layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-font': ['sans-serif'] },
      paint: { 'text-color': textOn(color) },
    },
  ]
}
