/** The tokens of an expression. */
import type { Reason } from '../../errors'

export type Token =
  | { type: 'number'; value: number; at: number }
  | { type: 'text'; value: string; at: number }
  | { type: 'name'; value: string; at: number }
  | { type: 'mark'; value: string; at: number }
  | { type: 'end'; at: number }

/** An expression that cannot be parsed or evaluated; the caller names the expression. */
/** An expression that cannot be read or evaluated. */
export class ExpressionError extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.en)
    this.name = 'ExpressionError'
    this.reason = reason
  }
}

const number = /0x[\da-f]+|0b[01]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy
const text = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const mark = /\|\||==|!=|<=|>=|[-+*/%^!<>=?:;,.()[\]]/y
const space = /(?:\s|\/\*[\s\S]*?\*\/)+/y

/** @throws ExpressionError at a character that begins no token */
export function expressionTokens(expression: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const matched = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(expression)?.[0]
  }
  while (at < expression.length) {
    const blank = matched(space)
    if (blank) {
      at += blank.length
      continue
    }
    const [type, word] = firstOf([
      ['number', matched(number)],
      ['text', matched(text)],
      ['name', matched(name)],
      ['mark', matched(mark)],
    ])
    if (type === 'number') tokens.push({ type, value: Number(word), at })
    else if (type === 'text') tokens.push({ type, value: unescaped(word.slice(1, -1)), at })
    else if (type) tokens.push({ type, value: word, at })
    else
      throw new ExpressionError({
        en: `unknown character "${expression[at]}" at ${at + 1}`,
        fr: `caractère inconnu "${expression[at]}" en position ${at + 1}`,
      })
    at += word.length
  }
  return [...tokens, { type: 'end', at }]
}

type Kind = 'number' | 'text' | 'name' | 'mark'

function firstOf(candidates: readonly [Kind, string | undefined][]): [Kind, string] | [undefined, ''] {
  for (const [type, word] of candidates) if (word) return [type, word]
  return [undefined, '']
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

function unescaped(raw: string): string {
  return raw.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code: string | undefined, char: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[char] ?? char),
  )
}
