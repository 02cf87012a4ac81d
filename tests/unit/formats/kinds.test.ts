import { describe, expect, it } from 'vitest'
import { acceptedExtensions, adviceFor, baseName, kindOf, mimetypes } from '../../../worker/formats/kinds/kinds'

describe('the kind of a file', () => {
  it('is determined by its extension in any case', () => {
    expect(kindOf('Sales.2024.CSV')).toEqual({ kind: 'csv', gzip: false, extension: 'csv', mimetype: 'text/csv' })
    expect(kindOf('a/b/data.Tsv.GZ')).toEqual({
      kind: 'csv',
      gzip: true,
      extension: 'tsv.gz',
      mimetype: 'application/gzip',
    })
    expect(['a.txt', 'a.log', 'a.text', 'a.dif'].map((name) => kindOf(name)?.kind)).toEqual([
      'csv',
      'csv',
      'csv',
      'csv',
    ])
    expect(['a.json', 'a.ndjson', 'a.jsonl', 'a.json.gz'].map((name) => kindOf(name)?.kind)).toEqual([
      'json',
      'ndjson',
      'ndjson',
      'json',
    ])
  })

  it('of GeoPackages is their own', () => {
    expect(kindOf('Map.GPKG')).toMatchObject({ kind: 'gpkg', mimetype: 'application/geopackage+sqlite3' })
  })

  it.each([
    ['Book.XLSB', 'file-type-workbook', 'xlsb'],
    ['map.tab', 'file-type-map', 'tab'],
    ['roads.shp', 'file-type-shapefile-part', 'shp'],
    ['all.tar.gz', 'file-type-archive', 'tar.gz'],
  ])('of %s is unsupported, with advice', (name, code, type) => {
    expect([kindOf(name), adviceFor(name)]).toEqual([undefined, { code, type }])
  })

  it('is unknown for other extensions, for none, and for names of properties', () => {
    for (const name of [
      'a.pdf',
      'a.gz',
      'a.pdf.gz',
      'a.log.gz',
      'csv',
      '.csv',
      '',
      'a.constructor',
      'a.csv/b',
      'a.tab',
    ]) {
      expect(kindOf(name), name).toBeUndefined()
    }
  })

  it('is defined for every extension in messages, with a MIME type', () => {
    for (const extension of acceptedExtensions) {
      expect(kindOf(`x.${extension}`)?.extension).toBe(extension)
      expect(mimetypes.get(extension)).toMatch(/^(text|application)\//)
    }
  })
})

describe('the base name of a file', () => {
  it('has neither directories nor extensions', () => {
    expect(['dir/Antennes du CD22.csv', 'a.v2.csv.gz', 'C:\\x\\y.json', 'none', '.csv'].map(baseName)).toEqual([
      'Antennes du CD22',
      'a.v2',
      'y',
      'none',
      '.csv',
    ])
  })
})
