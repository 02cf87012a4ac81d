import proj4 from 'proj4'
import type { Position } from './shape'

/** Converts coordinates of a projection to longitude and latitude, to the centimetre. */
export type Projection = (position: Position) => Position

/** The supported projections, with their definitions of epsg.io. */
const definitions = {
  'EPSG:27572':
    '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +a=6378249.2 +b=6356515 ' +
    '+towgs84=-168,-60,320,0,0,0,0 +pm=paris +units=m +no_defs',
  'EPSG:2154':
    '+proj=lcc +lat_1=49 +lat_2=44 +lat_0=46.5 +lon_0=3 +x_0=700000 +y_0=6600000 +ellps=GRS80 ' +
    '+towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:5490': '+proj=utm +zone=20 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  'EPSG:3857':
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  'EPSG:4326': '+proj=longlat +datum=WGS84 +no_defs',
  'EPSG:32620': '+proj=utm +zone=20 +datum=WGS84 +units=m +no_defs',
} as const

export type ProjectionCode = keyof typeof definitions

// The keys of an object literal are exactly its type's keys.
export const projectionCodes = Object.keys(definitions) as [ProjectionCode, ...ProjectionCode[]]

/** The names of the projections in the EPSG registry. */
export const projectionTitles: Readonly<Record<ProjectionCode, string>> = {
  'EPSG:27572': 'NTF (Paris) / Lambert zone II',
  'EPSG:2154': 'RGF93 / Lambert-93',
  'EPSG:5490': 'RGAF09 / UTM zone 20N',
  'EPSG:3857': 'WGS 84 / Pseudo-Mercator',
  'EPSG:4326': 'WGS 84',
  'EPSG:32620': 'WGS 84 / UTM zone 20N',
}

/** The code in a declaration of GeoJSON 2008: `urn:ogc:def:crs:EPSG::2154`. CRS84 is WGS 84, longitude first. */
export function epsgCodeOf(crs: string): string | undefined {
  if (/CRS:?84|OGC:1\.3:CRS84/i.test(crs)) return 'EPSG:4326'
  const number = /EPSG:{1,2}(?:[\d.]*:)?(\d+)/i.exec(crs)?.[1]
  return number && `EPSG:${number}`
}

/** The projection of a code; undefined for longitude and latitude (EPSG:4326). */
export function mapProjection(code: ProjectionCode | undefined): Projection | undefined {
  if (code === undefined || code === 'EPSG:4326') return undefined
  const { inverse } = proj4(definitions[code])
  return ([x, y]) => {
    const [lon = Number.NaN, lat = Number.NaN] = inverse([x, y])
    return [rounded(lon), rounded(lat)]
  }
}

/** Seven decimals of a degree are 11 mm. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
