import type { Context } from '../context'

export const basemapThemes = ['light', 'dark'] as const
export type BasemapTheme = (typeof basemapThemes)[number]

/** The addresses of the styles of the base map: a light and a dark one, one for both, or none. */
export function basemapStyles({
  config,
  baseUrl,
  language,
}: Pick<Context, 'config' | 'baseUrl' | 'language'>): string[] {
  const { BASEMAP } = config
  if ('styles' in BASEMAP) return BASEMAP.styles
  return basemapThemes.map((theme) => `${baseUrl}/basemap/style-${theme}.json?language=${language}`)
}
