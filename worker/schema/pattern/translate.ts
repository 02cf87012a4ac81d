/**
 * ECMAScript patterns in the syntax of RE2, whose automata match in time linear in the text. The source must be a valid
 * regular expression of the flag `u`, so that this parser need not detect errors.
 */
import { codePointOf, propertyName, whiteSpace } from './character-classes'

/** A construct that RE2 does not support, or that no automaton of bounded size matches. The message is the construct. */
export class UnsupportedConstruct extends Error {
  override name = 'UnsupportedConstruct'
}

type Translation = {
  /** The same expression for RE2, without captures: only used to test for a match. */
  source: string
  /** Characters, classes, assertions, alternatives and quantifiers, repetitions written out: the size of the automaton. */
  steps: number
}

/** @throws UnsupportedConstruct */
export function translate(pattern: string): Translation {
  return new Translator(pattern).all()
}

const any = String.raw`[\x{0}-\x{10FFFF}]`
const none = String.raw`[^\x{0}-\x{10FFFF}]`
const escaped = (code: number) => `\\x{${code.toString(16)}}`
const lineEnds = [0x0a, 0x0d, 0x20_28, 0x20_29].map(escaped).join('')

/** Escapes that stand for several characters, as the items of a class. */
const classEscapes: Readonly<Record<string, string>> = {
  d: String.raw`\d`,
  D: String.raw`\D`,
  w: String.raw`\w`,
  W: String.raw`\W`,
  s: whiteSpace.ranges,
  S: whiteSpace.others,
}
const quantifier = /[*+?]|\{(\d+)(?:(,)(\d*))?\}/y
const named = /\(\?<[^=!][^>]*>/y
/** Lookahead, lookbehind, and the flags of a group. */
const otherGroup = /\(\?(?:[=!]|<[=!]|[a-z-]*:)/y
const property = /\\([pP])\{([^}]*)\}/y

class Translator {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  all(): Translation {
    return this.#alternatives()
  }

  #take(token: string): boolean {
    if (!this.#pattern.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  /** Consumes the match of a sticky expression at the current position. */
  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#pattern) ?? undefined
    if (match) this.#at += match[0].length
    return match
  }

  /** Up to the end of the pattern or of the group. */
  #alternatives(): Translation {
    let source = ''
    let steps = 0
    while (this.#at < this.#pattern.length && !this.#pattern.startsWith(')', this.#at)) {
      const term = this.#take('|') ? { source: '|', steps: 1 } : this.#repeated(this.#term())
      source += term.source
      steps += term.steps
    }
    return { source, steps }
  }

  #repeated(term: Translation): Translation {
    const match = this.#match(quantifier)
    if (!match) return term
    // Lazy quantifiers change what is captured, not whether there is a match.
    this.#take('?')
    const [text, least, range, most] = match
    const times = least === undefined ? 1 : range && most === '' ? Number(least) + 1 : Number(most || least)
    return { source: term.source + text, steps: term.steps * Math.max(times, 1) + 1 }
  }

  #term(): Translation {
    if (this.#take('^')) return { source: '^', steps: 1 }
    if (this.#take('$')) return { source: '$', steps: 1 }
    if (this.#take('.')) return { source: `[^${lineEnds}]`, steps: 1 }
    if (this.#take('[')) return { source: this.#classItems(), steps: 1 }
    if (this.#take(String.raw`\b`)) return { source: String.raw`\b`, steps: 1 }
    if (this.#take(String.raw`\B`)) return { source: String.raw`\B`, steps: 1 }
    if (this.#pattern.startsWith('(', this.#at)) return this.#group()
    const { source, isSet } = this.#character()
    return { source: isSet ? `[${source}]` : source, steps: 1 }
  }

  #group(): Translation {
    if (!this.#take('(?:') && !this.#match(named)) {
      const other = this.#match(otherGroup)
      if (other) throw new UnsupportedConstruct(`${other[0]}…)`)
      this.#take('(')
    }
    const { source, steps } = this.#alternatives()
    this.#take(')')
    // RE2 compiles an empty group to an instruction too.
    return { source: `(?:${source})`, steps: Math.max(steps, 1) }
  }

  /** The rest of a class, after its bracket. */
  #classItems(): string {
    const isNegated = this.#take('^')
    let items = ''
    while (!this.#take(']')) {
      if (this.#take('-')) items += escaped(0x2d)
      else items += this.#take(String.raw`\b`) ? escaped(8) : this.#character().source
      // A range; its end is a character.
      if (this.#pattern.startsWith('-', this.#at) && !this.#pattern.startsWith('-]', this.#at)) {
        this.#at++
        const end = this.#take(String.raw`\b`) ? escaped(8) : this.#character().source
        items += `-${end}`
      }
    }
    if (items === '') return isNegated ? any : none
    return `[${isNegated ? '^' : ''}${items}]`
  }

  /** One character or escape, in a class or not. */
  #character(): { source: string; isSet: boolean } {
    const match = this.#match(property)
    if (match) return { source: propertyOf(match), isSet: true }
    const letter = this.#pattern.startsWith('\\', this.#at) ? (this.#pattern[this.#at + 1] ?? '') : ''
    const set = classEscapes[letter]
    if (set !== undefined) {
      this.#at += 2
      return { source: set, isSet: true }
    }
    if (/[1-9k]/.test(letter)) throw new UnsupportedConstruct(`\\${letter}`)
    const { code, length } = codePointOf(this.#pattern, this.#at)
    this.#at += length
    return { source: escaped(code), isSet: false }
  }
}

function propertyOf([whole, sign = '', expression = '']: RegExpExecArray): string {
  const name = propertyName(expression)
  if (name === undefined) throw new UnsupportedConstruct(whole)
  return `\\${sign}{${name}}`
}
