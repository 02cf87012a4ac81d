/** `FeatureColumns`: the text of one GeoJSON feature → its cells. */
import { problem, type Reason } from '../../errors'
import { readShape } from '../../geometry'
import { limits } from '../../limits'
import { isServiceKey } from '../../schema/calculated'
import { Columns, eachMember, jsonCell } from '../json/columns'

/**
 * `geometry` comes first, then the identifier and the properties, those of nested objects under `outer.inner`. A property
 * named like one of these columns becomes `properties.<name>`, and so does an `id` property that differs from the `id`.
 * What the service adds to the lines that it exports as GeoJSON is left out, so that an export can be published again.
 */
export class FeatureColumns extends Columns {
  constructor(headers: readonly string[] = []) {
    super(headers.length > 0 ? headers : ['geometry'])
  }

  /** Reads the source text of one feature, which starts at `line` of the file. @throws `file-json-invalid`, as `put` */
  cells(source: string, line: number): string[] {
    const json = this.checked(source, line)
    const cells = this.empty()
    let id = ''
    let isFeature = false
    eachMember(json, 0, (key, start, end) => {
      isFeature ||= featureMembers.has(key) || (key === 'type' && jsonCell(json, start, end) === 'Feature')
      if (key === 'geometry')
        this.put(cells, key, fitting(jsonCell(json, start, end)), line, limits.files.maxGeometryChars)
      else if (key === 'id') id = jsonCell(json, start, end)
    })
    const isLine = id !== '' && isExportedLine(json, id)
    if (isLine) id = ''
    if (id !== '') this.put(cells, 'id', id, line)
    eachMember(json, 0, (key, start) => {
      if (key !== 'properties' || json.startsWith('null', start)) return
      if (json.charAt(start) !== '{') throw problem('file-json-invalid', { line, reason: noProperties })
      this.#flatten({ cells, source: json, line, id, isLine }, start, '', 1)
    })
    if (!isFeature) throw problem('file-json-invalid', { line, reason: noFeature })
    return cells
  }

  /** Each level scans all its content again: objects nested more deeply become one cell. */
  #flatten(feature: Feature, at: number, prefix: string, depth: number): void {
    const { cells, source, line, id, isLine } = feature
    eachMember(source, at, (key, start, end) => {
      const name = prefix + key
      if (isLine && isServiceKey(name)) return
      if (source.charAt(start) === '{' && depth < limits.files.maxColumnNesting) {
        return this.#flatten(feature, start, `${name}.`, depth + 1)
      }
      const cell = jsonCell(source, start, end)
      const isReserved = name === 'geometry' || (name === 'id' && id !== '' && cell !== id)
      this.put(cells, isReserved ? `properties.${name}` : name, cell, line)
    })
  }
}

/** Programs leave out the type of a Feature. */
const featureMembers: ReadonlySet<string> = new Set(['geometry', 'properties', 'id'])

const noFeature: Reason = {
  en: 'an element of "features" is not a Feature: it has neither a geometry nor properties',
  fr: "un élément de « features » n'est pas une entité (Feature) : il n'a ni géométrie ni propriétés",
}
const noProperties: Reason = {
  en: 'the properties of a feature are not an object',
  fr: "les propriétés d'une entité ne sont pas un objet",
}

/** The current feature: its cells, its text and where it starts in the file, its identifier ('' without), whether it is an exported line. */
type Feature = { cells: string[]; source: string; line: number; id: string; isLine: boolean }

/** Whether the identifier of a feature is the `_id` of a line, as in the exports of this service and of data-fair. */
function isExportedLine(source: string, id: string): boolean {
  let isLine = false
  if (!source.includes('"_id"')) return false
  eachMember(source, 0, (key, at) => {
    if (key !== 'properties' || source.charAt(at) !== '{') return
    eachMember(source, at, (name, start, end) => {
      isLine ||= name === '_id' && jsonCell(source, start, end) === id
    })
  })
  return isLine
}

/** Simplifies a geometry that is too long for a row of the database. */
function fitting(geometry: string): string {
  if (geometry.length <= limits.files.maxGeometryChars) return geometry
  const shape = readShape(geometry)
  return shape ? JSON.stringify(shape) : geometry
}
