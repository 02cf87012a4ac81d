/** The language of expressions, and the bounds of their evaluation. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import {
  compile,
  ExpressionError,
  expressionFault,
  ignoredValues,
  resultFor,
  type Value,
} from '../../../worker/schema/expression'

const line = new Map<string, Value>([
  ['a', 'Rue'],
  ['b', 'Élysée'],
  ['n', 4],
  ['none', null],
  ['yes', true],
  ['_coords.lat', 48.5],
  ['value', ' x '],
])
const result = (expression: string) => compile(expression)(line)

test.each<[string, Value]>([
  // Arithmetic and its precedence.
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['7 % 4 - 1', 2],
  ['1e3 + .5 + 0x10', 1016.5],
  ['"3" + n', 7],
  ['none + 1', 1],
  // Comparisons and logic.
  ['n > 3 and not (n == 5)', true],
  ['n < 3 or yes', true],
  ['a == "Rue"', true],
  ["a != 'Rue'", false],
  ['none == null', true],
  ['"b" > "a"', true],
  ['n in [1, 4]', true],
  ['"5" in [5]', false],
  ['n >= 4 ? "many" : "few"', 'many'],
  ['n > 9 ? "a" : n > 3 ? "b" : "c"', 'b'],
  ['if(n > 9, 1 / 0, "fine")', 'fine'],
  // Short-circuit evaluation.
  ['n > 3 or missing', true],
  // Texts, lists, members.
  ['a || " de l\'" || b', "Rue de l'Élysée"],
  ['[1, 2] || [3]', [1, 2, 3]],
  ['[10, 20][1]', 20],
  ['_coords.lat', 48.5],
  ['JSON_PARSE("{\\"x\\": {\\"y\\": 2}}").x.y', 2],
  ['JSON_PARSE("{}").constructor', null],
  ['GET(JSON_PARSE("{}"), "x", "otherwise")', 'otherwise'],
  ['GET(JSON_PARSE("{}"), "toString", 1)', 1],
  // Sequences, variables, functions of its own.
  ['x = 3; x * n', 12],
  ['f(x) = x * 2; f(n) + f(1)', 10],
  ['fac(x) = x < 2 ? 1 : x * fac(x - 1); fac(5)', 120],
  ['f(x) = g(x) + 1; g(x) = x * 2; f(3)', 7],
  ['join("-", map(f(x) = x + 1, [1, 2]))', '2-3'],
  ['filter(f(x) = x > 1, [1, 2, 3])', [2, 3]],
  ['fold(f(so, x) = so + x, 10, [1, 2])', 13],
  ['length "abc" + 1', 4],
  ['length(a)', 3],
  ['round 2.6', 3],
  ['/* a remark */ 1', 1],
])('%s', (expression, expected) => {
  expect(result(expression)).toEqual(expected)
})

test.each<[string, Value]>([
  ['CONCAT(a, " ", none, b, n)', 'Rue Élysée4'],
  ['CONCATENATE("a", "b")', 'ab'],
  ['UPPER(b)', 'ÉLYSÉE'],
  ['IF(n > 9, 1 / 0, Upper(a))', 'RUE'],
  ['upper(x) = x || 1; upper(a)', 'Rue1'],
  ['INDEXOF("u", a)', 1],
  ['LOWER(b)', 'élysée'],
  ['UPPER(none)', null],
  ['TRIM("  l\'été -- chaud! ")', 'l été chaud'],
  ['TITLE("rue de l\'ÉGLISE")', "Rue De L'Église"],
  ['PHRASE("UNE phrase")', 'Une phrase'],
  ['PAD_LEFT(n, 3, "0")', '004'],
  ['PAD_RIGHT("a", 3, "-")', 'a--'],
  ['SUBSTRING("abcdef", 2)', 'cdef'],
  ['SUBSTRING("abcdef", 1, 2)', 'bc'],
  ['SUBSTRING("abcdef", -2)', 'ef'],
  ['REPLACE("a.b.c", ".", "$&")', 'a$&b$&c'],
  ['EXTRACT("x (y) z", "(", ")")', 'y'],
  ['EXTRACT("x (y", "(", ")")', null],
  ['EXTRACT("a:b", ":")', 'b'],
  ['SLUG("L\'été à Yffiniac")', 'lete-a-yffiniac'],
  ['SLUG("A b", "_")', 'a_b'],
  ['SUM(1, "2", none, [3])', 6],
  ['AVG(1, 2, none)', 1.5],
  ['AVERAGE(none)', null],
  ['STRPOS("abc", "c")', 2],
  ['STRPOS("abc", "z")', -1],
  ['MD5("été")', 'deaf6a1e9612a4d8c221e68ee23d58d2'],
  ['SPLIT("a;b", ";")', ['a', 'b']],
  ['JOIN(SPLIT("a;b", ";"), "+")', 'a+b'],
  ['TRUTHY("oui")', true],
  ['TRUTHY("non")', false],
  ['TRUTHY(0)', false],
  ['DEFINED(none)', false],
  ['DEFINED(a)', true],
  ['min(3, [1, 2])', 1],
  ['roundTo(2.345, 1)', 2.3],
  ['roundTo(1.005, 2)', 1.01],
  ['round(16326.88 * 1.2, 2)', 19592.26],
  ['ROUND(19592.26, -3)', 20000],
  ['round(2.6, null)', 3],
  ['round(-0.0000001234, 8)', -1.2e-7],
  // Dates: the default zone is that of France.
  ['YEAR("2024-02-29")', 2024],
  ['month("2024-02-29T23:30:00+01:00")', 2],
  ['Day("2024-02-29 08:00")', 29],
  ['DAYS("2024-03-01", "2024-02-01")', 29],
  ['DAYS("2024-02-01", "2024-03-01")', -29],
  ['YEAR(null)', null],
  ['DAYS("2024-02-01", null)', null],
  ['TRANSFORM_DATE("13/01/2021", "DD/MM/YYYY", "YYYY-MM-DD")', '2021-01-13'],
  ['TRANSFORM_DATE("13/07/2021 19:42", "DD/MM/YYYY HH:mm")', '2021-07-13T19:42:00+02:00'],
  ['TRANSFORM_DATE("2021-01-13T00:30:00Z", "", "D/M/YY H[h]mm")', '13/1/21 1h30'],
  ['TRANSFORM_DATE("1610498520", "X", "YYYY-MM-DD HH:mm:ss ZZ", "", "America/New_York")', '2021-01-12 19:42:00 -0500'],
  ['TRANSFORM_DATE("2021-01-13 10:00", "YYYY-MM-DD HH:mm", "x", "Etc/UTC")', '1610532000000'],
  [
    'TRANSFORM_DATE("2021-01-13T10:00:00.250+05:30", "YYYY-MM-DD[T]HH:mm:ss.SSSZ", "HH:mm:ss.SSS", "", "Etc/UTC")',
    '04:30:00.250',
  ],
])('%s', (expression, expected) => {
  expect(result(expression)).toEqual(expected)
})

test.each([
  ['UPPER(a, 2)', 'UPPER takes one value, not 2'],
  ['1 + Round(n, 2, 3)', 'Round takes 2 values at most, not 3'],
  ['if(n, 1, 2, 3)', 'if takes 3 values at most, not 4'],
  ['CONCAT(a, b, a, b, a)', undefined],
  ['floor(x, y) = x + y; floor(1, 2)', undefined],
  ['round(n, 2)', undefined],
])('ignored values in %s: %s', (expression, reason) => {
  expect(ignoredValues(expression)?.en).toBe(reason)
})

test('a number that is not finite says what it comes from', () => {
  const number = { type: 'number' } as const
  expect(() => resultFor(number, result('n / 0'))).toThrow('a division by zero')
  expect(() => resultFor(number, result('0 / 0'))).toThrow('zero divided by zero')
})

test.each([
  ['CONCAT(a, ', 'unexpected TEOF'],
  ['1 +', 'unexpected TEOF'],
  ['(1', 'unexpected TEOF, expected ")"'],
  ['1 2', 'unexpected "2" at 3'],
  ['a = = 1', 'unexpected "=" at 5'],
  ['1 = 2', 'expected variable for assignment'],
  ['#', 'unknown character "#" at 1'],
  ['"open', 'unknown character'],
  ['('.repeat(limits.expressions.maxDepth + 1), 'nested too deeply'],
  ['-'.repeat(limits.expressions.maxDepth + 1), 'nested too deeply'],
  ['a'.repeat(limits.expressions.maxChars + 1), 'too long'],
])('%s is invalid: %s', (expression, message) => {
  expect(expressionFault(expression)).toContain(message)
})

const { maxTokens } = limits.expressions
const chains: [string, string, number][] = [
  ['1', '+1', 2],
  ['JSON_PARSE("{}")', '.b', 2],
  ['2', '^1', 2],
  ['x', '=x', 2],
  ['n', '[0]', 3],
  ['f', '(n)', 3],
]

test.each(chains)('%s%s… is evaluated up to the length limit, and refused beyond', (first, next, words) => {
  const longest = first + next.repeat(Math.floor((maxTokens - 5) / words))
  expect(expressionFault(longest)).toBeUndefined()
  try {
    result(longest)
  } catch (error) {
    // The result does not matter, but the stack must not overflow.
    expect(error).toBeInstanceOf(ExpressionError)
  }
  expect(expressionFault(first + next.repeat(maxTokens))).toContain('too many words')
})

test('a valid expression has no error', () => expect(expressionFault('UPPER(value)')).toBeUndefined())

describe('an evaluation fails', () => {
  test.each([
    ['missing', 'undefined variable: missing'],
    ['MISSING(1)', 'undefined variable: MISSING'],
    ['a(1)', 'a is not a function'],
    ['a * 2', '"Rue" is not a number'],
    ['JSON_PARSE("{")', 'is not JSON'],
    ['TRANSFORM_DATE("x", "DD/MM/YYYY")', 'is not a date DD/MM/YYYY'],
    ['TRANSFORM_DATE("31/02/2021", "DD/MM/YYYY")', 'is not a date'],
    ['TRANSFORM_DATE("1", "X", "", "Mars/Base")', 'unknown time zone'],
    // A regular expression would backtrack over all partitions of thirty digits.
    [`TRANSFORM_DATE("${'1'.repeat(90)}!", "${'D[]M[]H[]'.repeat(20)}")`, 'the date format has "D" twice'],
    [`TRANSFORM_DATE("${'1'.repeat(5_000)}!", "${'X[]x'.repeat(3)}")`, 'the date format has "X" twice'],
    [`TRANSFORM_DATE("1", "${'['.repeat(limits.schema.maxDateFormatChars + 1)}")`, 'a date format has'],
    [`TRANSFORM_DATE("2021-01-13", "", "${'['.repeat(limits.schema.maxDateFormatChars + 1)}")`, 'a date format has'],
    ['YEAR("2024-02-30")', 'is not a date such as'],
    ['DAY("31/01/2026")', 'is not a date such as'],
    ['map(1, [2])', 'a function and a list'],
  ])('%s: %s', (expression, message) => {
    expect(() => result(expression)).toThrow(ExpressionError)
    expect(() => result(expression)).toThrow(message)
  })

  test.each([
    ['for ever', 'f(x) = f(x + 1); f(0)'],
    ['for ever, deep in what it computes', `f(x) = f(x)${' + 1'.repeat(480)}; f(0)`],
    ['for ever, through lists', 'f(x) = join("", map(g(y) = f(y), [x])); f(0)'],
    ['twice at each step', 'f(x) = f(x) + f(x); f(0)'],
    [
      'over and over',
      'l = SPLIT("a,a,a,a,a,a,a,a,a,a", ","); f(x) = length(map(g(y) = length(map(h(z) = length(map(i(u) = length(l), l)), l)), l)); map(f, l); map(f, l); map(f, l); map(f, l); map(f, l); map(f, l); map(f, l); map(f, l); map(f, l); map(f, l)',
    ],
    ['a text that each letter multiplies', `t = "${'a'.repeat(9_000)}"; REPLACE(t, "a", t)`],
    [
      'many texts joined',
      `t = "${'a'.repeat(5_000)}"; u = CONCAT(t, t, t, t, t, t); v = CONCAT(u, u, u, u); CONCAT(v, v, v, v, v)`,
    ],
    ['lists of lists', `l = [1, 2]; ${'l = [l, l, l, l, l, l, l, l]; '.repeat(12)} l || ""`],
    ['a text that grows', `t = "${'a'.repeat(1_000)}"; ${'t = t || t; '.repeat(20)} t`],
  ])('that is endless %s', (_, expression) => {
    expect(() => result(expression)).toThrow(ExpressionError)
  })
})

test.each<[string, string | undefined, Value, unknown]>([
  ['string', undefined, 3, '3'],
  ['string', undefined, true, 'true'],
  ['string', undefined, null, null],
  ['string', ';', ['a', 'b'], 'a;b'],
  ['integer', undefined, 1.1, 1],
  ['integer', undefined, '12', 12],
  ['number', undefined, '1.5', 1.5],
  ['boolean', undefined, false, false],
])('%s (separator %s) converts %j to %j', (type, separator, value, expected) => {
  expect(resultFor({ type: type as 'string', separator }, value)).toEqual(expected) // a type of the table
})

test.each<[string, Value]>([
  ['string', ['a']],
  ['string', { a: 1 }],
  ['number', 'many'],
  ['number', ''],
  ['number', Number.NaN],
  ['integer', true],
  ['boolean', 'yes'],
])('%s refuses %j', (type, value) => {
  expect(() => resultFor({ type: type as 'string' }, value)).toThrow(ExpressionError) // a type of the table
})
