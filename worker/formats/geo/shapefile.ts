/** `shapefileOf`, `incompleteShapefile`, `shapefileFeatures`: a shapefile in an archive, converted to longitudes and latitudes. */
import { problem } from '../../errors'
import type { Projection } from '../../geometry'
import { limits } from '../../limits'
import { readWholeEntry, readZipEntry } from '../archive/inflate'
import type { ByteSource, ZipEntry } from '../archive/zip'
import { knownEncoding } from '../text/encodings'
import { ByteReader } from './byte-reader'
import { markedRecords } from './dbf'
import { readShp } from './shp'
import { projectionOfWkt } from './wkt-projection'
import type { Feature } from './write-geojson'

export type Shapefile = {
  shp: ZipEntry
  dbf: ZipEntry
  prj: ZipEntry | undefined
  cpg: ZipEntry | undefined
  /** Other shapefiles of the archive. */
  others: readonly string[]
}

/** The first complete shapefile among the files of an archive: its parts have the same name and different extensions. */
export function shapefileOf(entries: readonly ZipEntry[]): Shapefile | undefined {
  const shapes = shapesOf(entries)
  for (const shp of shapes) {
    const [dbf, prj, cpg] = ['dbf', 'prj', 'cpg'].map((extension) => partOf(entries, shp, extension))
    if (!dbf || !partOf(entries, shp, 'shx')) continue
    const others = shapes.flatMap((other) => (other === shp ? [] : [other.name]))
    return { shp, dbf, prj, cpg, others }
  }
  return undefined
}

/** The name of shapes in an archive that has no complete shapefile, and the extensions that they lack. */
export function incompleteShapefile(entries: readonly ZipEntry[]): { name: string; missing: string } | undefined {
  const [shp] = shapesOf(entries)
  if (!shp) return undefined
  const missing = ['dbf', 'shx'].filter((extension) => !partOf(entries, shp, extension))
  return { name: shp.name, missing: missing.map((extension) => `.${extension}`).join(', ') }
}

const shapesOf = (entries: readonly ZipEntry[]) => entries.filter(({ name }) => /\.shp$/i.test(name))

function partOf(entries: readonly ZipEntry[], shp: ZipEntry, extension: string): ZipEntry | undefined {
  const path = shp.name.slice(0, -3).toLowerCase() + extension
  return entries.find(({ name }) => name.toLowerCase() === path)
}

/**
 * A shape and a record at the same position are one feature: where their numbers differ, attributes cannot be assigned safely.
 *
 * @throws `shapefile-invalid`, `shapefile-multipatch`, `shapefile-counts-differ`, `projection-unsupported`
 */
export async function* shapefileFeatures(source: ByteSource, file: Shapefile): AsyncGenerator<Feature[]> {
  const encoding = file.cpg && encodingOf(await smallText(source, file.cpg))
  const geometries = new ByteReader(readZipEntry(source, file.shp))
  const records = new ByteReader(readZipEntry(source, file.dbf))
  const properties = markedRecords(records, encoding)
  try {
    let batch: Feature[] = []
    for await (const geometry of readShp(geometries, projectionOf(file.prj && (await smallText(source, file.prj))))) {
      const { value, done } = await properties.next()
      if (done) throw problem('shapefile-counts-differ')
      if (!value.isDeleted) batch.push({ geometry, properties: value.properties })
      if (batch.length < limits.files.featuresAtOnce) continue
      yield batch
      batch = []
    }
    if (!(await properties.next()).done) throw problem('shapefile-counts-differ')
    yield batch
  } finally {
    await geometries.close()
    await records.close()
  }
}

/** The encoding of a `.cpg` file, which may have the number of a code page. */
function encodingOf(text: string): string | undefined {
  const number = /^(?:ANSI |CP|OEM )?(\d{3,5})$/i.exec(text)?.[1] ?? ''
  return knownEncoding(numberedPages[number] ?? (/^125\d$/.test(number) ? `windows-${number}` : text))
}

const numberedPages: Readonly<Record<string, string>> = {
  ...{ 850: 'cp850', 866: 'ibm866', 874: 'windows-874', 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5' },
  ...{ 65001: 'utf-8' },
}

async function smallText(source: ByteSource, entry: ZipEntry): Promise<string> {
  if (entry.size > limits.files.signatureBytes * 4) throw problem('shapefile-invalid')
  return new TextDecoder().decode(await readWholeEntry(source, entry)).trim()
}

/** The `.prj` file holds the projection as WKT; without one, coordinates are longitudes and latitudes. */
function projectionOf(wkt: string | undefined): Projection {
  if (!wkt) return (position) => position
  const name = /^\w+\["([^"]*)"/.exec(wkt)?.[1] ?? ''
  return projectionOfWkt(wkt, name, 'WKT (.prj)')
}
