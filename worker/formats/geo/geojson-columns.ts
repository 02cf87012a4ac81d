/** `FeatureColumns`: the text of one GeoJSON feature → its cells. */
import { problem, type Reason } from '../../errors'
import { readShape } from '../../geometry'
import { limits } from '../../limits'
import { Columns, eachMember, jsonCell } from '../json/columns'

/**
 * `geometry` comes first, then the identifier and the properties, those of nested objects under `outer.inner`. A property
 * named like one of these columns becomes `properties.<name>`, and so does an `id` property that differs from the `id`.
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
      else if (key === 'id') {
        id = jsonCell(json, start, end)
        this.put(cells, key, id, line)
      }
    })
    eachMember(json, 0, (key, start) => {
      if (key !== 'properties' || json.startsWith('null', start)) return
      if (json.charAt(start) !== '{') throw problem('file-json-invalid', { line, reason: noProperties })
      this.#flatten({ cells, source: json, line, id }, start, '', 1)
    })
    if (!isFeature) throw problem('file-json-invalid', { line, reason: noFeature })
    return cells
  }

  /** Each level scans all its content again: objects nested more deeply become one cell. */
  #flatten(feature: Feature, at: number, prefix: string, depth: number): void {
    const { cells, source, line, id } = feature
    eachMember(source, at, (key, start, end) => {
      const name = prefix + key
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

/** The current feature: its cells, its text and where it starts in the file, and its identifier ('' without). */
type Feature = { cells: string[]; source: string; line: number; id: string }

/** Simplifies a geometry that is too long for a row of the database. */
function fitting(geometry: string): string {
  if (geometry.length <= limits.files.maxGeometryChars) return geometry
  const shape = readShape(geometry)
  return shape ? JSON.stringify(shape) : geometry
}
