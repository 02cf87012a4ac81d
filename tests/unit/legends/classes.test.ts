/** Classes of numbers, by the three methods. */
import { describe, expect, test } from 'vitest'
import { boundsOf, type ClassMethod, classNames } from '../../../applications/shared/legends/classes'

const range = (count: number, value: (at: number) => number) => Array.from({ length: count }, (_, at) => value(at))

test.each<[number[], number, ClassMethod, number[]]>([
  [[1, 2, 3, 4, 5, 6, 7, 8], 4, 'quantile', [3, 5, 7]],
  [[0, 10], 5, 'equal', [2, 4, 6, 8]],
  [[1, 1, 1, 1, 1, 9], 3, 'quantile', []],
  [[7, 7], 3, 'quantile', []],
  [[], 3, 'equal', []],
  [[1, 2, 3, 50, 51, 52, 100, 101], 3, 'natural', [50, 100]],
  [[4, 4, 4, 4, 5, 5, 90], 2, 'natural', [90]],
  [[-1e-9, 0, 1e-9, 5e-9], 2, 'natural', [5e-9]],
  [[1e12, 1e12 + 1, 1e12 + 8, 1e12 + 9], 2, 'natural', [1e12 + 8]],
  [[3, 1], 5, 'natural', [3]],
  [[5, 5, 5], 4, 'natural', []],
  [[], 4, 'natural', []],
  [[1, Number.NaN, 2, Number.POSITIVE_INFINITY], 2, 'equal', [1.5]],
])('divides %j into %d by %s at %j', (values, classes, method, bounds) => {
  expect(boundsOf(values, classes, method)).toEqual(bounds)
})

test('classes of a skewed column have as many values each, and short bounds between them', () => {
  const values = range(177, (at) => 1.07 ** at / 10)
  const bounds = boundsOf(values, 5, 'quantile')
  const sizes = [...bounds, Number.POSITIVE_INFINITY].map(
    (end, at) => values.filter((value) => value < end && value >= (bounds[at - 1] ?? 0)).length,
  )
  expect(sizes).toEqual([35, 35, 36, 35, 36])
  expect(Math.max(...bounds.map((bound) => String(bound).length))).toBeLessThanOrEqual(5)
})

describe('natural breaks', () => {
  /** The sum of squared deviations from the means of the classes. */
  const spread = (values: number[], starts: number[]) => {
    const edges = [0, ...starts, values.length]
    return edges.slice(1).reduce((sum, end, at) => {
      const part = values.slice(edges[at], end)
      const mean = part.reduce((a, b) => a + b, 0) / part.length
      return sum + part.reduce((a, b) => a + (b - mean) ** 2, 0)
    }, 0)
  }

  test('minimize the variance among all divisions', () => {
    const values = range(14, (at) => Math.round(1_000 * Math.abs(Math.sin(at * 7.3)))).sort((a, b) => a - b)
    const all = range(14, Number).flatMap((a) => range(14, Number).flatMap((b) => (0 < a && a < b ? [[a, b]] : [])))
    const best = Math.min(...all.map((starts) => spread(values, starts)))
    const found = boundsOf(values, 3, 'natural').map((bound) => values.findIndex((value) => value >= bound))
    expect(spread(values, found)).toBeCloseTo(best, 6)
  })

  test('of many values separate their groups, quickly', () => {
    const groups = [0, 1_000, 5_000, 20_000]
    const values = range(100_000, (at) => (groups[at % 4] ?? 0) + (at % 97))
    const started = performance.now()
    const bounds = boundsOf(values, 4, 'natural')
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(bounds).toEqual([1_000, 5_000, 20_000])
  })
})

test.each<[number[], string[]]>([
  [[], []],
  [[5], ['< 5', '≥ 5']],
  [
    [5, 10],
    ['< 5', '5 – 10', '≥ 10'],
  ],
])('has the labels of the classes between %j', (bounds, names) => expect(classNames(bounds, String)).toEqual(names))
