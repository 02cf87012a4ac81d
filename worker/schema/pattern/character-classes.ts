/** Character classes and escapes of ECMAScript patterns that differ in RE2. */
import { RE2JS, RE2JSSyntaxException } from 're2js'

/** `\s` and `\S` as items of a class: WhiteSpace and LineTerminator of ECMA-262; RE2's own are ASCII. */
export const whiteSpace = {
  ranges: String.raw`\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`,
  others:
    String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
    String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
}

/** Long names of general categories (UAX 44): RE2 has the short ones. */
const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  Dash_Punctuation: 'Pd',
  Symbol: 'S',
  Currency_Symbol: 'Sc',
  Math_Symbol: 'Sm',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Other: 'C',
  Control: 'Cc',
  Format: 'Cf',
  Alpha: 'Alphabetic',
  Lower: 'Lowercase',
  Upper: 'Uppercase',
}

/** The RE2 name of a Unicode property: a category, a script by its long name, or a binary property. Undefined when it has none. */
export function propertyName(expression: string): string | undefined {
  const [, of, value = ''] = /^(?:(\w+)=)?(\w+)$/.exec(expression) ?? []
  if (of === 'Script_Extensions' || of === 'scx') return undefined
  const name = categories[value] ?? value
  try {
    RE2JS.compile(`\\p{${name}}`)
    return name
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return undefined
    throw error
  }
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** The code point that a literal character or its escape stands for, and the length of its notation. */
export function codePointOf(pattern: string, at: number): { code: number; length: number } {
  if (pattern[at] !== '\\') {
    const code = pattern.codePointAt(at) ?? 0
    return { code, length: code > 0xffff ? 2 : 1 }
  }
  const letter = pattern[at + 1] ?? ''
  const control = controls[letter]
  if (control !== undefined) return { code: control, length: 2 }
  if (letter === 'c') return { code: pattern.charCodeAt(at + 2) % 32, length: 3 }
  if (letter === 'x') return { code: Number.parseInt(pattern.slice(at + 2, at + 4), 16), length: 4 }
  if (letter === 'u') return unicodeEscape(pattern, at)
  return { code: letter.charCodeAt(0), length: 2 }
}

const braced = /\\u\{([0-9a-f]+)\}/iy
const pair = /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy
const single = /\\u([0-9a-f]{4})/iy

function unicodeEscape(pattern: string, at: number): { code: number; length: number } {
  for (const notation of [braced, pair, single]) {
    notation.lastIndex = at
    const [whole, high, low] = notation.exec(pattern) ?? []
    if (whole === undefined || high === undefined) continue
    const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low ?? '', 16)]
    const code = low === undefined ? first : (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000
    return { code, length: whole.length }
  }
  throw new Error('not an escape of a valid pattern')
}
