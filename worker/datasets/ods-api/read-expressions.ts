import { limits } from '../../limits'
import { momentOf, parseDay } from '../../lines/query/parse/dates'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import type { OdsValue, PeriodUnit } from './expression-types'
import { literalText } from './literal'
import { SyntaxFault, TokenReader } from './tokens'
import { strftimeOf } from './values'
import { fieldNamed, type Scope } from './where'

/** Figures over lines. */
export type Aggregate = {
  is: 'aggregate'
  of: 'avg' | 'sum' | 'min' | 'max' | 'count' | 'distinct' | 'percentile'
  field?: Field
  percent?: number
}

type Expression = OdsValue | Aggregate
/** An expression and its name in the response. */
export type Named<Kind extends Expression = Expression> = { name: string; expression: Kind }

const parts: Readonly<Record<string, string>> = {
  year: 'yyyy',
  month: 'MM',
  day: 'dd',
  hour: 'HH',
  minute: 'mm',
  second: 'ss',
}
const figures = ['avg', 'sum', 'min', 'max'] as const

/** Parses `select`. Its figures are computed by SQL, its values are those of the line. @throws SyntaxFault */
export function readSelect(text: string, scope: Scope): Named[] {
  const items = readList(text, (reader) => readNamed(reader, scope), limits.files.maxColumns)
  checkLength(
    items.filter(({ expression }) => expression.is === 'aggregate'),
    limits.lines.maxMetrics,
  )
  return items
}

/** Parses `group_by`. @throws SyntaxFault */
export function readGroups(text: string, scope: Scope): Named<OdsValue>[] {
  return readList(text, (reader) => {
    const { name, expression } = readNamed(reader, scope)
    if (expression.is === 'aggregate') throw new SyntaxFault('lines are grouped by values, not by figures')
    return { name, expression }
  })
}

export type Order = { by: string; expression?: Expression; descending: boolean; random?: true }

/** Parses `order_by`, which may use the names of `select` and `group_by`. @throws SyntaxFault */
export function readOrder(text: string, scope: Scope, names: ReadonlySet<string>): Order[] {
  return readList(text, (reader) => {
    const isMinus = reader.take('-')
    const start = reader.start
    const order: Order = { by: '', descending: isMinus }
    if (reader.sees('random') && reader.sees('(', 1)) {
      reader.next()
      reader.need('(')
      if (!reader.sees(')')) reader.next()
      reader.need(')')
      order.random = true
    } else {
      const token = reader.peek()
      if (token?.is === 'name' && names.has(token.text) && !reader.sees('(', 1)) reader.next()
      else order.expression = readExpression(reader, scope)
    }
    order.by = unquoted(reader.text.slice(start, reader.end))
    if (reader.take('desc')) order.descending = true
    else reader.take('asc')
    return order
  })
}

function readList<Item>(
  text: string,
  readItem: (reader: TokenReader) => Item,
  maxItems: number = limits.lines.maxMetrics,
): Item[] {
  const reader = new TokenReader(text)
  const items: Item[] = []
  do items.push(readItem(reader))
  while (reader.take(','))
  reader.done()
  checkLength(items, maxItems)
  return items
}

function checkLength(items: readonly unknown[], max: number): void {
  if (items.length > max) throw new SyntaxFault(`more than ${max} items`)
}

function readNamed(reader: TokenReader, scope: Scope): Named {
  const start = reader.start
  const expression = readExpression(reader, scope)
  const text = unquoted(reader.text.slice(start, reader.end))
  return { name: reader.take('as') ? reader.name() : text, expression }
}

const unquoted = (text: string): string => text.replaceAll('`', '').trim()

function readExpression(reader: TokenReader, scope: Scope): Expression {
  const name = reader.name()
  if (!reader.take('(')) return { is: 'field', field: fieldNamed(name, scope) }
  const expression = readCall(name.toLowerCase(), reader, scope)
  reader.need(')')
  return expression
}

function readCall(name: string, reader: TokenReader, scope: Scope): Expression {
  if (name === 'count') {
    if (reader.take('*')) return { is: 'aggregate', of: 'count' }
    const of = reader.take('distinct') ? 'distinct' : 'count'
    return { is: 'aggregate', of, field: fieldNamed(reader.name(), scope) }
  }
  const field = fieldNamed(reader.name(), scope)
  const figure = figures.find((candidate) => candidate === name)
  if (figure) return { is: 'aggregate', of: figure, field }
  if (name === 'median') return { is: 'aggregate', of: 'percentile', field, percent: 50 }
  if (name === 'percentile') {
    reader.need(',')
    const percent = reader.number()
    if (percent < 0 || percent > 100) throw new SyntaxFault('a percentile is from 0 to 100')
    return { is: 'aggregate', of: 'percentile', field, percent }
  }
  if (name === 'range') return readRange(reader, field, scope)
  const pattern = parts[name] ?? (name === 'date_format' ? readPattern(reader) : undefined)
  if (pattern === undefined) throw new SyntaxFault(`the function "${name}" is not available`)
  return { is: 'format', field: dated(field), pattern, asNumber: name !== 'date_format' }
}

function readPattern(reader: TokenReader): string {
  reader.need(',')
  const pattern = reader.words()
  // Validated here, so that the error names the parameter.
  strftimeOf(pattern)
  return pattern
}

function dated(field: Field): Field {
  if (field.format === 'date' || field.format === 'date-time') return field
  throw new SyntaxFault(`"${field.key}" is not a date`)
}

const abbreviations = {
  ms: 'millisecond',
  s: 'second',
  sec: 'second',
  m: 'minute',
  min: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  q: 'quarter',
  y: 'year',
} as const satisfies Record<string, PeriodUnit>
const names = ['millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
/** Units by their names, singular and plural, and their abbreviations. */
const units: ReadonlyMap<string, PeriodUnit> = new Map<string, PeriodUnit>([
  ...names.flatMap((name) => [[name, name] as const, [`${name}s`, name] as const]),
  ...Object.entries(abbreviations),
])

function readRange(reader: TokenReader, field: Field, scope: Scope): OdsValue {
  reader.need(',')
  if (reader.peek()?.is !== 'number' || reader.sees(',', 1)) return readBounds(reader, field, scope)
  const step = reader.number()
  if (reader.peek()?.is !== 'name') {
    const isNumber = field.type === 'integer' || field.type === 'number'
    if (!isNumber || !(step > 0)) throw new SyntaxFault(`range(${field.key}, step) needs a number field and a step`)
    return { is: 'steps', field, step }
  }
  const unit = units.get(reader.name().toLowerCase())
  if (!unit || step !== 1)
    throw new SyntaxFault('range(field, 1 unit): ms, second, minute, hour, day, week, month, quarter or year')
  return { is: 'period', field: dated(field), unit }
}

/** `*, 20, 30, *`: increasing numbers or dates. */
function readBounds(reader: TokenReader, field: Field, scope: Scope): OdsValue {
  const bounds: (number | null)[] = []
  do bounds.push(reader.take('*') ? null : boundOf(reader, field, scope))
  while (reader.take(','))
  const inner = bounds.slice(1, -1)
  const grows = bounds.every((bound, at) => at === 0 || bound === null || (bounds[at - 1] ?? -Infinity) < bound)
  if (bounds.length < 2 || inner.includes(null) || !grows || bounds.length > limits.ods.maxBounds) {
    throw new SyntaxFault('range(field, *, 10, 20, *) is expected, with bounds that grow')
  }
  return { is: 'between', field, bounds }
}

function boundOf(reader: TokenReader, field: Field, scope: Scope): number {
  if (field.type === 'integer' || field.type === 'number') return reader.number()
  const text = literalText(reader, scope) ?? ''
  const { format } = dated(field)
  const day = parseDay(text)
  const instant =
    day === undefined
      ? momentOf(text, scope.timeZone)
      : momentOf(`${day}T00:00:00`, format === 'date' ? 'UTC' : scope.timeZone)
  if (instant === undefined) throw new SyntaxFault(`"${excerptOf(text)}" is not a date`)
  return instant
}
