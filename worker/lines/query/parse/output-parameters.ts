import { problem } from '../../../errors'
import { thumbnailSize, usualThumbnail } from '../../../formats/image/thumbnail-size'
import { limits } from '../../../limits'
import { isGeometry } from '../../../schema/capabilities'
import { conceptIdOf } from '../../../schema/concepts'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { filterRefused, isSearched, systemKeys } from '../capability-errors'
import { creationKey } from '../find-column'
import { type Format, formats, geometric, type LinesRequest, tileFormats } from '../request'

/** The parameters that select what a response shows of lines. Each throws a Problem 400 naming the parameter. */

/** Items between commas. */
export const keysOf = (text: string): string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

/** The fields of `select`; undefined for all. @throws `select-field-unknown` */
export function selectOf(text: string | null, fields: readonly Field[]): string[] | undefined {
  const keys = keysOf(text ?? '')
  if (keys.length === 0 || keys.includes('*')) return undefined
  for (const key of keys) {
    if (!systemKeys.has(key) && key !== creationKey && !fields.some((field) => field.key === key)) {
      throw problem('select-field-unknown', { field: key })
    }
  }
  return [...new Set(keys)]
}

/** The field of `collapse`. */
export function collapseOf(key: string | null, fields: readonly Field[]): string | undefined {
  if (!key) return undefined
  const field = fields.find((candidate) => candidate.key === key)
  if (!field && (key === '_score' || !systemKeys.has(key))) {
    throw problem('field-unknown', { parameter: 'collapse', field: key })
  }
  if (field?.separator) throw problem('collapse-refused', { field: key })
  return key
}

/** The default fields of a vector tile: those that a map displays or filters, without long texts. */
export function tileFields(fields: readonly Field[]): string[] {
  const displayed = fields.filter((field) => {
    if (field['x-calculated'] || isGeometry(field)) return false
    if (field.type !== 'string' || field.format || conceptIdOf(field) === 'label') return true
    return (field['x-cardinality'] ?? Number.POSITIVE_INFINITY) <= limits.schema.maxEnum
  })
  return [...displayed.map(({ key }) => key), '_i', '_id']
}

/** The fields to highlight. */
export function highlightOf(text: string | null, fields: readonly Field[]): string[] {
  return [...new Set(keysOf(text ?? ''))].map((key) => {
    const field = fields.find((candidate) => candidate.key === key)
    if (!field) throw problem('field-unknown', { parameter: 'highlight', field: key })
    if (!isSearched(field)) throw filterRefused(field, 'highlight', 'textStandard')
    return key
  })
}

/** `WxH`, a side of 0 or none keeps the ratio; `true` or `1`: the default size. */
export function thumbnailOf(text: string | null, fields: readonly Field[]): LinesRequest['thumbnail'] {
  if (!text || text === 'false') return undefined
  const field = fields.find((candidate) => conceptIdOf(candidate) === 'image')
  const size = thumbnailSize(text === 'true' || text === '1' ? usualThumbnail : text)
  const reason = !field
    ? { en: 'no field holds images.', fr: 'aucune colonne ne contient des images.' }
    : {
        en: `"${excerptOf(text)}" is not WxH, as 300x200.`,
        fr: `"${excerptOf(text)}" n'est pas de la forme LxH, comme 300x200.`,
      }
  if (!field || size === undefined) throw problem('parameter-invalid', { parameter: 'thumbnail', reason })
  return { key: field.key, size }
}

/** `sep`, the separator of CSV. */
export function separatorOf(text: string | null): string {
  const max = limits.lines.maxSeparatorChars
  if ((text?.length ?? 0) > max) {
    const reason = { en: `it has ${max} characters at most`, fr: `il a ${max} caractères au plus` }
    throw problem('parameter-invalid', { parameter: 'sep', reason })
  }
  return text?.replaceAll('\0', '') || ','
}

/** `format`. @param located lines have positions */
export function formatOf(text: string | null, located: boolean): Format {
  if (text === 'shp') throw problem('format-disabled', { format: text })
  const format = tileFormats.has(text ?? '') ? 'pbf' : (formats.find((candidate) => candidate === text) ?? 'json')
  if (geometric.has(format) && !located) throw problem('format-not-geolocalized', { format })
  return format
}
