import { problem, type Reason } from '../../../errors'
import { limits } from '../../../limits'

/** The value of a term. Words keep their backslashes and wildcards; phrases are unescaped. `fuzzy` is the number after `~`. */
export type QueryValue =
  | { is: 'word' | 'phrase'; text: string; fuzzy?: number }
  | { is: 'range'; from?: QueryBound; to?: QueryBound }
export type QueryBound = { text: string; included: boolean }

export type QueryNode =
  | { is: 'all' | 'any'; of: QueryNode[] }
  | { is: 'not'; of: QueryNode }
  | { is: 'leaf'; field?: string; value: QueryValue }
  /** Alternatives of one field (`joinLists`). */
  | { is: 'list'; field: string; texts: string[] }

/** One clause of a group. `either`: it is an operand of OR. Negated, it is then an alternative; elsewhere it excludes lines. */
type Clause = { node: QueryNode; sign?: '+' | '-'; either: boolean }

const wordForm = /^(?:\\.|[^\s()"[\]{}:^~\\])+/su
const phraseForm = /^"((?:\\.|[^"\\])*)"/su
const bound = String.raw`"(?:\\.|[^"\\])*"|(?:\\.|[^\s\]}"\\])+`
const rangeForm = new RegExp(String.raw`^([[{])\s*(${bound})\s+TO\s+(${bound})\s*([\]}])`, 'su')
const comparisonForm = /^(>=|<=|>|<)\s*/
/** Fuzziness, and a weight, which has no effect. */
const suffixForm = /^(?:~(?<fuzzy>\d*(?:\.\d+)?))?(?:\^\d+(?:\.\d+)?)?/
/** As in Lucene, without a number. */
const defaultFuzziness = 2
const operatorForm = /^(?:(AND|OR|NOT)(?=[\s()"]|$)|(&&|\|\|))/
const operators: ReadonlyMap<string, 'AND' | 'OR' | 'NOT'> = new Map([
  ['AND', 'AND'],
  ['&&', 'AND'],
  ['OR', 'OR'],
  ['||', 'OR'],
  ['NOT', 'NOT'],
])

/**
 * Parses a query in the Lucene syntax: NOT binds tightest, then AND, then OR, which is also the default between two
 * clauses; `+` requires and `-` excludes a clause within its group.
 *
 * @throws Problem 400 `query-malformed` quoting the query
 */
export function parseQuery(text: string): QueryNode {
  return new Parser(text).parse()
}

/** Removes the backslashes of escapes. */
export const unescaped = (text: string): string => text.replace(/\\(.)/gsu, '$1')

class Parser {
  #rest: string
  #leaves = 0
  #fuzzyTerms = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.#rest = text.trim()
  }

  parse(): QueryNode {
    const node = this.#group(undefined, 0)
    if (this.#rest !== '') throw this.#malformed(unexpected(this.#rest))
    return node
  }

  #malformed(reason: Reason) {
    return problem('query-malformed', { reason, query: this.#text.slice(0, limits.files.maxQuotedChars) })
  }

  /** Clauses up to a closing parenthesis or the end. */
  #group(field: string | undefined, depth: number): QueryNode {
    if (depth > limits.lines.maxQueryDepth)
      throw this.#malformed({ en: 'too many parentheses within each other.', fr: 'trop de parenthèses imbriquées.' })
    const clauses: Clause[] = []
    let operator = this.#operator()
    if (operator === 'AND' || operator === 'OR') throw this.#malformed(nothingBefore(operator))
    while (this.#rest !== '' && !this.#rest.startsWith(')')) {
      const clause = this.#clause(field, depth, operator === 'NOT')
      const last = clauses.at(-1)
      const joint = operator
      operator = this.#operator()
      if (joint === 'AND' && last) clauses[clauses.length - 1] = both(last, clause)
      else {
        clause.either = joint === 'OR'
        if (last && joint === 'OR') last.either = true
        clauses.push(clause)
      }
      if ((operator === 'AND' || operator === 'OR') && (this.#rest === '' || this.#rest.startsWith(')'))) {
        throw this.#malformed({ en: `${operator} has nothing after it.`, fr: `il n'y a rien après ${operator}.` })
      }
    }
    if (operator === 'NOT' || clauses.length === 0) throw this.#malformed(termMissing)
    return grouped(clauses)
  }

  #operator(): 'AND' | 'OR' | 'NOT' | undefined {
    const match = operatorForm.exec(this.#rest)?.[0]
    if (match !== undefined) this.#skip(match.length)
    return match === undefined ? undefined : operators.get(match)
  }

  #clause(field: string | undefined, depth: number, isNegated: boolean): Clause {
    let sign: Clause['sign'] = isNegated ? '-' : undefined
    for (;;) {
      const first = this.#rest.charAt(0)
      if (first === '+') sign ??= '+'
      else if (first === '-' || first === '!') sign = sign === '-' ? undefined : '-'
      else {
        const operator = this.#operator()
        if (operator === undefined) break
        if (operator !== 'NOT') throw this.#malformed(nothingBefore(operator))
        sign = sign === '-' ? undefined : '-'
        continue
      }
      this.#skip(1)
    }
    const node = this.#primary(field, depth)
    return sign ? { node, sign, either: false } : { node, either: false }
  }

  #primary(field: string | undefined, depth: number): QueryNode {
    if (this.#rest.startsWith('(')) return this.#parenthesis(field, depth)
    const name = wordForm.exec(this.#rest)?.[0]
    if (name === undefined || this.#rest.charAt(name.length) !== ':') return this.#leaf(field)
    if (field !== undefined)
      throw this.#malformed({
        en: 'a field cannot stand within another.',
        fr: "une colonne ne peut pas être dans celle d'une autre.",
      })
    this.#skip(name.length + 1)
    const inner = unescaped(name)
    return this.#rest.startsWith('(') ? this.#parenthesis(inner, depth) : this.#leaf(inner)
  }

  #parenthesis(field: string | undefined, depth: number): QueryNode {
    this.#skip(1)
    const node = this.#group(field, depth + 1)
    if (!this.#rest.startsWith(')'))
      throw this.#malformed({ en: 'a parenthesis is not closed.', fr: "une parenthèse n'est pas fermée." })
    this.#skip(1)
    this.#skip(suffixForm.exec(this.#rest)?.[0].length ?? 0)
    return node
  }

  #leaf(field: string | undefined): QueryNode {
    if (++this.#leaves > limits.search.maxQueryTerms) throw this.#malformed(termsTooMany(limits.search.maxQueryTerms))
    const value = this.#value(field !== undefined)
    return field === undefined ? { is: 'leaf', value } : { is: 'leaf', field, value }
  }

  #value(hasField: boolean): QueryValue {
    const range = rangeForm.exec(this.#rest)
    if (range) {
      this.#skip(range[0].length)
      return rangeOf(range[2] ?? '', range[3] ?? '', range[1] === '[', range[4] === ']')
    }
    const sign = hasField ? comparisonForm.exec(this.#rest) : null
    if (sign) this.#skip(sign[0].length)
    const word = this.#term()
    if (!sign) return word
    const text = word.is === 'phrase' ? word.text : unescaped(word.text)
    const side = { text, included: sign[1]?.endsWith('=') === true }
    return sign[1]?.startsWith('>') ? { is: 'range', from: side } : { is: 'range', to: side }
  }

  #term(): Extract<QueryValue, { is: 'word' | 'phrase' }> {
    const phrase = phraseForm.exec(this.#rest)
    const word = phrase ?? wordForm.exec(this.#rest)
    if (!word) {
      if (this.#rest.startsWith('"'))
        throw this.#malformed({ en: 'a quote is not closed.', fr: "un guillemet n'est pas fermé." })
      throw this.#malformed(this.#rest === '' ? termMissing : unexpected(this.#rest))
    }
    const suffix = suffixForm.exec(this.#rest.slice(word[0].length))
    this.#skip(word[0].length + (suffix?.[0].length ?? 0))
    const fuzzy = this.#fuzziness(suffix?.groups?.fuzzy)
    return phrase
      ? { is: 'phrase', text: unescaped(phrase[1] ?? ''), ...fuzzy }
      : { is: 'word', text: word[0], ...fuzzy }
  }

  #fuzziness(written: string | undefined): { fuzzy?: number } {
    const fuzzy = written === undefined ? 0 : written === '' ? defaultFuzziness : Math.ceil(Number(written))
    if (fuzzy === 0) return {}
    if (++this.#fuzzyTerms <= limits.search.maxFuzzyTerms) return { fuzzy }
    throw this.#malformed({
      en: `more than ${limits.search.maxFuzzyTerms} terms with ~.`,
      fr: `plus de ${limits.search.maxFuzzyTerms} termes avec ~.`,
    })
  }

  #skip(length: number): void {
    this.#rest = this.#rest.slice(length).trimStart()
  }
}

function rangeOf(from: string, to: string, fromIncluded: boolean, toIncluded: boolean): QueryValue {
  const range: QueryValue = { is: 'range' }
  const plain = (text: string): string => unescaped(text.startsWith('"') ? text.slice(1, -1) : text)
  if (from !== '*') range.from = { text: plain(from), included: fromIncluded }
  if (to !== '*') range.to = { text: plain(to), included: toIncluded }
  return range
}

const signed = ({ node, sign }: Clause): QueryNode => (sign === '-' ? { is: 'not', of: node } : node)

/** Two clauses joined by AND. */
function both(left: Clause, right: Clause): Clause {
  return { node: { is: 'all', of: [signed(left), signed(right)] }, either: left.either }
}

function grouped(clauses: readonly Clause[]): QueryNode {
  const isExcluded = ({ sign, either }: Clause): boolean => sign === '-' && !either
  const required = clauses.filter(({ sign }) => sign === '+')
  const optional = clauses.filter((clause) => clause.sign !== '+' && !isExcluded(clause)).map(signed)
  const parts = [...required, ...clauses.filter(isExcluded)].map(signed)
  if (required.length === 0 && optional.length > 0) {
    const [only] = optional
    parts.unshift(optional.length === 1 && only ? only : { is: 'any', of: optional })
  }
  const [first] = parts
  return parts.length === 1 && first ? first : { is: 'all', of: parts }
}

export const termsTooMany = (max: number): Reason => ({ en: `more than ${max} terms.`, fr: `plus de ${max} termes.` })
const termMissing: Reason = { en: 'a term is missing.', fr: 'il manque un terme.' }
const unexpected = (rest: string): Reason => ({
  en: `unexpected "${rest.charAt(0)}".`,
  fr: `"${rest.charAt(0)}" inattendu.`,
})
const nothingBefore = (operator: string): Reason => ({
  en: `${operator} has nothing before it.`,
  fr: `il n'y a rien avant ${operator}.`,
})
