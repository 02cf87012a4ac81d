import type { Context } from '../context'

export const basemapThemes = ['light', 'dark'] as const
export type BasemapTheme = (typeof basemapThemes)[number]

/** The addresses of the MapLibre styles of the base map, in the language of the reader. Without styles: `{}`. */
export function basemapStyles({
  config,
  baseUrl,
  language,
}: Pick<Context, 'config' | 'baseUrl' | 'language'>): Partial<Record<BasemapTheme, string>> {
  const { BASEMAP } = config
  const archive = (theme: BasemapTheme) => `${baseUrl}/basemap/style-${theme}.json?language=${language}`
  if (!('styles' in BASEMAP)) return { light: archive('light'), dark: archive('dark') }
  const [light, dark = light] = BASEMAP.styles
  return light && dark ? { light, dark } : {}
}
