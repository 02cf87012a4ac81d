/** What CKAN and udata read of the catalogue, in each format: every property arrives, and both follow the pages to the end. */
import { describe, expect, test } from 'vitest'
import { dcatCatalog } from '../../../worker/catalog/dcat'
import type { CatalogDataset } from '../../../worker/catalog/public-datasets'
import { type RdfFormat, rdfFormats, writeRdf } from '../../../worker/catalog/rdf'
import { metadataSchema } from '../../../worker/datasets/metadata/document'
import { quadsOf } from '../../support/graphs'
import { ckanPackages, nextPage, udataDatasets } from '../../support/harvesters'

const baseUrl = 'https://data.example.org'
const view = { baseUrl, instance: { title: 'Data of the town', version: 1 } }
const page = `${baseUrl}/dataset/r4cks`
// The keys of an object literal are exactly its type's keys.
const formats = Object.keys(rdfFormats) as RdfFormat[]

const racks: CatalogDataset = {
  id: 'r4cks',
  slug: 'racks',
  title: 'Bike racks & "stands"',
  description: 'Where to park.\n\nÉté comme hiver.',
  owner: { type: 'organization', id: 'town', name: 'Town', department: 'roads', departmentName: 'Roads' },
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: { id: 'ann' },
  updatedAt: '2026-02-01T00:00:00.000Z',
  updatedBy: { id: 'ann' },
  dataUpdatedAt: '2026-03-01T10:00:00.000Z',
  finalizedAt: '2026-03-01T10:00:01.000Z',
  keywords: ['bikes', 'été'],
  topics: [{ id: 'mobility & co', title: 'Mobility' }],
  license: { title: 'Licence Ouverte', href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence' },
  frequency: 'continuous',
  spatial: 'Brest',
  temporal: { start: '2024-01-01', end: '2024-12-31' },
  bbox: [-4.5, 48.3, -4.4, 48.5],
  origin: 'Surveys of the town',
  creator: 'Roads and Works',
  count: 12,
  originalFile: { name: 'racks.xlsx', size: 1234, mimetype: 'application/vnd.ms-excel', md5: 'd41d8cd98f00b204' },
}
const ring = [
  [-4.5, 48.3],
  [-4.4, 48.3],
  [-4.4, 48.5],
  [-4.5, 48.5],
  [-4.5, 48.3],
]

const graph = (format: RdfFormat, ...datasets: CatalogDataset[]) =>
  quadsOf(writeRdf(dcatCatalog({ count: datasets.length, page: 1, pages: 1, datasets }, view, format), format), format)

describe.each(formats)('a dataset in %s', (format) => {
  test('as CKAN reads it', async () => {
    const [found] = ckanPackages(await graph(format, racks))
    expect(found).toMatchObject({
      ...{ title: racks.title, notes: racks.description, url: page, tags: ['bikes', 'été'] },
      extras: {
        ...{ guid: page, identifier: 'r4cks', issued: racks.createdAt, modified: racks.dataUpdatedAt },
        frequency: 'http://publications.europa.eu/resource/authority/frequency/UPDATE_CONT',
        provenance: `${page}#provenance`,
        accessRights: 'http://publications.europa.eu/resource/authority/access-right/PUBLIC',
        theme: [`${baseUrl}/?topics=mobility%20%26%20co`],
        ...{ publisherName: 'Town – Roads', contactName: 'Roads and Works' },
        temporal: ['2024-01-01', '2024-12-31'],
        ...{ spatialText: 'Brest', spatial: { type: 'Polygon', coordinates: [ring] } },
      },
    })
  })

  test('its files as CKAN reads them', async () => {
    const [found] = ckanPackages(await graph(format, racks))
    const license = { license: racks.license?.href, licenseTitle: 'Licence Ouverte' }
    expect(found?.resources.map(({ name }) => name)).toEqual(['CSV', 'GeoJSON', 'Parquet', 'racks.xlsx'])
    expect(found?.resources[0]).toEqual({
      ...{ uri: `${page}#csv`, name: 'CSV', url: `${page}/table.csv`, accessUrl: `${page}/table.csv` },
      mimetype: 'https://www.iana.org/assignments/media-types/text/csv',
      format: 'http://publications.europa.eu/resource/authority/file-type/CSV',
      ...license,
    })
    expect(found?.resources[3]).toMatchObject({
      ...{ url: `${baseUrl}/api/v1/datasets/r4cks/raw`, size: 1234, ...license },
      format: 'http://publications.europa.eu/resource/authority/file-type/XLSX',
      ...{ hash: 'd41d8cd98f00b204', hashAlgorithm: 'http://spdx.org/rdf/terms#checksumAlgorithm_md5' },
    })
  })

  test('as udata reads it', async () => {
    const [found] = udataDatasets(await graph(format, racks))
    expect(found).toMatchObject({
      ...{ uri: page, identifier: 'r4cks', remoteUrl: page, title: racks.title, description: racks.description },
      ...{ issued: racks.createdAt, modified: racks.dataUpdatedAt, frequency: 'continuous' },
      ...{ tags: ['bikes', 'été', 'Mobility'], provenance: 'Surveys of the town', contact: 'Roads and Works' },
      temporal: ['2024-01-01', '2024-12-31'],
      spatial: [{ type: 'Polygon', coordinates: [ring] }],
    })
    expect(found?.resources[0]).toEqual({
      ...{ title: 'CSV', url: `${page}/table.csv`, mime: 'text/csv', format: 'csv' },
      ...{ license: 'Licence Ouverte', modified: racks.dataUpdatedAt },
    })
    expect(found?.resources[3]).toMatchObject({
      ...{ filesize: '1234', mime: 'application/vnd.ms-excel', format: 'xlsx' },
      checksum: { type: 'md5', value: 'd41d8cd98f00b204' },
    })
  })
})

test('every frequency of a description is one that udata knows', async () => {
  const { options } = metadataSchema.shape.frequency.unwrap().unwrap()
  expect(options.length).toBeGreaterThan(15)
  for (const frequency of options) {
    const [found] = udataDatasets(await graph('ttl', { ...racks, frequency }))
    expect(found?.frequency, frequency).toBe(frequency || undefined)
  }
})

describe('what a description may lack', () => {
  const { license, temporal, bbox, spatial, topics, keywords, frequency, origin, creator, ...plain } = racks

  test('a licence without an address keeps its title', async () => {
    const quads = await graph('rdf', { ...racks, license: { title: 'By agreement', href: '' } })
    expect(ckanPackages(quads)[0]?.resources[0]).toMatchObject({
      license: `${page}#license`,
      licenseTitle: 'By agreement',
    })
    expect(udataDatasets(quads)[0]?.resources[0]?.license).toBe('By agreement')
  })

  test('the period that the rows have, where none is written', async () => {
    const timePeriod = { startDate: '2020-05-01T00:00:00.000Z', endDate: '2021-05-01T00:00:00.000Z' }
    const quads = await graph('rdf', { ...plain, timePeriod })
    expect(udataDatasets(quads)[0]?.temporal).toEqual([timePeriod.startDate, timePeriod.endDate])
    expect(ckanPackages(quads)[0]?.extras.temporal).toEqual([timePeriod.startDate, timePeriod.endDate])
  })

  test('nothing is left of properties without a value, and no name of a blank node', async () => {
    const quads = await graph('rdf', plain)
    const [found] = ckanPackages(quads)
    expect(found?.extras).toMatchObject({ theme: [], contactName: 'Town', publisherName: 'Town – Roads' })
    expect(found?.extras.spatial).toBeUndefined()
    expect(JSON.stringify([found, udataDatasets(quads)])).not.toContain('a blank node')
  })
})

describe.each(formats)('the pages in %s', (format) => {
  const size = 3
  const all = Array.from({ length: 8 }, (_, at): CatalogDataset => ({ ...racks, id: `id-${at}`, title: `Racks ${at}` }))
  const pages = Math.ceil(all.length / size)
  /** What the service answers at an address. */
  const answer = (address: string) => {
    const at = Number(new URL(address).searchParams.get('page') ?? 1)
    const datasets = all.slice((at - 1) * size, at * size)
    return writeRdf(dcatCatalog({ count: all.length, page: at, pages, datasets }, view, format), format)
  }

  test.each(['ckan', 'udata'] as const)('are followed by %s to the last one', async (reader) => {
    const seen: (string | undefined)[] = []
    let address: string | undefined = `${baseUrl}/catalog.${format}`
    for (let read = 0; address !== undefined; read++) {
      expect(read, 'the pages end').toBeLessThan(10)
      const quads = await quadsOf(answer(address), format)
      const found = reader === 'ckan' ? ckanPackages(quads) : udataDatasets(quads)
      seen.push(...found.map(({ title }) => title))
      address = nextPage(quads, reader)
    }
    expect(seen.sort()).toEqual(all.map(({ title }) => title).sort())
  })
})
