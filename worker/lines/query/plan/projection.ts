import { addressField, attachmentField } from '../../../schema/attachment-fields'
import { isMarkdown } from '../../../schema/concepts'
import type { Field } from '../../../schema/field'
import type { Layout } from '../../storage/layout'
import type { Column } from '../column'
import { columnOf, creationKey, withoutMore } from '../find-column'
import { distanceKey } from '../position'
import { type Format, geometric, type LinesRequest } from '../request'
import type { LineSource } from '../source'
import { literal } from '../sql-text'

/** Fields that JSON contains only when `select` names them. */
const onDemand: ReadonlySet<string> = new Set(['_geoshape', '_geocorners'])

/** Tabular formats: the columns of the file, in the order of `select`. */
const tabular: ReadonlySet<Format> = new Set(['csv', 'xlsx', 'ods'])

/** The default columns of each format. */
type CachedProjections = { layout: Layout; address: string; columns: Map<Format, readonly Column[]> }

// With hundreds of fields, the projection takes longer than reading a page.
const cache = new WeakMap<readonly Field[], CachedProjections>()

/** The columns of the output, in order. The default projection is cached by the array of fields. */
export function outputColumns(request: LinesRequest, source: LineSource): readonly Column[] {
  const { format, select, near, thumbnail, html, wkt } = request
  if (select || near || thumbnail || html || wkt || source.parts) {
    return columnsOf(request, source).map((column) => rendered(column, request, source))
  }
  const { fields, pointer, attachmentAddress: { before = '', after = '' } = {} } = source
  const address = `${before} ${after}`
  const cached = cache.get(fields)
  const usable = cached?.layout === pointer.layout && cached.address === address ? cached : undefined
  const { columns } = usable ?? remember(fields, { layout: pointer.layout, address, columns: new Map() })
  const projection = columns.get(format) ?? columnsOf(request, source)
  columns.set(format, projection)
  return projection
}

function remember(fields: readonly Field[], entry: CachedProjections): CachedProjections {
  cache.set(fields, entry)
  return entry
}

function columnsOf({ format, select, near, thumbnail }: LinesRequest, source: LineSource): Column[] {
  const schema = source.fields.map(({ key }) => key)
  const toColumns = (keys: readonly string[]): Column[] => keys.flatMap((key) => columnOf(source, key) ?? [])
  const distance = near && columnOf(source, distanceKey(near))
  const added = [
    ...(thumbnail && format === 'json' ? thumbnailColumns(thumbnail, source) : []),
    ...(distance ? [{ ...distance, key: '_geo_distance', last: true as const }] : []),
  ]
  if (tabular.has(format)) {
    const keys = select ?? source.fields.filter((field) => !field['x-calculated']).map(({ key }) => key)
    return select ? toColumns(keys) : [...toColumns(keys), ...added]
  }
  const hidden = new Set(['_id', '_score'])
  const system = ['_i', '_rand', ...(select?.includes(creationKey) ? [creationKey] : [])].filter(
    (key) => !schema.includes(key),
  )
  const isGeometric = geometric.has(format)
  // GeoJSON has the geometry: its source field is not repeated in the properties.
  const raw = !select && format === 'geojson' ? source.pointer.layout.shaped : undefined
  const isSelected = (key: string): boolean =>
    ((select ? select.includes(key) : !onDemand.has(key)) && key !== raw) ||
    ((isGeometric || near !== undefined) && key === '_geopoint') ||
    key === thumbnail?.key ||
    (isGeometric && key === '_geoshape')
  return [...toColumns([...schema, ...system].filter((key) => !hidden.has(key) && isSelected(key))), ...added]
}

/** The address of the thumbnail of a line, from the URL of its image or the path of its attachment. */
function thumbnailColumns({ key, size }: NonNullable<LinesRequest['thumbnail']>, source: LineSource): Column[] {
  const image = withoutMore(columnOf(source, key))
  const named = key === addressField ? attachmentField(source.fields) : undefined
  const path = named && columnOf(source, named.key)
  if (!image || !source.thumbnailAddress) return []
  const { before, after, attachments } = source.thumbnailAddress
  // The path of an attachment of a virtual dataset contains the child dataset: `/attachments/{child}/{path}`.
  const ofPath = attachments ? `substr(${image.sql},${attachments.length + 1})` : `'/attachments/'||${path?.sql}`
  const picture = path ? ofPath : image.sql
  const address = `${literal(before)}||lower(hex(${picture}))||${literal(`?${size}${after}`)}`
  return [
    { ...image, key: '_thumbnail', last: true, untruncated: true, sql: `iif(${image.sql} IS NULL,NULL,${address})` },
  ]
}

/** With `html`, SQLite writes markdown untruncated, since only the rendered HTML can be cut. With `wkt`, the same for geometries. */
function rendered(column: Column, { html, wkt, format }: LinesRequest, { fields, pointer }: LineSource): Column {
  if (format === 'geojson' || format === 'pbf') return column
  const isGeometry = column.key === '_geoshape' || column.key === pointer.layout.shaped
  if (wkt && format === 'json' && isGeometry) return { ...column, untruncated: true, rendered: 'wkt' }
  const field = html ? fields.find(({ key }) => key === column.key) : undefined
  return field && isMarkdown(field) && column.kind === 'text' && !column.multiple
    ? { ...column, untruncated: true, rendered: 'html' }
    : column
}
