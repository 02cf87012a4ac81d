/** The picture of a map: the land, and the places of rows. Pure. */
import { ground } from '../../applications/shared/basemap/style'
import { leadingColor } from '../../applications/shared/legends/palette'
import { frameSize } from './preview'

/** Largest number of positions that are drawn with large dots. */
const fewPlaces = 60

/** The land, the dots of places, and the lines and areas of rows. */
type MapPaths = { land: string; places: string; areas: string; lines: string }

/**
 * An SVG document in the colours of the maps of pages, light or dark as the page that shows it is.
 *
 * @param input.count positions
 * @param input.leading the colour of the pages, if the operator has chosen one
 */
export function mapPicture(
  { land, places, areas, lines }: MapPaths,
  { count, leading }: { count: number; leading: string | undefined },
): string {
  const { width, height } = frameSize
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const [sea, soil, border] = ground[theme]
    const color = leadingColor(leading ?? null, theme)
    return `svg{background:${sea}}.l{fill:${soil};stroke:${border}}.p{stroke:${color}}.a{fill:${color}}`
  })
  const size = count > fewPlaces ? 7 : 13
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${light}@media(prefers-color-scheme:dark){${dark}}</style>` +
    `<path class="l" stroke-width="1.5" d="${land}"/>` +
    (areas && `<path class="p a" fill-opacity=".4" fill-rule="evenodd" stroke-width="1.5" d="${areas}"/>`) +
    (lines && `<path class="p" fill="none" stroke-width="4" stroke-linejoin="round" d="${lines}"/>`) +
    (places && `<path class="p" fill="none" stroke-width="${size}" stroke-linecap="round" d="${places}"/>`) +
    '</svg>'
  )
}
