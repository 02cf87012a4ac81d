/** Public datasets in DCAT-AP 3. Pure. */
import type { Instance } from '../instance'
import { fileType, frequencyTerm, mediaTypeTerm, publicAccess } from './authorities'
import { type Distribution, distributionsOf } from './distributions'
import { location } from './location'
import type { CatalogDataset, CatalogPage } from './public-datasets'
import type { Name, Property, RdfValue, Resource } from './rdf'

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
  const at = (to: number): RdfValue => ({ iri: `${address}?page=${to}` })
  const steps: [Name, Name, RdfValue][] = [
    ['hydra:first', 'hydra:firstPage', at(1)],
    ['hydra:last', 'hydra:lastPage', at(pages)],
    ...(page > 1 ? [['hydra:previous', 'hydra:previousPage', at(page - 1)] satisfies [Name, Name, RdfValue]] : []),
    ...(page < pages ? [['hydra:next', 'hydra:nextPage', at(page + 1)] satisfies [Name, Name, RdfValue]] : []),
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
      ['dcat:contactPoint', contact(creator || owner.name, { page, isPerson: !creator && owner.type === 'user' })],
      ...(creator ? [['dct:creator', agent(creator)] satisfies Property] : []),
      ...(keywords ?? []).map((text): Property => ['dcat:keyword', { text }]),
      ...(topics ?? []).map((topic): Property => ['dcat:theme', topicOf(topic, baseUrl)]),
      ...(frequency ? [['dct:accrualPeriodicity', term(frequency, 'dct:Frequency')] satisfies Property] : []),
      ...location(spatial ?? undefined, bbox),
      ...(period ? temporalProperties({ start: dates(period).start, end: dates(period).end }) : []),
      ...(origin ? [provenance(origin, page)] : []),
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
      ...(one.md5 ? [['spdx:checksum', checksum(one.md5)] satisfies Property] : []),
      ...(license ? [['dct:license', licenseOf(license, page)] satisfies Property] : []),
    ],
  }
}

/** A licence without an address is described at the page of the dataset. CKAN reads its title, udata its label. */
function licenseOf({ title, href }: { title: string; href: string }, page: string): Resource {
  const properties = (['dct:title', 'rdfs:label'] as const).map((name): Property => [name, { text: title }])
  return { id: isIri(href) ? href : `${page}#license`, types: ['dct:LicenseDocument'], properties }
}

/** The value is a plain text: udata cannot store the bytes that RDF libraries make of `xsd:hexBinary`. */
const checksum = (md5: string): Resource => ({
  types: ['spdx:Checksum'],
  properties: [
    [
      'spdx:algorithm',
      { id: 'http://spdx.org/rdf/terms#checksumAlgorithm_md5', types: ['spdx:ChecksumAlgorithm'], properties: [] },
    ],
    ['spdx:checksumValue', { text: md5 }],
  ],
})

/** A resource of a vocabulary, of which only the type is told. */
const term = (id: string, type: Name): Resource => ({ id, types: [type], properties: [] })

const agent = (name: string, type?: 'user' | 'organization'): Resource => ({
  types: type === 'user' ? ['foaf:Agent', 'foaf:Person'] : type ? ['foaf:Agent', 'foaf:Organization'] : ['foaf:Agent'],
  properties: [['foaf:name', { text: name }]],
})

/** The contact point of a dataset, with the page of the dataset as its address. */
const contact = (name: string, { page, isPerson }: { page: string; isPerson: boolean }): Resource => ({
  types: ['vcard:Kind', isPerson ? 'vcard:Individual' : 'vcard:Organization'],
  properties: [
    ['vcard:fn', { text: name }],
    ['vcard:hasURL', { iri: page }],
  ],
})

/** A topic, identified by the list of its datasets: CKAN would store the internal name of a blank node as its label. */
const topicOf = ({ id, title }: { id: string; title: string }, baseUrl: string): Resource => ({
  id: `${baseUrl}/?topics=${encodeURIComponent(id)}`,
  types: ['skos:Concept'],
  properties: [['skos:prefLabel', { text: title }]],
})

/** The bounds of a period: as the publisher declares it (`start`), or as it is in the data (`startDate`). */
const dates = (period: object): { start?: string | undefined; end?: string | undefined } => {
  const { start, end, startDate, endDate } = period as Partial<Record<string, string>> // both have texts only
  return { start: start ?? startDate, end: end ?? endDate }
}

function temporalProperties({ start, end }: { start?: string | undefined; end?: string | undefined }): Property[] {
  if (!start && !end) return []
  const properties: Property[] = [
    ...(start ? [['dcat:startDate', date(start)] satisfies Property] : []),
    ...(end ? [['dcat:endDate', date(end)] satisfies Property] : []),
  ]
  return [['dct:temporal', { types: ['dct:PeriodOfTime'], properties }]]
}

/** Where the data comes from: a page, or a text. Not `dct:source`, whose value must be a dataset, while the page may not describe one. */
function provenance(origin: string, page: string): Property {
  const source: Property[] = isIri(origin) ? [['rdfs:seeAlso', { iri: origin }]] : []
  const properties: Property[] = [['rdfs:label', { text: origin }], ...source]
  return ['dct:provenance', { id: `${page}#provenance`, types: ['dct:ProvenanceStatement'], properties }]
}

const isIri = (text: string | undefined): text is string =>
  text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text)

const date = (iso: string): RdfValue => ({ text: iso, type: iso.length === 10 ? 'xsd:date' : 'xsd:dateTime' })
const integer = (value: number): RdfValue => ({ text: String(value), type: 'xsd:integer' })
