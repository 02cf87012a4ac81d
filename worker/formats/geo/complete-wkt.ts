/**
 * Well-known text of reference systems as `proj4` needs it: it knows few datums by name, and takes all angles for degrees.
 * Pure.
 */

/**
 * From a datum to WGS 84, as `TOWGS84` writes it: metres, seconds of arc (position vector), parts per million. Source: the
 * transformations of the EPSG Geodetic Parameter Dataset for the whole country, by their codes.
 */
const shifts: Readonly<Record<string, string>> = {
  // 4833
  amersfoort: '565.4171,50.3319,465.5524,-0.398957388,0.343987817,-1.87740164,4.0725',
  // 15929
  reseau_national_belge_1972: '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747',
  // 1777
  deutsches_hauptdreiecksnetz: '598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  // 1272
  greek_geodetic_reference_system_1987: '-199.87,74.79,246.62,0,0,0,0',
  // 5239
  s_jtsk: '572.213,85.334,461.94,4.9732,1.529,5.2484,3.5378',
  // 1193
  nouvelle_triangulation_francaise: '-168,-60,320,0,0,0,0',
  // 1133
  european_datum_1950: '-87,-98,-121,0,0,0,0',
  // 1660
  monte_mario: '-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68',
  // 1618
  militar_geographische_institut: '577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  // 5044
  pulkovo_1942: '23.57,-140.95,-79.8,0,0.35,0.79,-0.22',
  // 1987
  datum_73: '-239.749,88.181,30.488,0.263,0.082,1.211,2.229',
  // 1242
  hungarian_datum_1972: '52.17,-71.82,-14.9,0,0,0,0',
  // 5486
  luxembourg_reference_frame: '-189.6806,18.3463,-42.7695,-0.33746,-3.09264,2.53861,0.4598',
}

/** Names of the same datums in the files of ESRI, and in older ones. */
const aliases: Readonly<Record<string, string>> = {
  belge_1972: 'reseau_national_belge_1972',
  ggrs_1987: 'greek_geodetic_reference_system_1987',
  system_of_the_unified_trigonometrical_cadastral_network: 's_jtsk',
  jtsk: 's_jtsk',
  ntf: 'nouvelle_triangulation_francaise',
  nouvelle_triangulation_francaise_paris: 'nouvelle_triangulation_francaise',
  european_1950: 'european_datum_1950',
  mgi: 'militar_geographische_institut',
  hungarian_1972: 'hungarian_datum_1972',
  luxembourg_1930: 'luxembourg_reference_frame',
}

const datumOf = (name: string): string => {
  const key = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^d_/, '')
  return aliases[key] ?? key
}

const radiansPerDegree = Math.PI / 180

/** Parameters of projections that are angles, in the unit of the geographic system (OGC 01-009). */
const angles =
  /(PARAMETER\s*\[\s*"(?:latitude_of_origin|latitude_of_center|central_meridian|longitude_of_center|longitude_of_origin|(?:pseudo_)?standard_parallel_[12]|azimuth|rectified_grid_angle)"\s*,\s*)([-+.\deE]+)/gi

/** @returns `degrees`: degrees in the unit of positions, for a geographic system in another one */
export function completeWkt(wkt: string): { wkt: string; degrees: number } {
  const unit = radiansIn(wkt) / radiansPerDegree
  // Files write the factor of degrees with as few digits as they like.
  const isDegree = Math.abs(unit - 1) < 1e-6
  const inDegrees = isDegree
    ? wkt
    : wkt
        .replace(angles, (_, before: string, value: string) => before + Number(value) * unit)
        .replace(angularUnit, (_, before: string) => `${before}UNIT["degree",${radiansPerDegree}]`)
  const isGeographic = /^\s*GEOGCS/i.test(wkt)
  return { wkt: withShift(inDegrees), degrees: isGeographic && !isDegree ? unit : 1 }
}

/** The unit after the prime meridian of the geographic system. */
const angularUnit =
  /(PRIMEM\s*\[(?:[^[\]]|\[[^\]]*\])*\]\s*,\s*)UNIT\s*\[\s*"[^"]*"\s*,\s*([-+.\deE]+)(?:[^[\]]|\[[^\]]*\])*\]/i

function radiansIn(wkt: string): number {
  const radians = Number(angularUnit.exec(wkt)?.[2])
  return radians > 0 ? radians : radiansPerDegree
}

function withShift(wkt: string): string {
  if (/TOWGS84/i.test(wkt)) return wkt
  return wkt.replace(
    /(DATUM\s*\[\s*"([^"]*)"\s*,\s*SPHEROID\s*\[(?:[^[\]]|\[[^\]]*\])*\])/i,
    (datum: string, _: string, name: string) => {
      const shift = shifts[datumOf(name)]
      return shift === undefined ? datum : `${datum},TOWGS84[${shift}]`
    },
  )
}
