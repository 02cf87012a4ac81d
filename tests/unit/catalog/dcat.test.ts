/** The catalogue in DCAT: three formats with the same graph, and the properties read by harvesters. */
import { Parser } from 'n3'
import { describe, expect, test } from 'vitest'
import { dcatCatalog, dcatDataset } from '../../../worker/catalog/dcat'
import type { CatalogDataset } from '../../../worker/catalog/public-datasets'
import { writeRdf } from '../../../worker/catalog/rdf'
import { canonical, fromXml, quadsOf } from '../../support/graphs'

const baseUrl = 'https://data.example.org'
const view = { baseUrl, instance: { title: 'Data of the town', version: 1 } }

const plain = {
  id: 'racks',
  slug: 'racks',
  title: 'Bike racks',
  owner: { type: 'organization', id: 'town', name: 'Town' },
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: { id: 'ann' },
  updatedAt: '2026-02-01T00:00:00.000Z',
  updatedBy: { id: 'ann' },
} satisfies CatalogDataset

const full: CatalogDataset = {
  ...plain,
  id: 'full',
  title: 'Quotes " and \\ backslashes, \n lines, <tags> & é 🚲',
  description: '## Markdown\n\nWith "quotes".\r\n\u0007 A bell.',
  keywords: ['bikes', 'town & country'],
  topics: [{ id: 'mobility', title: 'Mobility' }],
  license: { title: 'Licence Ouverte', href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence' },
  frequency: 'daily',
  spatial: 'Brest',
  temporal: { start: '2024-01-01', end: '2024-12-31' },
  bbox: [-4.5, 48.3, -4.4, 48.5],
  origin: 'https://source.example.org/a b|c',
  creator: 'The "team"',
  count: 12,
  finalizedAt: '2026-01-02T00:00:00.000Z',
  originalFile: { name: 'racks.xlsx', size: 1234, mimetype: 'application/vnd.ms-excel' },
  attachments: [{ type: 'url', title: 'Notes', url: 'https://docs.example.org/notes.pdf' }],
}

const catalog = { count: 250, page: 2, pages: 3, datasets: [plain, full] }

describe.each([
  ['a page of the catalogue', dcatCatalog(catalog, view, 'ttl')],
  ['a dataset', [dcatDataset(full, view)]],
])('%s', (_, resources) => {
  test('is the same graph in Turtle, RDF/XML and JSON-LD', async () => {
    const expected = await canonical(new Parser().parse(writeRdf(resources, 'ttl')))
    expect(expected.split('\n').length).toBeGreaterThan(50)
    // XML 1.0 has no control characters.
    const withoutBell = expected.replaceAll('\\u0007', '')
    expect(await canonical(await fromXml(writeRdf(resources, 'rdf')))).toBe(withoutBell)
    expect(await canonical(await quadsOf(writeRdf(resources, 'jsonld'), 'jsonld'))).toBe(expected)
  })
})

const read = (dataset: CatalogDataset) => {
  const quads = new Parser().parse(writeRdf([dcatDataset(dataset, view)], 'ttl'))
  return (subject: string, property: string) =>
    quads
      .filter((quad) => quad.subject.value === subject && quad.predicate.value.endsWith(property))
      .map(({ object }) => object.value)
}

test('datasets and distributions have the mandatory properties of DCAT-AP', () => {
  const of = read(full)
  const page = `${baseUrl}/dataset/full`
  expect(of(page, 'terms/title')).toEqual([full.title])
  expect(of(page, 'terms/description')).toEqual([full.description])
  expect(of(page, 'terms/accrualPeriodicity')).toEqual([
    'http://publications.europa.eu/resource/authority/frequency/DAILY',
  ])
  expect(of(page, 'dcat#distribution')).toEqual(
    ['csv', 'parquet', 'geojson', 'original', 'attachment-1'].map((key) => `${page}#${key}`),
  )
  for (const address of of(page, 'dcat#distribution')) {
    expect(of(address, 'dcat#accessURL')).toHaveLength(1)
    expect(of(address, 'terms/license')).toEqual([full.license?.href])
  }
  expect(of(`${page}#csv`, 'dcat#mediaType')).toEqual(['https://www.iana.org/assignments/media-types/text/csv'])
  expect(of(`${page}#original`, 'dcat#byteSize')).toEqual(['1234'])
  const [statement = ''] = of(page, 'terms/provenance')
  expect(of(statement, 'rdf-schema#seeAlso')).toEqual(['https://source.example.org/a%20b%7Cc'])
})

test('a metadata-only dataset has its title as description, and no distribution', () => {
  const of = read(plain)
  expect(of(`${baseUrl}/dataset/racks`, 'terms/description')).toEqual(['Bike racks'])
  expect(of(`${baseUrl}/dataset/racks`, 'dcat#distribution')).toEqual([])
})

test('pages are linked with the Hydra properties used by CKAN and udata', () => {
  const quads = new Parser().parse(writeRdf(dcatCatalog(catalog, view, 'ttl'), 'ttl'))
  const links = quads.filter(({ subject }) => subject.value === `${baseUrl}/catalog.ttl?page=2`)
  const link = (name: string) => links.find(({ predicate }) => predicate.value.endsWith(`#${name}`))?.object.value
  expect(['first', 'previous', 'next', 'nextPage', 'last', 'totalItems'].map(link)).toEqual([
    ...[1, 1, 3, 3, 3].map((page) => `${baseUrl}/catalog.ttl?page=${page}`),
    '250',
  ])
})
