/** `calculatedFields` and `withCalculated`: the fields that the service adds to a schema. */
import type { Language } from '../errors'
import { attachmentFields, isAttachmentKey } from './attachment-fields'
import { type ConceptRole, roleOf } from './concepts'
import type { Field } from './field'

export type Nature = 'file' | 'rest'
/** Options of an editable dataset that add fields to its lines, and whether attachments are images. */
export type LineOptions = Partial<
  Record<'storeUpdatedBy' | 'lineOwnership' | 'attachmentsAsImage', boolean | null | undefined>
>

const latLonConcept = 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long'

const titles = {
  _geoshape: { en: 'Geometry', fr: 'Géométrie' },
  _geocorners: { en: 'Bounding box of the geometry', fr: 'Boîte englobante de la géométrie' },
  _geopoint: { en: 'Geographic coordinates', fr: 'Coordonnées géographiques' },
  _updatedAt: { en: 'Last update', fr: 'Date de mise à jour' },
  _updatedBy: { en: 'Author of the last update', fr: 'Auteur de la mise à jour' },
  _updatedByName: { en: 'Name of the author of the last update', fr: "Nom de l'auteur de la mise à jour" },
  _owner: { en: 'Owner of the line', fr: 'Propriétaire de la ligne' },
  _ownerName: { en: 'Name of the owner of the line', fr: 'Nom du propriétaire de la ligne' },
  _id: { en: 'Identifier', fr: 'Identifiant' },
  _i: { en: 'Line number', fr: 'Numéro de ligne' },
  _rand: { en: 'Random number', fr: 'Nombre aléatoire' },
} as const satisfies Record<string, Record<Language, string>>

const errorTitle: Record<Language, string> = { en: 'Error', fr: 'Erreur' }

/** Whether a field has why an extension has no values for a line. */
export const isErrorField = (field: Field): boolean => Boolean(field['x-extension']) && /\._?error$/.test(field.key)

/** Marks the error fields of extensions as calculated, as reads of lines and exports need. */
export const withCalculatedErrors = (fields: readonly Field[]): Field[] =>
  fields.map((field) => (isErrorField(field) ? { ...field, 'x-calculated': true } : field))

/** Fields with the titles that the service generates for those of extensions, where publishers gave none. */
export const withErrorTitles = (fields: readonly Field[], language: Language): Field[] =>
  fields.map((field) => (isErrorField(field) && !field.title ? { ...field, title: errorTitle[language] } : field))

/** The line options in the description of a dataset. */
export function lineOptions(description: {
  rest?: LineOptions | null | undefined
  attachmentsAsImage?: boolean | null | undefined
}): LineOptions {
  const { rest, attachmentsAsImage } = description
  return { storeUpdatedBy: rest?.storeUpdatedBy, lineOwnership: rest?.lineOwnership, attachmentsAsImage }
}

/** The calculated fields of a dataset whose own fields are `fields`, in a fixed order. */
export function calculatedFields(
  fields: readonly Field[],
  nature: Nature,
  language: Language = 'fr',
  options: LineOptions = {},
): Field[] {
  const roles = new Set<ConceptRole>()
  let hasCorners = false
  for (const field of fields) {
    const role = isCalculated(field) ? undefined : roleOf(field['x-refersTo'] ?? '')
    if (role) roles.add(role)
    if (isGeometry(role) && field['x-capabilities']?.geoCorners !== false) hasCorners = true
  }
  const field = (key: keyof typeof titles, type: Field['type'], rest: Partial<Field> = {}): Field => ({
    ...rest,
    key,
    type,
    title: titles[key][language],
    'x-calculated': true,
  })

  const added: Field[] = attachmentFields(fields, language, options.attachmentsAsImage === true)
  const hasGeometry = roles.has('geometry') || roles.has('geometryProj')
  if (hasGeometry) added.push(field('_geoshape', 'object'))
  if (hasCorners) added.push(field('_geocorners', 'array'))
  if (hasGeometry || hasPoint(roles)) {
    added.push(field('_geopoint', 'string', roles.has('latLon') ? {} : { 'x-refersTo': latLonConcept }))
  }
  if (nature === 'rest') added.push(field('_updatedAt', 'string', { format: 'date-time' }))
  if (options.storeUpdatedBy) added.push(field('_updatedBy', 'string'), field('_updatedByName', 'string'))
  if (options.lineOwnership) {
    // Writers of lines may set their owner: these two fields are not calculated.
    for (const key of ['_owner', '_ownerName'] as const) {
      const { 'x-calculated': _, ...own } = field(key, 'string')
      added.push({ ...own, key, type: 'string' })
    }
  }
  added.push(field('_id', 'string', { format: 'uri-reference' }), field('_i', 'integer'), field('_rand', 'integer'))
  return added
}

/**
 * A schema with its calculated fields at the end; calculated fields of the input are dropped first. Generated titles are in the language of
 * the reader.
 */
export function withCalculated(
  fields: readonly Field[],
  nature: Nature,
  language: Language = 'fr',
  options: LineOptions = {},
): Field[] {
  const own = withErrorTitles(
    fields.filter((field) => !isCalculated(field)),
    language,
  )
  // Lines of a virtual dataset have `_updatedAt` when its schema lists it.
  const isDated = nature === 'file' && fields.some((field) => isDate(field) && field['x-calculated'])
  return [...own, ...calculatedFields(own, isDated ? 'rest' : nature, language, options)]
}

/** The field of editable lines, and of a virtual dataset whose schema lists it. */
export const dateField: Field = { key: '_updatedAt', type: 'string', format: 'date-time', 'x-calculated': true }

/** Whether a field is the date of the last write of a line. */
export const isDate = ({ key }: Pick<Field, 'key'>): boolean => key === '_updatedAt'

function isCalculated(field: Field): boolean {
  return field['x-calculated'] === true || isServiceKey(field.key)
}

/** Whether only the service gives a field this key. */
export const isServiceKey = (key: string): boolean => Object.hasOwn(titles, key) || isAttachmentKey(key)

function isGeometry(role: ConceptRole | undefined): boolean {
  return role === 'geometry' || role === 'geometryProj'
}

function hasPoint(roles: ReadonlySet<ConceptRole>): boolean {
  if (roles.has('latLon')) return true
  return (roles.has('latitude') && roles.has('longitude')) || (roles.has('coordX') && roles.has('coordY'))
}
