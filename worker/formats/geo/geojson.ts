/** `GeojsonReader`: a GeoJSON FeatureCollection, one record per feature, never parsed as a whole (RFC 7946). */
import { problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { type Nesting, skipNested } from '../json/nesting'
import type { FileRecord, OnRecord, RecordReader, ReplacedEscapes } from '../record-reader'
import { withoutInvisible } from '../text/invisible'
import { FeatureColumns } from './geojson-columns'

/**
 * `depth`: brackets open; `member`: text of the current member of the collection, without nested values (except that of
 * `crs`); `name`: name of the member whose nested value is being read; `feature`: text of the current feature, from its brace on.
 */
export type GeojsonState = Nesting & {
  kind: 'geojson'
  headers: string[]
  isFeatures: boolean
  hasFeatures: boolean
  member: string
  name: string
  crs: string
  feature: string
  featureLine: number
  index: number
}

/** Depth within the array of features. */
const AMONG_FEATURES = 2
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
      at = now.isFeatures && now.depth > AMONG_FEATURES ? this.#inFeature(clean, at, each) : this.#outside(clean, at)
    }
  }

  end(_each: OnRecord): void {
    const { depth, hasFeatures, line } = this.#now
    if (!hasFeatures) throw problem('file-not-geojson')
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
  #outside(text: string, at: number): number {
    const now = this.#now
    const character = text.charAt(at)
    if (character === '\n') now.line++
    if (now.isFeatures) this.#amongFeatures(character)
    else if (now.inString) {
      if (now.escaped) now.escaped = false
      else if (character === '\\') now.escaped = true
      else if (character === '"') now.inString = false
      this.#buffer(character)
    } else this.#amongMembers(character)
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
      now.depth--
      now.isFeatures = false
      now.member = ''
    } else if (/[^\s,]/.test(character)) throw problem('file-not-geojson')
  }

  #amongMembers(character: string): void {
    const now = this.#now
    if (character === '"') now.inString = true
    else if (character === '{' || character === '[') {
      if (now.depth === 0) {
        if (character !== '{' || now.hasFeatures) throw problem('file-not-geojson')
        now.depth++
        return
      }
      if (now.depth === 1) {
        now.name = memberName.exec(now.member)?.[1] ?? ''
        now.member = ''
        now.isFeatures = now.name === 'features' && character === '['
        if (now.isFeatures) now.hasFeatures = true
      }
      now.depth++
    } else if (character === '}' || character === ']') now.depth--
    else if (character === ',' && now.depth === 1) {
      now.member = ''
      return
    } else if (now.depth === 0 && /\S/.test(character)) throw problem('file-not-geojson')
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
