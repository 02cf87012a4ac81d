/** Tokens of ODSQL, the query language of Opendatasoft's Explore API. */
type Token =
  | { is: 'name' | 'text' | 'date' | 'geom' | 'sign'; text: string; at: number; end: number }
  | { is: 'number'; value: number; text: string; at: number; end: number }

/** A syntax error; the caller adds the name of the parameter. */
export class SyntaxFault extends Error {}

const patterns = [
  ['space', /\s+/y],
  ['date', /date\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/iy],
  ['geom', /geom\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/iy],
  ['text', /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y],
  ['number', /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy],
  ['name', /`([^`]+)`|[\p{L}_][\p{L}\p{N}_.-]*(?<![.-])/uy],
  ['sign', /\.\.|>=|<=|[=:<>()[\],*+-]/y],
] as const

/** The tokens of a text. @throws SyntaxFault at a character that starts no token */
function queryTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const token = wordAt(text, at)
    if (!token) throw new SyntaxFault(`unexpected "${text.slice(at, at + 20)}" at ${at + 1}`)
    if (token !== 'space') tokens.push(token)
    at = token === 'space' ? spaceEnd(text, at) : token.end
  }
  return tokens
}

function wordAt(text: string, at: number): Token | 'space' | undefined {
  for (const [is, pattern] of patterns) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) continue
    if (is === 'space') return 'space'
    const end = at + match[0].length
    const inner = match[1] ?? match[2]
    if (is === 'number') return { is, value: Number(match[0]), text: match[0], at, end }
    if (is === 'sign' || is === 'name') return { is, text: inner ?? match[0], at, end }
    return { is, text: (inner ?? '').replace(/\\(.)/gs, '$1'), at, end }
  }
  return undefined
}

function spaceEnd(text: string, at: number): number {
  let end = at
  while (/\s/.test(text[end] ?? '')) end++
  return end
}

/** Reads tokens one after the other. */
export class TokenReader {
  readonly text: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string) {
    this.text = text
    this.#tokens = queryTokens(text)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** Where the next token starts, and where the last one ended. */
  get start(): number {
    return this.#tokens[this.#at]?.at ?? this.text.length
  }
  get end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  next(): Token {
    const token = this.#tokens[this.#at++]
    if (!token) throw new SyntaxFault('it ends too early')
    return token
  }

  /** Consumes a sign or a keyword, in any case, if it is the next token. */
  take(word: string): boolean {
    if (!this.sees(word)) return false
    this.#at++
    return true
  }

  sees(word: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return (token?.is === 'sign' || token?.is === 'name') && token.text.toLowerCase() === word.toLowerCase()
  }

  need(word: string): void {
    if (!this.take(word)) throw new SyntaxFault(`"${word}" is expected ${this.#place()}`)
  }

  name(): string {
    const token = this.next()
    if (token.is === 'name') return token.text
    throw new SyntaxFault(`a name is expected at ${token.at + 1}`)
  }

  words(): string {
    const token = this.next()
    if (token.is === 'text') return token.text
    throw new SyntaxFault(`a text in quotes is expected at ${token.at + 1}`)
  }

  number(): number {
    const token = this.next()
    if (token.is === 'number') return token.value
    throw new SyntaxFault(`a number is expected at ${token.at + 1}`)
  }

  done(): void {
    if (!this.isAtEnd) throw new SyntaxFault(`unexpected "${this.peek()?.text}" ${this.#place()}`)
  }

  #place(): string {
    return this.isAtEnd ? 'at the end' : `at ${this.start + 1}`
  }
}
