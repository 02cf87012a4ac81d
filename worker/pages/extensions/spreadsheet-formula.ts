/** A formula of a spreadsheet, in English or French, as it is written here. Pure. */

import { ExpressionError, ignoredValues, namesOf } from '../../schema/expression'
import { functionNamed } from '../../schema/expression/functions'
import { foldAccents } from '../../schema/fold-accents'
import type { FormulaColumn } from './formula-words'

type Call = (args: readonly string[]) => string

const named =
  (name: string): Call =>
  (args) =>
    `${name}(${args.join(', ')})`
const between =
  (operator: string): Call =>
  (args) =>
    `(${args.join(` ${operator} `)})`
const start: Call = ([text = '', count = '1']) => `SUBSTRING(${text}, 0, ${count})`
const end: Call = ([text = '', count = '1']) => `SUBSTRING(${text}, -${operand(count)})`
const middle: Call = ([text = '', from = '', count = '']) => `SUBSTRING(${text}, ${operand(from)} - 1, ${count})`
const find: Call = ([sought = '', text = '']) => `(STRPOS(${text}, ${sought}) + 1)`
const isEmpty: Call = ([value = '']) => `not DEFINED(${value})`

/** An operand, in brackets unless it is one number or one name. */
const operand = (text: string): string => (/^[\p{L}\p{N}_.]+$/u.test(text) ? text : `(${text})`)

/** The functions that are not called so here. */
const calls: ReadonlyMap<string, Call> = new Map(
  Object.entries({
    ...{ SI: named('IF'), SOMME: named('SUM'), MOYENNE: named('AVG'), ARRONDI: named('ROUND'), RACINE: named('SQRT') },
    ...{ ENT: named('FLOOR'), INT: named('FLOOR'), PUISSANCE: named('POW'), POWER: named('POW') },
    ...{ CONCATENER: named('CONCAT'), MAJUSCULE: named('UPPER'), MINUSCULE: named('LOWER') },
    ...{ NOMPROPRE: named('TITLE'), PROPER: named('TITLE'), SUPPRESPACE: named('TRIM') },
    ...{ SUBSTITUE: named('REPLACE'), SUBSTITUTE: named('REPLACE'), NBCAR: named('LENGTH'), LEN: named('LENGTH') },
    ...{ ANNEE: named('YEAR'), MOIS: named('MONTH'), JOUR: named('DAY'), JOURS: named('DAYS') },
    ...{ ET: between('and'), AND: between('and'), OU: between('or'), OR: between('or') },
    ...{ NON: named('not '), NOT: named('not '), MOD: between('%') },
    ...{ GAUCHE: start, LEFT: start, DROITE: end, RIGHT: end, STXT: middle, MID: middle },
    ...{ CHERCHE: find, TROUVE: find, SEARCH: find, FIND: find, ESTVIDE: isEmpty, ISBLANK: isEmpty },
  }),
)

const signs: ReadonlyMap<string, string> = new Map([
  ['<>', ' != '],
  ['=', ' == '],
  ['&', ' || '],
])

const token = /"(?:[^"]|"")*"|\s*(?:<>|&|=(?!=))\s*|[\p{L}_$][\p{L}\p{N}_$.]*|\d+(?:[.,]\d+)?|<=|>=|!=|==|\|\||\s+|./gsu

/**
 * The formula as it is written here, where all that it names exists; undefined for others, and where nothing changes.
 *
 * @param formula one that cannot be read, or that names what does not exist
 */
export function fromSpreadsheet(formula: string, columns: readonly FormulaColumn[]): string | undefined {
  const rewritten = new Rewriting(formula.trim().replace(/^=\s*/, ''), columns).all()
  if (rewritten === undefined || rewritten === formula.trim()) return undefined
  try {
    const keys = new Set(columns.map(({ key }) => key))
    const isKnown = [...namesOf(rewritten)].every((name) => keys.has(name) || isFunction(name))
    return isKnown && ignoredValues(rewritten) === undefined ? rewritten : undefined
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

const isFunction = (name: string): boolean => /^if$/i.test(name) || functionNamed(name) !== undefined

class Rewriting {
  readonly #tokens: readonly string[]
  /** In French the values of calls are separated by semicolons, and decimals have commas. */
  readonly #separator: ';' | ','
  #at = 0

  constructor(
    formula: string,
    private readonly columns: readonly FormulaColumn[],
  ) {
    const tokens: string[] = formula.match(token) ?? []
    this.#separator = tokens.includes(';') ? ';' : ','
    this.#tokens =
      this.#separator === ';' ? tokens : tokens.flatMap((one) => (/^\d+,/.test(one) ? one.split(/(,)/) : one))
  }

  /** Undefined for a formula whose brackets do not match. */
  all(): string | undefined {
    const text = this.#part()
    return this.#at === this.#tokens.length ? text : undefined
  }

  /** The text up to the next separator or bracket that is not its own. */
  #part(): string {
    let text = ''
    for (let one = this.#tokens[this.#at]; one !== undefined; one = this.#tokens[this.#at]) {
      if (one === this.#separator || one === ')') break
      this.#at++
      text += one === '(' ? `(${this.#values().join(', ')})` : this.#word(one)
    }
    return text.trim()
  }

  #word(word: string): string {
    if (/^"/.test(word)) return `"${word.slice(1, -1).replaceAll('""', '\\"')}"`
    if (/^\d/.test(word)) return word.replace(',', '.')
    if (!/^[\p{L}_$]/u.test(word)) return signs.get(word.trim()) ?? word
    if (this.#tokens[this.#at] !== '(') return this.#column(word)
    this.#at++
    const call = calls.get(foldAccents(word).toUpperCase()) ?? named(word)
    return call(this.#values())
  }

  /** The values of a call up to its bracket. */
  #values(): string[] {
    const values = [this.#part()]
    while (this.#tokens[this.#at] === this.#separator) {
      this.#at++
      values.push(this.#part())
    }
    this.#at++
    return values
  }

  /** The key of the column with a title or a key in other letters. */
  #column(word: string): string {
    if (this.columns.some(({ key }) => key === word)) return word
    const sought = foldAccents(word)
    return (
      this.columns.find(({ key, title }) => foldAccents(title) === sought || foldAccents(key) === sought)?.key ?? word
    )
  }
}
