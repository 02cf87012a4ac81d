/** The style of the map: a quiet ground, and the layers of the places. */
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { coastline, ground } from '../shared/basemap/style'
import { grounds, type Theme, textOn } from '../shared/legends/palette'
import type { MapConfig } from './config'

type Base = { background: MapConfig['background']; land: string; theme: Theme }

/** The ground until the base map is read: the coastline, or the tiles of the configuration, which stay. */
export function baseStyle({ background, land, theme }: Base): StyleSpecification {
  if (!background) return coastline(land, theme)
  return {
    version: 8,
    sources: {
      tiles: { type: 'raster', tiles: [background.tiles], tileSize: 256, attribution: background.attribution },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground[theme][1] } },
      {
        ...{ id: 'tiles', type: 'raster', source: 'tiles' },
        paint: theme === 'dark' ? { 'raster-brightness-max': 0.7, 'raster-saturation': -0.3 } : {},
      },
    ],
  }
}

const drawnSources = new Set(['vector', 'raster', 'geojson'])
const drawnLayers = new Set(['background', 'fill', 'line', 'circle', 'symbol', 'raster'])

/** What this application draws of a style: without relief, buildings in three dimensions, and globes. */
export function drawnParts({ glyphs, sprite, sources, layers }: StyleSpecification): StyleSpecification {
  return {
    version: 8,
    ...(glyphs ? { glyphs } : {}),
    ...(sprite ? { sprite } : {}),
    sources: Object.fromEntries(Object.entries(sources).filter(([, { type }]) => drawnSources.has(type))),
    layers: layers.filter(
      (layer) =>
        drawnLayers.has(layer.type) && (!('source' in layer) || drawnSources.has(sources[layer.source]?.type ?? '')),
    ),
  }
}

/** The layers of the places, which readers click. No layer of a base map has one of these names. */
export const placeLayers = ['place-points', 'place-areas', 'place-lines']
/** Groups of points, and their numbers. */
export const groupLayers = ['place-groups', 'place-counts']

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
      ...{
        id: 'place-areas',
        type: 'fill',
        source: sources.areas,
        ...part,
        filter: ['==', ['geometry-type'], 'Polygon'],
      },
      paint: { 'fill-color': color, 'fill-opacity': isChoropleth ? 0.88 : 0.28 },
    },
    {
      ...{
        id: 'place-lines',
        type: 'line',
        source: sources.areas,
        ...part,
        filter: ['!=', ['geometry-type'], 'Point'],
      },
      paint: { 'line-color': outline, 'line-width': isChoropleth ? 0.6 : 2 },
    },
    {
      ...{ id: 'place-points', type: 'circle', source: sources.points, ...part },
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
export function groupStyle(color: string, font = ['sans-serif']): LayerSpecification[] {
  return [
    {
      ...{ id: 'place-groups', type: 'circle', source: 'place-points', filter: ['has', 'point_count'] },
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
      ...{ id: 'place-counts', type: 'symbol', source: 'place-points', filter: ['has', 'point_count'] },
      layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-font': font },
      paint: { 'text-color': textOn(color) },
    },
  ]
}
