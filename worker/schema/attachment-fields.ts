/** The fields that attachments add to lines: `attachmentFields`, `attachmentField`, `attachmentAddress`. */
import type { Language } from '../errors'
import { roleOf } from './concepts'
import type { Field } from './field'

export const attachmentConcept = 'http://schema.org/DigitalDocument'
const imageConcept = 'http://schema.org/image'

/** The fields filled from the content of an attachment, in the order of the schema. */
export const fileFields = {
  '_file.content': { type: 'string', en: 'Content of the file', fr: 'Contenu du fichier' },
  '_file.content_type': { type: 'string', en: 'Type of the file', fr: 'Type du fichier' },
  '_file.content_length': { type: 'integer', en: 'Size of the file', fr: 'Taille du fichier' },
  '_file.title': { type: 'string', en: 'Title of the file', fr: 'Titre du fichier' },
  '_file.author': { type: 'string', en: 'Author of the file', fr: 'Auteur du fichier' },
  '_file.date': { type: 'string', format: 'date-time', en: 'Date of the file', fr: 'Date du fichier' },
  '_file.language': { type: 'string', en: 'Language of the file', fr: 'Langue du fichier' },
  '_file.error': { type: 'string', en: 'Why the file was not read', fr: 'Ce qui a empêché de lire le fichier' },
} as const satisfies Record<string, { type: Field['type']; format?: 'date-time' } & Record<Language, string>>

export type FileField = keyof typeof fileFields
export const addressField = '_attachment_url'

/** The field that names the attachment of a line, if there is one. */
export function attachmentField(fields: readonly Field[]): Field | undefined {
  return fields.find((field) => !field['x-calculated'] && roleOf(field['x-refersTo'] ?? '') === 'attachment')
}

/**
 * The calculated fields of a dataset whose lines have attachments; none when they have no attachments.
 *
 * @param isImage whether attachments are the images of the lines
 */
export function attachmentFields(fields: readonly Field[], language: Language = 'fr', isImage = false): Field[] {
  const named = attachmentField(fields)
  if (!named) return []
  const url: Field = {
    key: addressField,
    type: 'string',
    title: language === 'fr' ? 'URL de la pièce jointe' : 'Address of the attachment',
    ...(isImage ? { 'x-refersTo': imageConcept } : {}),
    'x-calculated': true,
  }
  if (named['x-capabilities']?.indexAttachment === false) return [url]
  const contentFields = Object.entries(fileFields).map(([key, { type, ...others }]): Field => {
    const format = 'format' in others ? { format: others.format } : {}
    return { key, type, ...format, title: others[language], 'x-calculated': true }
  })
  return [...contentFields, url]
}

/** Whether the content of attachments is read. */
export function hasFileFields(fields: readonly Field[]): boolean {
  return attachmentFields(fields).length > 1
}

const searched: ReadonlySet<string> = new Set<FileField>(['_file.content', '_file.title', '_file.author'])

/** Whether a full-text search includes this field of attachments. */
export function isSearchedInFiles(key: string): boolean {
  return searched.has(key)
}

/** Whether a key is that of a field that attachments add. */
export function isAttachmentKey(key: string): boolean {
  return key === addressField || Object.hasOwn(fileFields, key)
}

/** The last part of the URL of an attachment, from its path; undefined when the value is a URL instead of a path. */
export function attachmentAddress(path: unknown): string | undefined {
  if (typeof path !== 'string' || path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return undefined
  return path.split('/').map(encodeURIComponent).join('/')
}
