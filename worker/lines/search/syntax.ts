import { limits } from '../../limits'

/** The syntax tree of a simple query string. Any input is valid: operators out of place are ignored. */
export type SearchNode =
  /** `fuzzy`: words that differ in one letter match too. */
  | { is: 'word'; text: string; prefix: boolean; last: boolean; fuzzy?: true }
  | { is: 'phrase'; text: string; slop: number }
  | { is: 'and' | 'or'; of: SearchNode[] }
  | { is: 'not'; of: SearchNode }

const spaces = /\s/
const endsWord = /[\s+|"()]/

/**
 * Parses a query: `+` and, `|` or, `-` not, `"…"` phrase (`~2`: two words in between), final `*` prefix, final `~` similar words, `( )`. Negations
 * apply to their whole group. The first `maxFuzzyTerms` words of at least three letters are fuzzy.
 *
 * @param fallback the operator between two words without one
 * @param isFuzzy also words without `~`
 */
export function parseSearch(text: string, fallback: 'and' | 'or', isFuzzy = false): SearchNode | undefined {
  return new Parser(text, fallback, isFuzzy).parse()
}

const minFuzzyChars = 3

class Parser {
  #at = 0
  #words = 0
  #fuzzyWords = 0
  readonly #text: string
  readonly #fallback: 'and' | 'or'
  readonly #isFuzzy: boolean

  constructor(text: string, fallback: 'and' | 'or', isFuzzy: boolean) {
    this.#text = text.replaceAll('\0', ' ').trim()
    this.#fallback = fallback
    this.#isFuzzy = isFuzzy
  }

  parse(): SearchNode | undefined {
    return this.#group(0)
  }

  #group(depth: number): SearchNode | undefined {
    let top: SearchNode | undefined
    let operator: 'and' | 'or' | undefined
    let negative = false
    const negatives: SearchNode[] = []
    const add = (node: SearchNode | undefined): void => {
      if (node && negative) negatives.push({ is: 'not', of: node })
      else if (node) top = top ? join(top, operator ?? this.#fallback, node) : node
      if (node) {
        operator = undefined
        negative = false
      }
    }
    while (this.#at < this.#text.length) {
      const sign = this.#text.charAt(this.#at)
      if (spaces.test(sign)) this.#at++
      else if (sign === '+' || sign === '|') {
        if (top) operator = sign === '+' ? 'and' : 'or'
        this.#at++
      } else if (sign === '-') {
        negative = !negative
        this.#at++
      } else if (sign === ')') {
        this.#at++
        if (depth > 0) break
      } else if (sign === '(') {
        this.#at++
        if (depth < limits.search.maxDepth) add(this.#group(depth + 1))
      } else add(sign === '"' ? this.#phrase() : this.#word())
    }
    if (negatives.length === 0) return top
    return { is: 'and', of: top ? [top, ...negatives] : negatives }
  }

  #phrase(): SearchNode | undefined {
    const end = this.#text.indexOf('"', this.#at + 1)
    if (end < 0) {
      this.#at++
      return undefined
    }
    const text = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    const [written = '', slop = ''] = /^~(\d*)/.exec(this.#text.slice(this.#at)) ?? []
    this.#at += written.length
    return this.#counted({ is: 'phrase', text, slop: Math.min(Number(slop), limits.search.maxSlop) })
  }

  #word(): SearchNode | undefined {
    const start = this.#at
    while (this.#at < this.#text.length && !endsWord.test(this.#text.charAt(this.#at))) this.#at++
    const whole = this.#text.slice(start, this.#at)
    const written = whole.replace(/~\d*$/, '')
    const last = this.#at >= this.#text.length
    const prefix = written.endsWith('*')
    const text = written.replace(/\*+$/, '')
    const isFuzzy = (this.#isFuzzy || /~(?!0+$)\d*$/.test(whole)) && !prefix && text.length >= minFuzzyChars
    const fuzzy = isFuzzy && ++this.#fuzzyWords <= limits.search.maxFuzzyTerms ? { fuzzy: true as const } : {}
    return this.#counted({ is: 'word', text, prefix, last, ...fuzzy })
  }

  #counted(node: SearchNode): SearchNode | undefined {
    return ++this.#words > limits.search.maxWords ? undefined : node
  }
}

function join(left: SearchNode, operator: 'and' | 'or', right: SearchNode): SearchNode {
  if (left.is === operator) return { is: operator, of: [...left.of, right] }
  return { is: operator, of: [left, right] }
}
