/**
 * `GeojsonReader`: GeoJSON, one record per feature, never parsed as a whole (RFC 7946): a FeatureCollection, one Feature or geometry,
 * several on lines or in a text sequence (RFC 8142), or an array of Features.
 */
import { problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { validate } from '../json/columns'
import { type Nesting, skipNested } from '../json/nesting'
import type { FileRecord, OnRecord, RecordReader, ReplacedEscapes } from '../record-reader'
import { withoutInvisible } from '../text/invisible'
import { FeatureColumns } from './geojson-columns'

/**
 * `depth`: brackets open; `member`: text of the current member of the collection, without nested values (except that of
 * `crs`); `name`: name of the member whose nested value is being read; `feature`: text of the current feature, from its brace on;
 * `isArray`: the features are the root; `root`: text of the root object while it has no features, undefined when it is too long for one.
 */
export type GeojsonState = Nesting & {
  kind: 'geojson'
  headers: string[]
  isFeatures: boolean
  hasFeatures: boolean
  isArray?: boolean
  root?: string | undefined
  member: string
  name: string
  crs: string
  feature: string
  featureLine: number
  index: number
}

/** Depth within the array of features. */
const AMONG_FEATURES = 2
/** Before each text of a sequence (RFC 8142, section 2). */
const RECORD_SEPARATOR = '\u001e'
const geometryTypes: ReadonlySet<string> = new Set([
  ...['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection'],
])

/** The member `type` of the text of an object; undefined without one, or when the text is not JSON. */
function typeOf(source: string): string | undefined {
  try {
    const value: unknown = JSON.parse(source)
    const isTyped = typeof value === 'object' && value !== null && 'type' in value
    return isTyped && typeof value.type === 'string' ? value.type : undefined
  } catch {
    return undefined
  }
}

const memberName = /^\s*"((?:[^"\\]|\\.)*)"\s*:\s*$/

/**
 * Members of the collection other than `features` and `crs` are skipped.
 * Throws `file-not-geojson`, `file-json-invalid`, `file-record-too-long`, `file-value-too-long`, `file-too-many-columns`,
 * `feature-too-detailed`.
 */
export class GeojsonReader implements RecordReader {
  readonly #now: GeojsonState
  readonly warnings: readonly StoredProblem[] = []
  readonly #columns: FeatureColumns
  readonly #record: FileRecord = { index: 0, line: 0, cells: [] }

  constructor(state?: GeojsonState) {
    this.#columns = new FeatureColumns(state?.headers)
    this.#now = state
      ? { ...state }
      : {
          kind: 'geojson',
          headers: [],
          depth: 0,
          inString: false,
          escaped: false,
          tokens: 0,
          isFeatures: false,
          hasFeatures: false,
          member: '',
          name: '',
          crs: '',
          feature: '',
          featureLine: 1,
          line: 1,
          index: 0,
        }
  }

  get headers(): readonly string[] | undefined {
    return this.#now.index === 0 ? undefined : this.#columns.headers
  }

  /** The value of the member `crs`, when the file has one. */
  get crs(): string | undefined {
    return this.#now.crs === '' ? undefined : this.#now.crs
  }

  get replaced(): ReplacedEscapes | undefined {
    return this.#columns.replaced
  }

  push(text: string, each: OnRecord): void {
    const clean = withoutInvisible(text)
    const now = this.#now
    for (let at = 0; at < clean.length; ) {
      at =
        now.isFeatures && now.depth > AMONG_FEATURES ? this.#inFeature(clean, at, each) : this.#outside(clean, at, each)
    }
  }

  end(_each: OnRecord): void {
    const { depth, hasFeatures, index, line } = this.#now
    if (!hasFeatures && index === 0) throw problem('file-not-geojson')
    if (depth > 0)
      throw problem('file-json-invalid', {
        line,
        reason: {
          en: 'the file ends before its features do',
          fr: 'le fichier se termine avant la fin de ses éléments',
        },
      })
  }

  state(): GeojsonState {
    return { ...this.#now, headers: [...this.#columns.headers] }
  }

  /** Continues the current feature; returns the position after it, or the end of the text. */
  #inFeature(text: string, at: number, each: OnRecord): number {
    const now = this.#now
    const next = skipNested(text, at, now, AMONG_FEATURES)
    now.feature += text.slice(at, next)
    const { maxFeatureTokens } = limits.files
    if (now.tokens > maxFeatureTokens) throw problem('feature-too-detailed', { max: maxFeatureTokens })
    if (now.feature.length > limits.files.maxFeatureChars) {
      throw problem('file-record-too-long', { line: now.featureLine, max: limits.files.maxFeatureChars })
    }
    if (now.depth === AMONG_FEATURES) {
      const source = now.feature
      now.feature = ''
      this.#take(source, each)
    }
    return next
  }

  /** Reads one character outside of the features. */
  #outside(text: string, at: number, each: OnRecord): number {
    const now = this.#now
    const character = text.charAt(at)
    if (character === '\n') now.line++
    if (!now.hasFeatures) this.#keepRoot(character)
    if (now.isFeatures) this.#amongFeatures(character)
    else if (now.inString) {
      if (now.escaped) now.escaped = false
      else if (character === '\\') now.escaped = true
      else if (character === '"') now.inString = false
      this.#buffer(character)
    } else this.#amongMembers(character, each)
    return at + 1
  }

  #amongFeatures(character: string): void {
    const now = this.#now
    if (character === '{') {
      now.depth++
      now.feature = character
      now.tokens = 0
      now.featureLine = now.line
    } else if (character === ']') {
      now.depth -= now.isArray ? AMONG_FEATURES : 1
      now.isFeatures = false
      now.member = ''
    } else if (/[^\s,]/.test(character)) throw problem('file-not-geojson')
  }

  /** Adds to the text of the root, which may be a Feature or a geometry. */
  #keepRoot(character: string): void {
    const now = this.#now
    if (now.depth === 0) {
      now.root = ''
      now.tokens = 0
    }
    if (now.root === undefined) return
    now.root += character
    if (!now.inString && '{[,:'.includes(character)) now.tokens++
    const { maxFeatureChars, maxFeatureTokens } = limits.files
    if (now.root.length > maxFeatureChars || now.tokens > maxFeatureTokens) now.root = undefined
  }

  #takeRoot(each: OnRecord): void {
    const now = this.#now
    if (now.root === undefined) throw problem('feature-too-detailed', { max: limits.files.maxFeatureTokens })
    const type = typeOf(now.root)
    // Text that is not JSON is refused with the position of its error.
    if (type === undefined) validate(now.root, now.line)
    const isGeometry = type !== undefined && geometryTypes.has(type)
    if (type !== 'Feature' && !isGeometry) throw problem('file-not-geojson')
    this.#take(isGeometry ? `{"type":"Feature","properties":{},"geometry":${now.root}}` : now.root, each)
    now.member = ''
    now.name = ''
  }

  #amongMembers(character: string, each: OnRecord): void {
    const now = this.#now
    if (character === '"') now.inString = true
    else if (character === '{' || character === '[') {
      if (now.depth === 0) {
        if (now.hasFeatures || (character === '[' && now.index > 0)) throw problem('file-not-geojson')
        now.isArray = character === '['
        now.isFeatures = now.isArray
        now.hasFeatures = now.isArray
        now.depth += now.isArray ? AMONG_FEATURES : 1
        return
      }
      if (now.depth === 1) {
        now.name = memberName.exec(now.member)?.[1] ?? ''
        now.member = ''
        now.isFeatures = now.name === 'features' && character === '['
        if (now.isFeatures) now.hasFeatures = true
      }
      now.depth++
    } else if (character === '}' || character === ']') {
      if (--now.depth === 0 && !now.hasFeatures) {
        this.#takeRoot(each)
        return
      }
    } else if (character === ',' && now.depth === 1) {
      now.member = ''
      return
    } else if (now.depth === 0 && character !== RECORD_SEPARATOR && /\S/.test(character))
      throw problem('file-not-geojson')
    this.#buffer(character)
    if (now.depth === 1 && now.name === 'crs') {
      now.crs = now.member
      now.name = ''
    }
  }

  /** Buffers the names of members and the value of `crs`; other values are skipped. */
  #buffer(character: string): void {
    const now = this.#now
    if (now.depth === 1 || now.name === 'crs') now.member += character
    if (now.member.length <= limits.files.maxHeaderChars) return
    throw problem('file-record-too-long', { line: now.line, max: limits.files.maxHeaderChars })
  }

  #take(source: string, each: OnRecord): void {
    const now = this.#now
    const cells = this.#columns.cells(source, now.featureLine)
    // Objects of an array are others unless they say that they are Features.
    if (now.isArray && typeOf(source) !== 'Feature') throw problem('file-not-geojson')
    now.index++
    if (cells.every((cell) => cell === '')) return
    const record = this.#record
    record.index = now.index
    // Errors name the feature: most files have all their features on one line.
    record.line = now.index
    record.cells = cells
    each(record)
  }
}
