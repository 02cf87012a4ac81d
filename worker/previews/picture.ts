/** The picture of a map: the land, and a dot for each place. Pure. */
import { ground } from '../../applications/shared/basemap/style'
import { leadingColor } from '../../applications/shared/legends/palette'
import { frameSize } from './preview'

/** Largest number of positions that are drawn with large dots. */
const fewPlaces = 60

/** An SVG document in the colours of the maps of pages, light or dark as the page that shows it is. */
export function mapPicture(paths: { land: string; places: string }, count: number): string {
  const { width, height } = frameSize
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const [sea, soil, border] = ground[theme]
    return `svg{background:${sea}}.l{fill:${soil};stroke:${border}}.p{stroke:${leadingColor(null, theme)}}`
  })
  const size = count > fewPlaces ? 7 : 13
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${light}@media(prefers-color-scheme:dark){${dark}}</style>` +
    `<path class="l" stroke-width="1.5" d="${paths.land}"/>` +
    `<path class="p" fill="none" stroke-width="${size}" stroke-linecap="round" d="${paths.places}"/></svg>`
  )
}
