/** Public datasets in DCAT-AP 3. Pure. */
import type { Instance } from '../instance'
import { fileType, frequencyTerm, mediaTypeTerm, publicAccess } from './authorities'
import type { CatalogDataset, CatalogPage } from './dataset'
import { type Distribution, distributionsOf } from './distributions'
import type { Name, Resource, Value } from './rdf'

type Property = readonly [Name, Value]
type View = { baseUrl: string; instance: Instance }

/** A page of the catalogue, with the links to the others that harvesters follow (Hydra, as CKAN and udata read it). */
export function dcatCatalog(catalog: CatalogPage, view: View, format: string): Resource[] {
  const { baseUrl, instance } = view
  const datasets = catalog.datasets.map((dataset) => dcatDataset(dataset, view))
  const title = instance.title ?? 'Fairway'
  return [
    {
      id: `${baseUrl}/catalog`,
      types: ['dcat:Catalog'],
      properties: [
        ['dct:title', { text: title }],
        ['dct:description', { text: instance.summary ?? title }],
        ['dct:publisher', { types: ['foaf:Agent'], properties: [['foaf:name', { text: title }]] }],
        ['foaf:homepage', { id: `${baseUrl}/`, types: ['foaf:Document'], properties: [] }],
        ...datasets.map((dataset): Property => ['dcat:dataset', dataset]),
      ],
    },
    pagination(catalog, `${baseUrl}/catalog.${format}`),
  ]
}

function pagination({ count, page, pages, datasets }: CatalogPage, address: string): Resource {
  const at = (to: number): Value => ({ iri: `${address}?page=${to}` })
  const steps: [Name, Name, Value][] = [
    ['hydra:first', 'hydra:firstPage', at(1)],
    ['hydra:last', 'hydra:lastPage', at(pages)],
    ...(page > 1 ? [['hydra:previous', 'hydra:previousPage', at(page - 1)] satisfies [Name, Name, Value]] : []),
    ...(page < pages ? [['hydra:next', 'hydra:nextPage', at(page + 1)] satisfies [Name, Name, Value]] : []),
  ]
  return {
    id: `${address}?page=${page}`,
    types: ['hydra:PartialCollectionView', 'hydra:PagedCollection'],
    properties: [
      ['hydra:totalItems', integer(count)],
      ['hydra:itemsPerPage', integer(datasets.length)],
      ...steps.flatMap(([name, former, value]): Property[] => [
        [name, value],
        [former, value],
      ]),
    ],
  }
}

/** The description of a dataset, with its distributions. */
export function dcatDataset(dataset: CatalogDataset, { baseUrl }: View): Resource {
  const { id, title, owner, license, keywords, topics, spatial, bbox, origin, creator, conformsTo } = dataset
  const page = `${baseUrl}/dataset/${id}`
  const changedAt = dataset.modified ?? dataset.dataUpdatedAt ?? dataset.updatedAt
  const frequency = frequencyTerm(dataset.frequency)
  const period = dataset.temporal ?? dataset.timePeriod
  return {
    id: page,
    // The identifier is the address of the page, which is a document.
    types: ['dcat:Dataset', 'foaf:Document'],
    properties: [
      ['dct:identifier', { text: id }],
      ['dct:title', { text: title }],
      ['dct:description', { text: dataset.description || dataset.summary || title }],
      ['dct:issued', date(dataset.createdAt)],
      ['dct:modified', date(changedAt)],
      ['dct:accessRights', { id: publicAccess, types: ['dct:RightsStatement'], properties: [] }],
      ['dcat:landingPage', { iri: page }],
      [
        'dct:publisher',
        agent(owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name, owner.type),
      ],
      ...(creator ? [['dct:creator', agent(creator)] satisfies Property] : []),
      ...(keywords ?? []).map((text): Property => ['dcat:keyword', { text }]),
      ...(topics ?? []).map((topic): Property => ['dcat:theme', concept(topic.title)]),
      ...(frequency ? [['dct:accrualPeriodicity', term(frequency, 'dct:Frequency')] satisfies Property] : []),
      ...(spatial ? [['dct:spatial', location([['rdfs:label', { text: spatial }]])] satisfies Property] : []),
      ...(bbox?.length === 4 ? [['dct:spatial', location([['dcat:bbox', wkt(bbox)]])] satisfies Property] : []),
      ...(period ? periodOf({ start: dates(period).start, end: dates(period).end }) : []),
      ...(origin ? [provenance(origin)] : []),
      ...(isIri(conformsTo?.url) ? [['dct:conformsTo', term(conformsTo.url, 'dct:Standard')] satisfies Property] : []),
      ...distributionsOf(dataset, baseUrl).map(
        (one): Property => ['dcat:distribution', distribution(one, { page, license, changedAt })],
      ),
    ],
  }
}

type Licensed = { page: string; license: CatalogDataset['license']; changedAt: string }

function distribution(one: Distribution, { page, license, changedAt }: Licensed): Resource {
  const format = fileType(one.extension)
  return {
    id: `${page}#${one.key}`,
    types: ['dcat:Distribution'],
    properties: [
      ['dct:title', { text: one.title }],
      ['dcat:accessURL', { iri: one.url }],
      ['dcat:downloadURL', { iri: one.url }],
      ['dct:modified', date(changedAt)],
      ...(format ? [['dct:format', term(format, 'dct:MediaTypeOrExtent')] satisfies Property] : []),
      ...(one.mediaType
        ? [['dcat:mediaType', term(mediaTypeTerm(one.mediaType), 'dct:MediaType')] satisfies Property]
        : []),
      ...(one.bytes === undefined
        ? []
        : [['dcat:byteSize', { text: String(one.bytes), type: 'xsd:nonNegativeInteger' }] satisfies Property]),
      ...(license ? [['dct:license', licenseOf(license)] satisfies Property] : []),
    ],
  }
}

function licenseOf({ title, href }: { title: string; href: string }): Resource {
  const label: Property = ['rdfs:label', { text: title }]
  const types: Name[] = ['dct:LicenseDocument']
  return isIri(href) ? { id: href, types, properties: [label] } : { types, properties: [label] }
}

/** A resource of a vocabulary, of which only the type is told. */
const term = (id: string, type: Name): Resource => ({ id, types: [type], properties: [] })

const agent = (name: string, type?: 'user' | 'organization'): Resource => ({
  types: type === 'user' ? ['foaf:Agent', 'foaf:Person'] : type ? ['foaf:Agent', 'foaf:Organization'] : ['foaf:Agent'],
  properties: [['foaf:name', { text: name }]],
})

const concept = (label: string): Resource => ({
  types: ['skos:Concept'],
  properties: [['skos:prefLabel', { text: label }]],
})

const location = (properties: Property[]): Resource => ({ types: ['dct:Location'], properties })

function wkt([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Value {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { text: `POLYGON((${corners.map((corner) => corner.join(' ')).join(', ')}))`, type: 'geo:wktLiteral' }
}

/** The first and the last date of a period that is written, or observed in the data. */
const dates = (period: object): { start?: string | undefined; end?: string | undefined } => {
  const { start, end, startDate, endDate } = period as Partial<Record<string, string>> // both have texts only
  return { start: start ?? startDate, end: end ?? endDate }
}

function periodOf({ start, end }: { start?: string | undefined; end?: string | undefined }): Property[] {
  if (!start && !end) return []
  const properties: Property[] = [
    ...(start ? [['dcat:startDate', date(start)] satisfies Property] : []),
    ...(end ? [['dcat:endDate', date(end)] satisfies Property] : []),
  ]
  return [['dct:temporal', { types: ['dct:PeriodOfTime'], properties }]]
}

/** Where the data comes from: a page, or a text. The range of `dct:source` is datasets, which the page may not describe. */
function provenance(origin: string): Property {
  const page: Property[] = isIri(origin) ? [['rdfs:seeAlso', { iri: origin }]] : []
  const properties: Property[] = [['rdfs:label', { text: origin }], ...page]
  return ['dct:provenance', { types: ['dct:ProvenanceStatement'], properties }]
}

const isIri = (text: string | undefined): text is string =>
  text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text)

const date = (iso: string): Value => ({ text: iso, type: iso.length === 10 ? 'xsd:date' : 'xsd:dateTime' })
const integer = (value: number): Value => ({ text: String(value), type: 'xsd:integer' })
