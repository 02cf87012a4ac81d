/** The style of the base map of an archive: that of Protomaps without its icons, in a language. Pure. */
import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps'
import type { Language } from '../errors'
import type { BasemapTheme } from './addresses'
import type { ArchiveFacts } from './archive'

const source = 'basemap'
/** Layers that are nothing without their icons. */
const iconLayers: ReadonlySet<string> = new Set(['roads_oneway', 'roads_shields'])

const attribution =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a> <a href="https://protomaps.com">Protomaps</a>'

/**
 * A style of MapLibre. It names no file of glyphs and no sprite: labels are drawn with the fonts of the reader's computer.
 *
 * @param tiles address of the tiles, with `{z}`, `{x}` and `{y}`
 */
export function basemapStyle(look: { theme: BasemapTheme; language: Language }, archive: ArchiveFacts, tiles: string) {
  const { minZoom: minzoom, maxZoom: maxzoom, bounds } = archive
  return {
    version: 8,
    sources: { [source]: { type: 'vector', tiles: [tiles], minzoom, maxzoom, bounds, attribution } },
    layers: layersOf(look.theme, look.language),
  }
}

const made = new Map<string, object[]>()

function layersOf(theme: BasemapTheme, language: Language): object[] {
  const cached = made.get(theme + language)
  if (cached) return cached
  // Points of interest would hide those of the data.
  const { pois: _, ...flavor }: Flavor = namedFlavor(theme)
  const drawn = layers(source, flavor, { lang: language })
    .filter(({ id }) => !iconLayers.has(id))
    .map((layer) => (layer.type === 'symbol' ? { ...layer, layout: withoutIcons(layer.layout ?? {}) } : layer))
  made.set(theme + language, drawn)
  return drawn
}

const withoutIcons = (layout: object) =>
  Object.fromEntries(Object.entries(layout).filter(([name]) => !name.startsWith('icon-')))
