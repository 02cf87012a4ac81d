/** SQLite databases and GeoPackages, as SQLite itself writes them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The file of a database that `fill` makes. */
export function databaseOf(fill: (db: DatabaseSync) => void): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'database-'))
  const path = join(folder, 'a.db')
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  try {
    fill(db)
  } finally {
    db.close()
  }
  const bytes = new Uint8Array(readFileSync(path))
  rmSync(folder, { recursive: true })
  return bytes
}

export type LayerToWrite = {
  name: string
  type?: 'features' | 'attributes' | 'aspatial' | 'tiles'
  /** Columns after the first, `fid`, and the geometry. */
  columns?: string
  srs?: number
  /** Values in the order of the columns: the geometry first, for features. */
  rows?: (string | number | bigint | null | Uint8Array)[][]
}

type SystemToWrite = { id: number; organization: string; code: number; definition: string }

export const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'

/** The tables of a GeoPackage (OGC 12-128r19, annex C), and the layers in their order. */
export function fillGeopackage(
  db: DatabaseSync,
  layers: readonly LayerToWrite[],
  systems: readonly SystemToWrite[] = [],
) {
  db.exec(`
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name));`)
  const system = db.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)')
  system.run('Undefined cartesian', -1, 'NONE', -1, 'undefined')
  system.run('Undefined geographic', 0, 'NONE', 0, 'undefined')
  system.run('WGS 84', 4326, 'EPSG', 4326, wgs84)
  for (const { id, organization, code, definition } of systems) system.run('other', id, organization, code, definition)
  for (const { name, type = 'features', columns = '', srs = 4326, rows = [] } of layers) {
    db.prepare('INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)').run(
      ...([name, type, name, srs] as const),
    )
    if (type === 'tiles') continue
    const all = [type === 'features' ? 'geom GEOMETRY' : '', columns].filter((one) => one !== '')
    db.exec(`CREATE TABLE "${name}" (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${all.join(', ')})`)
    if (type === 'features')
      db.prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)').run(name, 'geom', 'GEOMETRY', srs)
    for (const row of rows) db.prepare(`INSERT INTO "${name}" VALUES (NULL${', ?'.repeat(row.length)})`).run(...row)
  }
}

export function geopackageOf(layers: readonly LayerToWrite[], systems?: readonly SystemToWrite[]): Uint8Array {
  return databaseOf((db) => fillGeopackage(db, layers, systems))
}

/** A number as a little-endian integer of 32 bits, or as a float of 64. */
export const int32 = (value: number): number[] => [...new Uint8Array(Uint32Array.of(value).buffer)]
export const float64 = (...values: number[]): number[] => [...new Uint8Array(Float64Array.from(values).buffer)]

/** Well-known binary of a type: what follows the type. */
export const wkb = (type: number, ...content: number[]): number[] => [1, ...int32(type), ...content]

/** A geometry of a GeoPackage. */
export const blob = (geometry: number[], flags = 1, box: number[] = []): Uint8Array =>
  Uint8Array.from([0x47, 0x50, 0, flags, ...int32(4326), ...box, ...geometry])
