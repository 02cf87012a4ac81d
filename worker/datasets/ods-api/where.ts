import { readShape } from '../../geometry'
import { metresIn } from '../../geometry/distance-units'
import { limits } from '../../limits'
import { filterRefused, isSearched } from '../../lines/query/capability-errors'
import { type Comparison, checkOperands, comparisonTest } from '../../lines/query/parse/filters'
import { latitudeKey, parseDegrees } from '../../lines/query/position'
import type { Condition, Test } from '../../lines/query/request'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { literalText } from './literal'
import { SyntaxFault, TokenReader } from './tokens'

/** The context of a condition. */
export type Scope = { fields: readonly Field[]; located: boolean; timeZone: string; now: Date }

/** Parses `where`. @throws SyntaxFault, or Problem 400 of a field */
export function readWhere(text: string, scope: Scope): Condition {
  if (text.length > limits.search.maxChars) throw new SyntaxFault(`more than ${limits.search.maxChars} characters`)
  const reader = new WhereReader(text, scope)
  const condition = reader.any(0)
  reader.done()
  return condition
}

/** The field with this name. */
export function fieldNamed(key: string, { fields }: Pick<Scope, 'fields'>): Field {
  const field = fields.find((candidate) => candidate.key === key)
  if (field) return field
  throw new SyntaxFault(`the field "${key}" does not exist`)
}

/** The test of a comparison with a value. @throws `filter-refused`, `parameter-invalid` for a value that is none of the field */
export function checkedTest(
  field: Field,
  { comparison, value, parameter }: { comparison: Comparison; value: string; parameter: 'where' | 'refine' },
  { timeZone }: Pick<Scope, 'timeZone'>,
): Test {
  if (!capable(field, 'index')) throw filterRefused(field, parameter, 'index')
  if (comparison === 'eq') checkOperands(field, parameter, [value])
  return comparisonTest({ ...field, timeZone }, comparison, { parameter, value })
}

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': 'eq',
  ':': 'eq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
}

class WhereReader extends TokenReader {
  readonly #scope: Scope

  constructor(text: string, scope: Scope) {
    super(text)
    this.#scope = scope
  }

  any(depth: number): Condition {
    if (depth > limits.lines.maxQueryDepth) throw new SyntaxFault('too many parentheses')
    const of = [this.#all(depth)]
    while (this.take('or')) of.push(this.#all(depth))
    return of.length === 1 && of[0] ? of[0] : { is: 'any', of }
  }

  #all(depth: number): Condition {
    const of = [this.#not(depth)]
    while (this.take('and')) of.push(this.#not(depth))
    return of.length === 1 && of[0] ? of[0] : { is: 'all', of }
  }

  #not(depth: number): Condition {
    if (this.take('not')) return { is: 'not', of: this.#not(depth + 1) }
    if (this.take('(')) {
      const inside = this.any(depth + 1)
      this.need(')')
      return inside
    }
    const first = this.peek()
    if (first?.is === 'text' || first?.is === 'number') return this.#fromValue()
    const name = this.name()
    return this.take('(') ? this.#call(name.toLowerCase()) : this.#onField(this.#field(name))
  }

  /** `"words"`, or `'x' IN field`. */
  #fromValue(): Condition {
    const { text } = this.next()
    if (!this.take('in')) return this.#words(text, undefined, 'and')
    return this.#compared(this.#field(this.name()), 'eq', text)
  }

  #field = (key: string): Field => fieldNamed(key, this.#scope)

  #onField(field: Field): Condition {
    const sign = this.peek()
    const comparison = sign?.is === 'sign' ? comparisons[sign.text] : undefined
    if (comparison) {
      this.next()
      return this.#compared(field, comparison, this.#literal())
    }
    if (this.take('in')) return this.#in(field)
    if (this.take('like')) return this.#like(field)
    if (this.take('is')) {
      const isNot = this.take('not')
      this.need('null')
      if (!capable(field, 'values')) throw filterRefused(field, 'is null', 'values')
      return this.#filter(field, { op: 'exists' }, !isNot)
    }
    throw new SyntaxFault(`an operator is expected after "${field.key}"`)
  }

  #compared(field: Field, comparison: Comparison, value: string | null): Condition {
    if (value === null) return this.#filter(field, { op: 'exists' }, true)
    return this.#filter(field, checkedTest(field, { comparison, value, parameter: 'where' }, this.#scope))
  }

  #filter = (field: Field, test: Test, not = false): Condition => ({
    is: 'filter',
    filter: { key: field.key, not, test },
  })

  #literal(): string | null {
    return literalText(this, this.#scope)
  }

  #in(field: Field): Condition {
    if (this.take('(')) {
      const of: Condition[] = []
      do of.push(this.#compared(field, 'eq', this.#literal()))
      while (this.take(','))
      this.need(')')
      return { is: 'any', of }
    }
    const opens = this.next().text
    if (opens !== '[' && opens !== ']') throw new SyntaxFault('a list or a range is expected after IN')
    const from = this.#literal()
    if (!this.take('to')) this.need('..')
    const to = this.#literal()
    const closes = this.next().text
    if (closes !== '[' && closes !== ']') throw new SyntaxFault('a range ends with a bracket')
    if (from === null || to === null) throw new SyntaxFault('a range goes from a value to a value')
    const low = this.#compared(field, opens === '[' ? 'gte' : 'gt', from)
    return { is: 'all', of: [low, this.#compared(field, closes === ']' ? 'lte' : 'lt', to)] }
  }

  #startsWith(field: Field, text: string): Condition {
    if (field.type !== 'string' || field.format === 'date' || field.format === 'date-time')
      throw new SyntaxFault(`startswith applies to texts, and "${field.key}" is not one`)
    if (!capable(field, 'index')) throw filterRefused(field, 'startswith', 'index')
    return this.#filter(field, { op: 'starts', text })
  }

  #like(field: Field): Condition {
    const text = this.words()
    if (isSearched(field)) return this.#words(text.replaceAll('%', '*'), [field.key], 'and')
    return this.#compared(field, 'eq', text)
  }

  #words(text: string, among: readonly string[] | undefined, mode: 'and' | 'complete' | 'similar'): Condition {
    const isSimilar = mode === 'similar'
    const own = isSimilar ? ({ mode: 'complete', fuzzy: true } as const) : { mode }
    const search = { parameter: 'where', text, ranked: false, ...own }
    return { is: 'search', search: among ? { ...search, fields: among } : search }
  }

  #call(name: string): Condition {
    switch (name) {
      case 'search':
      case 'suggest': {
        const among: string[] = []
        while (!this.take('*') && this.peek()?.is === 'name') {
          among.push(this.#field(this.name()).key)
          if (this.sees(',', 0) && this.peek(1)?.is === 'text') break
          this.need(',')
        }
        this.take(',')
        const text = this.words()
        this.need(')')
        return this.#words(text, among.length > 0 ? among : undefined, name === 'search' ? 'similar' : 'complete')
      }
      case 'startswith': {
        const fields = this.take('*') ? this.#scope.fields.filter(isPlainText) : [this.#field(this.name())]
        this.need(',')
        const text = this.words()
        this.need(')')
        return { is: 'any', of: fields.map((field) => this.#startsWith(field, text)) }
      }
      case 'year':
        return this.#year()
      case 'in_bbox':
      case 'within_distance':
      case 'distance':
        return this.#place(name)
      case 'intersects':
      case 'disjoint':
      case 'within':
        return this.#relation(name)
    }
    throw new SyntaxFault(`the function "${name}" is not available`)
  }

  #year(): Condition {
    const field = this.#field(this.name())
    this.need(')')
    if (field.format !== 'date' && field.format !== 'date-time') throw new SyntaxFault(`"${field.key}" is not a date`)
    const comparison = comparisons[this.next().text]
    const year = this.number()
    if (!comparison || !Number.isInteger(year) || year < 1 || year > 9998)
      throw new SyntaxFault('year(field) is compared with a year')
    const start = `${String(year).padStart(4, '0')}-01-01`
    const end = `${String(year).padStart(4, '0')}-12-31`
    switch (comparison) {
      case 'eq':
        return { is: 'all', of: [this.#compared(field, 'gte', start), this.#compared(field, 'lte', end)] }
      case 'gt':
      case 'lte':
        return this.#compared(field, comparison, end)
      case 'gte':
      case 'lt':
        return this.#compared(field, comparison, start)
    }
  }

  #relation(name: 'intersects' | 'disjoint' | 'within'): Condition {
    if (!this.#scope.located) throw new SyntaxFault('this dataset is not geolocalized')
    this.name()
    this.need(',')
    const shape = this.#shape()
    if (!shape) throw new SyntaxFault(`${name}(field, geom'POLYGON (…)') is expected, with WKT or GeoJSON`)
    this.need(')')
    if (name !== 'disjoint') return { is: 'relates', relation: name, shape }
    // A line without geometry is not disjoint from anything.
    const located: Condition = { is: 'filter', filter: { key: latitudeKey, not: false, test: { op: 'exists' } } }
    return { is: 'all', of: [located, { is: 'not', of: { is: 'relates', relation: 'intersects', shape } }] }
  }

  /** `geom'…'`: WKT, or GeoJSON of a geometry or a feature. */
  #shape() {
    const geom = this.next()
    return geom.is === 'geom' ? (readShape(geom.text) ?? undefined) : undefined
  }

  /** The name of the field is ignored: a line has one geometry. */
  #place(name: string): Condition {
    if (!this.#scope.located) throw new SyntaxFault('this dataset is not geolocalized')
    this.name()
    this.need(',')
    if (name === 'in_bbox') {
      const sides = [this.number()]
      while (this.take(',')) sides.push(this.number())
      this.need(')')
      const [left, bottom, right, top] = sides
      if (left === undefined || bottom === undefined || right === undefined || top === undefined || bottom > top) {
        throw new SyntaxFault('in_bbox(field, left, bottom, right, top) is expected')
      }
      return { is: 'box', box: { left, bottom, right, top } }
    }
    const shape = this.#shape()
    if (shape?.type !== 'Point')
      throw new SyntaxFault("within_distance(field, geom'POINT (lon lat)', 10km) is expected")
    this.need(',')
    const distance = this.number()
    const unit = this.peek()?.is === 'name' ? this.name().toLowerCase() : 'm'
    this.need(')')
    const metres = parseDegrees(String(distance)) === undefined ? undefined : units.get(unit)
    if (metres === undefined || distance < 0) throw new SyntaxFault('a distance is a number with its unit, 10km')
    const [lon, lat] = shape.coordinates
    return { is: 'near', point: { lon, lat }, distance: distance * metres }
  }
}

const isPlainText = (field: Field): boolean =>
  field.type === 'string' && !field.format && !field['x-calculated'] && capable(field, 'index')

const units: ReadonlyMap<string, number> = new Map(Object.entries(metresIn))
