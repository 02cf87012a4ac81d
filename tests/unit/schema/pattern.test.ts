/** `pattern`: the same results as `RegExp`, in time linear in the text. */
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import type { Field } from '../../../worker/schema/field'
import { checkPatterns, compilePatterns, type PatternTest } from '../../../worker/schema/pattern/match'
import { seeded } from '../../support/random'

const field = (pattern: string, key = 'code'): Field => ({ key, type: 'string', pattern })

function testOf(pattern: string): PatternTest {
  const compiled = compilePatterns([field(pattern)]).get('code')
  if (!compiled || 'refusal' in compiled) throw compiled?.refusal ?? new Error('no pattern')
  return compiled.test
}

function refusalOf(...fields: Field[]): Pick<Problem, 'code' | 'params'> {
  try {
    checkPatterns(fields)
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, params: error.params }
    throw error
  }
  throw new Error('the patterns are accepted')
}

const texts = [
  ...[
    '',
    'a',
    'A1',
    'abc',
    'abc\n',
    '\n',
    'a\nb',
    ' ',
    '\u00a0',
    '\ufeff',
    '\u2028',
    'é',
    'Équipement',
    'straße',
    '22106',
  ],
  ...[
    '2A004',
    'FR-22',
    'a_b',
    'a b',
    '-',
    '\\',
    ']',
    '^',
    '$',
    '.',
    '/',
    '{',
    '😀',
    '日本',
    'Ω',
    '\ud800',
    '\u0000',
    '\b',
  ],
  ...['jean.dupont@example.org', 'https://example.org/a?b=c', '02 96 00 00 00', '+33296000000', '2021-02-30', '12,5'],
]

describe('a pattern matches what ECMAScript matches', () => {
  test.each([
    ...[
      '^[a-z]+$',
      '^\\d{5}$',
      '^(0[1-9]|[1-8]\\d|2[AB])\\d{3}$',
      '\\bb\\b',
      '\\B',
      '^.$',
      '^..$',
      '.',
      '^',
      '$',
      '^$',
    ],
    ...['\\s', '^\\S+$', '[\\s]', '[^\\s]', '^[\\S]+$', '\\w', '^\\W$', '[^\\w\\d]', '^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$'],
    ...[
      '^\\p{L}+$',
      '^\\P{L}+$',
      '\\p{Lu}',
      '\\p{Letter}',
      '\\p{Script=Greek}',
      '\\p{sc=Han}',
      '\\p{gc=Nd}',
      '[^\\p{L}]',
    ],
    ...['^\\p{Uppercase_Letter}\\p{Ll}+$', '\\p{Emoji}', '\\p{Alphabetic}', '[\\p{Lu}\\p{Nd}]', '[\\P{L}]', '\\p{Any}'],
    ...['\\u00e9', '\\u{1F600}', '\\ud83d\\ude00', '[\\u{1F600}-\\u{1F64F}]', '\\x41', '\\cJ', '\\0', '[\\b]', '😀'],
    ...[
      '[-a]',
      '[a-]',
      '[+--]',
      '[\\]]',
      '[\\^]',
      '[\\-]',
      '[^a]',
      '[]',
      '[^]',
      '^[^]$',
      '[.]',
      '[$^]',
      '\\.',
      '\\/',
      '\\\\',
    ],
    ...[
      'a*?b',
      'a{2,}?',
      '(?:a|b){1,3}',
      '(a)(b)?',
      '(?<year>\\d{4})-(?<month>\\d\\d)',
      '()',
      '(?:)*a',
      'a||b',
      '(?:^)*a',
    ],
    ...[
      '^(https?|ftp)://[^\\s/$.?#].[^\\s]*$',
      '^(\\+33|0)[1-9](\\d\\d){4}$',
      '^\\+?[\\d ]{10,14}$',
      '\\$\\{',
      '\\{\\}',
    ],
  ])('%s', (pattern) => {
    const native = new RegExp(pattern, 'u')
    const matches = testOf(pattern)
    for (const text of texts) expect(matches(text), JSON.stringify(text)).toBe(native.test(text))
  })

  test('in thousands of random patterns and texts', () => {
    const { whole, pick } = seeded(41)
    const atoms = [
      'a',
      'b',
      '\\d',
      '.',
      '[ab]',
      '[^a]',
      '\\s',
      '\\w',
      '\\b',
      '\\B',
      '^',
      '$',
      'é',
      '[a-c\\d]',
      '\\u{62}',
      '\\n',
    ] as const
    const signs = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?', '+?', '{1,2}?'] as const
    const term = (depth: number): string => {
      const atom = depth > 0 && whole(3) === 0 ? `(${pick(['', '?:', '?<n>'])}${choice(depth - 1)})` : pick(atoms)
      // Assertions are not repeated with the flag u.
      return /^(\^|\$|\\b|\\B)$/i.test(atom) ? atom : atom + pick(signs)
    }
    const choice = (depth: number): string =>
      Array.from({ length: 1 + whole(2) }, () => Array.from({ length: 1 + whole(3) }, () => term(depth)).join('')).join(
        '|',
      )
    let matched = 0
    for (let count = 0; count < 3_000; count++) {
      // One name is given to one group only.
      const pattern = choice(2).replaceAll('?<n>', () => `?<n${whole(1e9)}>`)
      const native = new RegExp(pattern, 'u')
      const matches = testOf(pattern)
      for (let n = 0; n < 8; n++) {
        const text = Array.from({ length: whole(7) }, () => pick(['a', 'b', 'c', '1', ' ', 'é', '\n', '-'])).join('')
        const expected = native.test(text)
        if (expected) matched++
        expect(matches(text), `${pattern} on ${JSON.stringify(text)}`).toBe(expected)
      }
    }
    expect(matched).toBeGreaterThan(5_000)
  })
})

describe('a pattern that would backtrack', () => {
  test.each(['(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*a){20}$'])(
    '%s ends, on a text as long as a cell',
    (pattern) => {
      expect(testOf(pattern)(`${'a'.repeat(limits.files.maxCellChars - 1)}!`)).toBe(false)
    },
  )

  test('with too many states for its memory ends, with the same result', () => {
    const matches = testOf('[ab]*a[ab]{400}c')
    const { pick } = seeded(7)
    const noise = Array.from({ length: 5_000 }, () => pick(['a', 'b'])).join('')
    expect(matches(noise)).toBe(false)
    expect(matches(`${noise}a${'b'.repeat(400)}c`)).toBe(true)
  })
})

describe('a pattern is refused', () => {
  test.each([
    ['a(?=b)', '(?=…)'],
    ['a(?!b)', '(?!…)'],
    ['(?<=a)b', '(?<=…)'],
    ['(?<!a)b', '(?<!…)'],
    ['(a)\\1', '\\1'],
    ['(?<x>a)\\k<x>', '\\k'],
    ['(?i:a)', '(?i:…)'],
    ['\\p{scx=Greek}', '\\p{scx=Greek}'],
    ['[\\p{ID_Start}]', '\\p{ID_Start}'],
  ])('%s, for %s', (pattern, construct) => {
    expect(refusalOf(field(pattern))).toEqual({ code: 'pattern-unsupported', params: { field: 'code', construct } })
  })

  test.each(['(', 'a{2}{3}', '[b-a]', '\\p{Nothing}', '(?>a)', '*', '\\-'])('%s, which is no expression', (pattern) => {
    expect(refusalOf(field(pattern)).code).toBe('body-invalid')
  })

  const max = limits.schema.maxPatternSteps
  test.each([
    [`^[a-z]{0,${max - 3}}$`, undefined],
    [`^[a-z]{0,${max - 2}}$`, max + 1],
    [`^[a-z]{${max - 4},}$`, undefined],
    [`^[a-z]{${max - 3},}$`, max + 1],
    [`(?:ab|[cd]{3})?${'x'.repeat(max - 8)}`, undefined],
    [`(?:ab|[cd]{3})?${'x'.repeat(max - 7)}`, max + 1],
    // An empty match is an instruction too.
    [`(?:){${max}}`, max + 1],
    [`(?:${'\\b'.repeat(400)}){500}`, 200_001],
    [`(?:${'|'.repeat(400)}){500}`, 200_001],
    [`(?:${'(?:'.repeat(100)}a${'{0,1})'.repeat(100)}){500}`, 50_501],
    ['((a{100}){100}){100}', 1_010_101],
  ])('%s, for its size', (pattern, steps) => {
    if (steps === undefined) expect(testOf(pattern)).toBeTypeOf('function')
    else expect(refusalOf(field(pattern))).toEqual({ code: 'pattern-too-large', params: { field: 'code', steps, max } })
  })

  test('for the total size of all patterns', () => {
    const inAll = limits.schema.maxPatternStepsInAll
    const fields = Array.from({ length: inAll / max }, (_, n) => field(`^.{0,${max - 3}}$`, `f${n}`))
    checkPatterns(fields)
    expect(refusalOf(...fields, field('a', 'last'))).toEqual({
      code: 'patterns-too-large',
      params: { field: 'last', steps: inAll + 1, max: inAll },
    })
  })
})
