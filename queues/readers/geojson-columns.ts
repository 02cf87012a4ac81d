/** `FeatureColumns`: the text of one GeoJSON feature → its cells (contract datasets §4.4). */
import { readShape } from '../../worker/geometry'
import { limits } from '../../worker/limits'
import { Columns, cellOf, eachMember, validate } from './json-columns'

/**
 * `geometry` comes first, then the identifier and the properties, those of nested objects under `outer.inner`. A property
 * that bears the name of a column of its own is kept apart under `properties.<name>`, and so is an `id` that differs.
 */
export class FeatureColumns extends Columns {
  constructor(headers: readonly string[] = []) {
    super(headers.length > 0 ? headers : ['geometry'])
  }

  /** Reads the source text of one feature, which starts at `line` of the file. @throws `file-json-invalid`, as `put` */
  cells(source: string, line: number): string[] {
    validate(source, line)
    const cells = this.empty()
    let id = ''
    eachMember(source, 0, (key, start, end) => {
      if (key === 'geometry')
        this.put(cells, key, fitting(cellOf(source, start, end)), line, limits.files.maxGeometryChars)
      else if (key === 'id') {
        id = cellOf(source, start, end)
        this.put(cells, key, id, line)
      }
    })
    eachMember(source, 0, (key, start) => {
      if (key === 'properties' && source.charAt(start) === '{') this.#flatten(cells, source, start, '', line, id)
    })
    return cells
  }

  #flatten(cells: string[], source: string, at: number, prefix: string, line: number, id: string): void {
    eachMember(source, at, (key, start, end) => {
      const name = prefix + key
      if (source.charAt(start) === '{') return this.#flatten(cells, source, start, `${name}.`, line, id)
      const cell = cellOf(source, start, end)
      const isOwn = name === 'geometry' || (name === 'id' && id !== '' && cell !== id)
      this.put(cells, isOwn ? `properties.${name}` : name, cell, line)
    })
  }
}

/** A geometry too long for a row of the database, with fewer and shorter coordinates. */
function fitting(geometry: string): string {
  if (geometry.length <= limits.files.maxGeometryChars) return geometry
  const shape = readShape(geometry)
  return shape ? JSON.stringify(shape) : geometry
}
