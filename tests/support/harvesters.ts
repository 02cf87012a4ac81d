/**
 * What harvesters read of a graph, after the documentation and the behaviour of two of them: the European profile of ckanext-dcat
 * (docs.ckan.org/projects/ckanext-dcat, "Mapping") and the DCAT backend of udata (udata.readthedocs.io, "Harvesting").
 */
import type { Quad, Term } from 'n3'

const dct = 'http://purl.org/dc/terms/'
const dcat = 'http://www.w3.org/ns/dcat#'
const foaf = 'http://xmlns.com/foaf/0.1/'
const hydra = 'http://www.w3.org/ns/hydra/core#'
const locn = 'http://www.w3.org/ns/locn#'
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
const skos = 'http://www.w3.org/2004/02/skos/core#'
const spdx = 'http://spdx.org/rdf/terms#'
const vcard = 'http://www.w3.org/2006/vcard/ns#'
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const geoJson = 'https://www.iana.org/assignments/media-types/application/vnd.geo+json'

/** Access to a graph: the objects of a property, and the subjects of a class. */
function graphOf(quads: readonly Quad[]) {
  const objects = (subject: Term | undefined, property: string) =>
    quads
      .filter((quad) => subject?.equals(quad.subject) && quad.predicate.value === property)
      .map(({ object }): Term => object)
  return {
    objects,
    /** The distributions of a dataset by title: a graph has no order. */
    files: (dataset: Term) => {
      const title = (one: Term) => objects(one, `${dct}title`)[0]?.value ?? ''
      return objects(dataset, `${dcat}distribution`).sort((a, b) => title(a).localeCompare(title(b)))
    },
    first: (subject: Term | undefined, property: string) => objects(subject, property)[0],
    subjects: (name: string) =>
      quads.filter(({ predicate, object }) => predicate.value === type && object.value === name).map((q) => q.subject),
  }
}
type Graph = ReturnType<typeof graphOf>

const text = (term: Term | undefined) => term?.value
/** Whether a term is a blank node, whose name is valid in its document only. */
const isBlank = (term: Term | undefined) => term?.termType === 'BlankNode'

/** The address of the next page that a harvester follows; undefined on the last page. */
export function nextPage(quads: readonly Quad[], reader: 'ckan' | 'udata'): string | undefined {
  const { subjects, first } = graphOf(quads)
  const [view] = subjects(hydra + (reader === 'ckan' ? 'PagedCollection' : 'PartialCollectionView'))
  return text(first(view, `${hydra}next`)) ?? (reader === 'ckan' ? text(first(view, `${hydra}nextPage`)) : undefined)
}

/** The packages that CKAN makes of a graph. CKAN stores nothing of a value that is a blank node. */
export function ckanPackages(quads: readonly Quad[]) {
  const graph = graphOf(quads)
  return graph.subjects(`${dcat}Dataset`).map((dataset) => {
    const { objects, first } = graph
    const value = (property: string) => {
      const found = first(dataset, property)
      return isBlank(found) ? 'a blank node' : text(found)
    }
    const [publisher, contact] = [first(dataset, `${dct}publisher`), first(dataset, `${dcat}contactPoint`)]
    const places = objects(dataset, `${dct}spatial`)
    const period = first(dataset, `${dct}temporal`)
    const extras = {
      guid: isBlank(dataset) ? undefined : dataset.value,
      identifier: value(`${dct}identifier`),
      issued: value(`${dct}issued`),
      modified: value(`${dct}modified`),
      frequency: value(`${dct}accrualPeriodicity`),
      provenance: value(`${dct}provenance`),
      accessRights: value(`${dct}accessRights`),
      theme: objects(dataset, `${dcat}theme`).map((theme) => (isBlank(theme) ? 'a blank node' : theme.value)),
      publisherName: text(first(publisher, `${foaf}name`)),
      contactName: text(first(contact, `${vcard}fn`)),
      temporal: [first(period, `${dcat}startDate`), first(period, `${dcat}endDate`)].map(text),
      spatialText: places.map((place) => text(first(place, `${rdfs}label`))).find(Boolean),
      spatial: places
        .flatMap((place) => objects(place, `${locn}geometry`))
        .filter((one) => one.termType === 'Literal' && one.datatype.value === geoJson)
        .map(({ value: json }) => JSON.parse(json))[0],
    }
    return {
      title: value(`${dct}title`),
      notes: value(`${dct}description`),
      url: value(`${dcat}landingPage`),
      tags: objects(dataset, `${dcat}keyword`)
        .flatMap(({ value: tag }) => tag.split(','))
        .map((tag) => tag.trim()),
      extras,
      resources: graph.files(dataset).map((one) => ckanResource(graph, one)),
    }
  })
}

function ckanResource({ first }: Graph, distribution: Term) {
  const value = (property: string) => text(first(distribution, property))
  const license = first(distribution, `${dct}license`)
  const checksum = first(distribution, `${spdx}checksum`)
  return {
    uri: isBlank(distribution) ? undefined : distribution.value,
    name: value(`${dct}title`),
    url: value(`${dcat}downloadURL`) ?? value(`${dcat}accessURL`),
    accessUrl: value(`${dcat}accessURL`),
    mimetype: value(`${dcat}mediaType`),
    format: value(`${dct}format`),
    size: value(`${dcat}byteSize`) === undefined ? undefined : Number.parseInt(value(`${dcat}byteSize`) ?? '', 10),
    license: isBlank(license) ? 'a blank node' : text(license),
    licenseTitle: text(first(license, `${dct}title`)),
    hash: text(first(checksum, `${spdx}checksumValue`)),
    hashAlgorithm: text(first(checksum, `${spdx}algorithm`)),
  }
}

/** The datasets that udata makes of a graph. */
export function udataDatasets(quads: readonly Quad[]) {
  const graph = graphOf(quads)
  const { objects, first } = graph
  /** The label of a resource where it has one, else its identifier. */
  const labelled = (subject: Term, property: string) => {
    const found = first(subject, property)
    return text(first(found, `${rdfs}label`)) ?? (isBlank(found) ? 'a blank node' : text(found))
  }
  return graph.subjects(`${dcat}Dataset`).map((dataset) => {
    const period = first(dataset, `${dct}temporal`)
    const frequency = text(first(dataset, `${dct}accrualPeriodicity`))
    return {
      uri: isBlank(dataset) ? undefined : dataset.value,
      identifier: text(first(dataset, `${dct}identifier`)),
      remoteUrl: text(first(dataset, `${dcat}landingPage`)),
      title: text(first(dataset, `${dct}title`)),
      description: text(first(dataset, `${dct}description`)),
      issued: text(first(dataset, `${dct}issued`)),
      modified: text(first(dataset, `${dct}modified`)),
      frequency: frequency && udataFrequencies[frequency.split('/').at(-1) ?? ''],
      tags: [
        ...objects(dataset, `${dcat}keyword`).map(({ value }) => value),
        ...objects(dataset, `${dcat}theme`).flatMap((theme) => text(first(theme, `${skos}prefLabel`)) ?? []),
      ],
      provenance: labelled(dataset, `${dct}provenance`),
      contact: text(first(first(dataset, `${dcat}contactPoint`), `${vcard}fn`)),
      temporal: [first(period, `${dcat}startDate`), first(period, `${dcat}endDate`)].map(text),
      // Literals of any property of the place, in these two datatypes only. Their polygons are one coverage.
      spatial: objects(dataset, `${dct}spatial`).flatMap((place) =>
        quads
          .filter(({ subject, object }) => place.equals(subject) && object.termType === 'Literal')
          .flatMap(({ object }) => (object.termType === 'Literal' && object.datatype.value === geoJson ? object : []))
          .map(({ value }) => JSON.parse(value) as { type: string; coordinates: unknown })
          .filter((shape) => ['Polygon', 'MultiPolygon'].includes(shape.type)),
      ),
      resources: graph.files(dataset).map((one) => ({
        title: text(first(one, `${dct}title`)),
        url: text(first(one, `${dcat}downloadURL`)) ?? text(first(one, `${dcat}accessURL`)),
        filesize: text(first(one, `${dcat}byteSize`)),
        mime: text(first(one, `${dcat}mediaType`))
          ?.split('/')
          .slice(-2)
          .join('/'),
        format: text(first(one, `${dct}format`))
          ?.split('/')
          .at(-1)
          ?.toLowerCase(),
        license: labelled(one, `${dct}license`),
        checksum: checksumOf(graph, one),
        modified: text(first(one, `${dct}modified`)),
      })),
    }
  })
}

/** The checksum as udata reads it. Its database refuses the bytes of an `xsd:hexBinary` value. */
function checksumOf({ first }: Graph, distribution: Term) {
  const checksum = first(distribution, `${spdx}checksum`)
  const value = first(checksum, `${spdx}checksumValue`)
  if (!value) return undefined
  if (value.termType === 'Literal' && value.datatype.value.endsWith('hexBinary')) return 'refused'
  return {
    type: text(first(checksum, `${spdx}algorithm`))?.replace(`${spdx}checksumAlgorithm_`, ''),
    value: value.value,
  }
}

/** Terms of the authority table of frequencies that udata knows. */
const udataFrequencies: Record<string, string> = {
  ...{ TRIENNIAL: 'triennial', BIENNIAL: 'biennial', ANNUAL: 'annual', ANNUAL_2: 'semiannual' },
  ...{ ANNUAL_3: 'threeTimesAYear', QUARTERLY: 'quarterly', BIMONTHLY: 'bimonthly', MONTHLY: 'monthly' },
  ...{ MONTHLY_2: 'semimonthly', BIWEEKLY: 'biweekly', MONTHLY_3: 'threeTimesAMonth', WEEKLY: 'weekly' },
  ...{ WEEKLY_2: 'semiweekly', WEEKLY_3: 'threeTimesAWeek', DAILY: 'daily', CONT: 'several times a day' },
  ...{ UPDATE_CONT: 'continuous', IRREG: 'irregular' },
}
