/** `sqlTokens`: the tokens of an SQL statement, as SQLite separates them. */

/** Words are keywords or names; `quoted` are names in `"`, backquotes or brackets; `text` is a literal, or a name where one is due. */
export type Token = { kind: 'word' | 'quoted' | 'text' | 'number' | 'blob' | 'sign'; text: string }

// What is opened and never closed ends with the statement, so that no sign is looked at twice.
const patterns: readonly [Token['kind'] | undefined, RegExp][] = [
  [undefined, /\s+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/y],
  ['blob', /[xX]'[^']*(?:'|$)/y],
  ['word', /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['number', /(?:0[xX][\da-fA-F]+|\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['quoted', /"([^"]*(?:""[^"]*)*)(?:"|$)/y],
  ['quoted', /`([^`]*(?:``[^`]*)*)(?:`|$)/y],
  ['quoted', /\[([^\]]*)(?:\]|$)/y],
  ['text', /'([^']*(?:''[^']*)*)(?:'|$)/y],
  ['sign', /[\s\S]/y],
]
const doubled: Readonly<Record<string, string>> = { '"': '""', '`': '``', "'": "''" }

export function sqlTokens(sql: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length; ) {
    const [kind, match] = matchAt(sql, at)
    at += match[0].length
    if (kind === undefined) continue
    const quote = match[0].charAt(0)
    const text = match[1]?.replaceAll(doubled[quote] ?? quote, quote)
    tokens.push({ kind, text: text ?? match[0] })
  }
  return tokens
}

function matchAt(sql: string, at: number): [Token['kind'] | undefined, RegExpExecArray] {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const match = pattern.exec(sql)
    if (match) return [kind, match]
  }
  throw new RangeError('the last pattern matches any sign')
}
