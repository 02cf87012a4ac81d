/**
 * The grammar of expressions: arithmetic, comparisons, `and or not`, `? :`, `in`, arrays,
 * members, calls, `;` and function definitions. Parsed by precedence climbing.
 */
import { limits } from '../../limits'
import { ExpressionError, expressionTokens, type Token } from './tokens'

export type Node =
  | { type: 'value'; value: string | number | boolean | null }
  | { type: 'name'; name: string }
  | { type: 'member'; of: Node; name: string }
  | { type: 'index'; of: Node; index: Node }
  | { type: 'list'; items: Node[] }
  | { type: 'unary'; operator: string; operand: Node }
  | { type: 'binary'; operator: string; left: Node; right: Node }
  | { type: 'choice'; test: Node; yes: Node; no: Node }
  | { type: 'call'; callee: Node; args: Node[] }
  | { type: 'assign'; name: string; value: Node }
  | { type: 'define'; name: string; parameters: string[]; body: Node }
  | { type: 'sequence'; items: Node[] }

/** Binary operators by increasing precedence. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-', '||'],
  ['*', '/', '%'],
]
const words: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in'])
const constants = new Map<string, string | number | boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['E', Math.E],
  ['PI', Math.PI],
])
/** Functions of one argument that may be written without brackets. */
const prefixes: ReadonlySet<string> = new Set(['length', 'abs', 'ceil', 'floor', 'round', 'trunc', 'sqrt', 'sign'])

/** @throws ExpressionError */
export function parseExpression(text: string): Node {
  if (text.length > limits.expressions.maxChars)
    throw new ExpressionError({ en: 'the expression is too long', fr: "l'expression est trop longue" })
  const tokens = expressionTokens(text)
  if (tokens.length > limits.expressions.maxTokens)
    throw new ExpressionError({ en: 'the expression has too many words', fr: "l'expression a trop de mots" })
  const parser = new Parser(tokens)
  const tree = parser.sequence()
  parser.expectEnd()
  return tree
}

class Parser {
  #at = 0
  #depth = 0

  constructor(private readonly tokens: readonly Token[]) {}

  sequence(): Node {
    const items = [this.#statement()]
    while (this.#take(';')) {
      if (this.#isEnd() || this.#isMark(')')) break
      items.push(this.#statement())
    }
    const [only] = items
    return items.length === 1 && only ? only : { type: 'sequence', items }
  }

  expectEnd(): void {
    if (!this.#isEnd()) throw this.#unexpected()
  }

  #statement(): Node {
    if (++this.#depth > limits.expressions.maxDepth)
      throw new ExpressionError({ en: 'the expression is nested too deeply', fr: "l'expression est trop imbriquée" })
    const left = this.#choice()
    this.#depth--
    if (!this.#take('=')) return left
    if (left.type === 'name') return { type: 'assign', name: left.name, value: this.#statement() }
    if (left.type === 'call' && left.callee.type === 'name') {
      const parameters = left.args.flatMap((arg) => (arg.type === 'name' ? [arg.name] : []))
      if (parameters.length === left.args.length) {
        return { type: 'define', name: left.callee.name, parameters, body: this.#statement() }
      }
    }
    throw new ExpressionError({ en: 'expected variable for assignment', fr: 'expected variable for assignment' })
  }

  #choice(): Node {
    const test = this.#binary(0)
    if (!this.#take('?')) return test
    const yes = this.#statement()
    this.#expect(':')
    return { type: 'choice', test, yes, no: this.#statement() }
  }

  #binary(level: number): Node {
    const operators = levels[level]
    if (!operators) return this.#unary()
    let left = this.#binary(level + 1)
    for (;;) {
      const operator = operators.find((name) => this.#take(name))
      if (!operator) return left
      left = { type: 'binary', operator, left, right: this.#binary(level + 1) }
    }
  }

  #unary(): Node {
    const token = this.#token()
    const isCalled = this.#isMark('(', 1)
    const word = token.type === 'mark' || token.type === 'name' ? token.value : ''
    const isOperator =
      ['-', '+', '!', 'not'].includes(word) || (prefixes.has(word) && !isCalled && !this.#isNoOperand(1))
    if (!isOperator) return this.#power()
    this.#at++
    if (++this.#depth > limits.expressions.maxDepth)
      throw new ExpressionError({ en: 'the expression is nested too deeply', fr: "l'expression est trop imbriquée" })
    const operand = this.#unary()
    this.#depth--
    return prefixes.has(word)
      ? { type: 'call', callee: { type: 'name', name: word }, args: [operand] }
      : { type: 'unary', operator: word === '!' ? 'not' : word, operand }
  }

  #power(): Node {
    const base = this.#postfix()
    return this.#take('^') ? { type: 'binary', operator: '^', left: base, right: this.#unary() } : base
  }

  #postfix(): Node {
    let node = this.#primary()
    for (;;) {
      if (this.#take('(')) node = { type: 'call', callee: node, args: this.#list(')') }
      else if (this.#take('[')) node = { type: 'index', of: node, index: this.#closed(']') }
      else if (this.#take('.')) node = { type: 'member', of: node, name: this.#name() }
      else return node
    }
  }

  #primary(): Node {
    const token = this.#token()
    this.#at++
    if (token.type === 'number' || token.type === 'text') return { type: 'value', value: token.value }
    if (token.type === 'name' && !words.has(token.value)) {
      const constant = constants.get(token.value)
      return constant === undefined ? { type: 'name', name: token.value } : { type: 'value', value: constant }
    }
    if (token.type === 'mark' && token.value === '(') {
      const node = this.sequence()
      this.#expect(')')
      return node
    }
    if (token.type === 'mark' && token.value === '[') return { type: 'list', items: this.#list(']') }
    this.#at--
    throw this.#unexpected()
  }

  #list(end: string): Node[] {
    const items: Node[] = []
    if (this.#take(end)) return items
    do items.push(this.#statement())
    while (this.#take(','))
    this.#expect(end)
    return items
  }

  #closed(end: string): Node {
    const node = this.#statement()
    this.#expect(end)
    return node
  }

  #name(): string {
    const token = this.#token()
    if (token.type !== 'name') throw this.#unexpected()
    this.#at++
    return token.value
  }

  #token(): Token {
    // The last token is the end, and is never passed.
    return this.tokens[this.#at] ?? { type: 'end', at: 0 }
  }

  #isEnd = () => this.#token().type === 'end'

  #isMark(mark: string, ahead = 0): boolean {
    const token = this.tokens[this.#at + ahead]
    return token?.type === 'mark' && token.value === mark
  }

  /** Whether the token cannot begin an operand: a name before it is then a variable. */
  #isNoOperand(ahead: number): boolean {
    const token = this.tokens[this.#at + ahead]
    if (!token || token.type === 'end') return true
    if (token.type === 'mark') return !['(', '[', '-', '+'].includes(token.value)
    return token.type === 'name' && words.has(token.value) && token.value !== 'not'
  }

  #take(word: string): boolean {
    const token = this.#token()
    const matches = (token.type === 'mark' || (token.type === 'name' && words.has(word))) && token.value === word
    if (matches) this.#at++
    return matches
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#unexpected(mark)
  }

  /** In the words of expr-eval: applications look for them. */
  #unexpected(expected?: string): ExpressionError {
    const token = this.#token()
    const suffix = expected ? `, expected "${expected}"` : ''
    if (token.type === 'end')
      return new ExpressionError({ en: `unexpected TEOF${suffix}`, fr: `fin inattendue (unexpected TEOF${suffix})` })
    return new ExpressionError({
      en: `unexpected "${token.value}" at ${token.at + 1}${suffix}`,
      fr: `"${token.value}" inattendu en position ${token.at + 1}${expected ? `, "${expected}" attendu` : ''}`,
    })
  }
}
