/** The base map: the coastline of the service, then the style of the operator when it is read. */
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { Theme } from '../legends/palette'

/** Addresses of the MapLibre styles of the operator; none: the coastline alone. */
export type BasemapStyles = Partial<Record<Theme, string>>

/** Sea, land and borders. */
export const ground = { light: ['#dfe9ec', '#f7f7f3', '#c3ccc9'], dark: ['#0c1416', '#1b2422', '#3a4743'] } as const

const maxMs = 8_000
/** The coastline is coarse: beyond this zoom it is not drawn. */
const maxLandZoom = 14
const ownLayers = new Set(['sea', 'land', 'borders'])

/** The style of the coastline. */
export function coastline(land: string, theme: Theme): StyleSpecification {
  const [sea, soil, border] = ground[theme]
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: land } },
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: { 'background-color': ['step', ['zoom'], sea, maxLandZoom, soil] },
      },
      { id: 'land', type: 'fill', source: 'land', maxzoom: maxLandZoom, paint: { 'fill-color': soil } },
      {
        id: 'borders',
        type: 'line',
        source: 'land',
        maxzoom: maxLandZoom,
        paint: { 'line-color': border, 'line-width': 0.7 },
      },
    ],
  }
}

/** Reads the style of the operator. @returns undefined when it cannot be read: the coastline stays */
export async function readBasemap(styles: BasemapStyles, theme: Theme): Promise<StyleSpecification | undefined> {
  const url = styles[theme]
  if (!url) return undefined
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(maxMs) })
    const style = (await response.json()) as StyleSpecification // checked by the library
    return response.ok && Array.isArray(style.layers) ? style : undefined
  } catch {
    return undefined
  }
}

/**
 * A base map below the data of a map that shows the coastline. Labels of the data have a font of its files; without such files
 * the library draws those of the computer.
 */
export function withData(shown: StyleSpecification | undefined, basemap: StyleSpecification): StyleSpecification {
  const { land: _, ...sources } = shown?.sources ?? {}
  const font = labelFont(basemap)
  const data = shown?.layers.filter(({ id }) => !ownLayers.has(id)) ?? []
  return {
    ...basemap,
    sources: { ...basemap.sources, ...sources },
    layers: [...basemap.layers, ...data.map((layer) => withFont(layer, font))],
  }
}

/** The font of labels in a style with files of fonts. */
export function labelFont({ glyphs, layers }: StyleSpecification): string[] | undefined {
  return glyphs ? layers.map(fontOf).find((one) => one !== undefined) : undefined
}

function fontOf(layer: LayerSpecification): string[] | undefined {
  const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined
  return Array.isArray(font) && font.every((name) => typeof name === 'string') ? font : undefined
}

function withFont(layer: LayerSpecification, font: string[] | undefined): LayerSpecification {
  if (layer.type !== 'symbol' || !font) return layer
  return { ...layer, layout: { ...layer.layout, 'text-font': font } }
}
