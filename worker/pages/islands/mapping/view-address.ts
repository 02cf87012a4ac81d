/** The centre and the zoom of a map in the address of its page: `view=<zoom>/<latitude>/<longitude>`. Pure. */

export type MapView = { zoom: number; center: [longitude: number, latitude: number] }

const form = /^(\d{1,2}(?:\.\d{1,4})?)\/(-?\d{1,2}(?:\.\d{1,8})?)\/(-?\d{1,3}(?:\.\d{1,8})?)$/
/** Those of the library, and of Web Mercator. */
const [maxZoom, maxLatitude, maxLongitude] = [22, 85, 180]

/** @returns undefined for a text that is not a view */
export function readView(text: string | null): MapView | undefined {
  const [zoom, latitude, longitude] =
    form
      .exec(text ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (zoom === undefined || latitude === undefined || longitude === undefined) return undefined
  if (zoom > maxZoom || Math.abs(latitude) > maxLatitude || Math.abs(longitude) > maxLongitude) return undefined
  return { zoom, center: [longitude, latitude] }
}

/** With as many digits as a pixel of this zoom needs. */
export function writeView({ zoom, center: [longitude, latitude] }: MapView): string {
  const digits = Math.max(2, Math.ceil(zoom / 3))
  const turned = ((((longitude + maxLongitude) % 360) + 360) % 360) - maxLongitude
  const within = Math.max(-maxLatitude, Math.min(maxLatitude, latitude))
  return [zoom.toFixed(2), within.toFixed(digits), turned.toFixed(digits)].map((text) => String(Number(text))).join('/')
}
