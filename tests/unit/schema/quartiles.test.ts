/** Quartiles and outliers of columns, exact and from bins; the column profiles of the page of statistics. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { columnSummary, datasetSummary } from '../../../worker/pages/statistics/summary'
import type { Field } from '../../../worker/schema/field'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import { quartilesOf } from '../../../worker/schema/profile/quartiles'

const exact = () => 0
const pointsOf = (values: number[]) => values.map((value) => [value, 1] as const)

test.each<[number[], number[], number, number]>([
  [[1, 2, 3, 4, 5], [2, 3, 4], 0, 0],
  [[4, 1, 3, 2], [1.75, 2.5, 3.25], 0, 0],
  [[7], [7, 7, 7], 0, 0],
  [[1, 2, 3, 4, 100], [2, 3, 4], 0, 1],
  [[-50, 10, 11, 12, 13, 14, 90, 95], [10.75, 12.5, 33], 1, 2],
])('the quartiles of %j are %j', (values, quartiles, below, above) => {
  expect(quartilesOf(pointsOf(values), exact)).toMatchObject({ quartiles, below, above })
})

test('occurrences are counted, in any order', () => {
  expect(
    quartilesOf(
      [
        [5, 1],
        [1, 3],
      ] as const,
      exact,
    ),
  ).toEqual(quartilesOf(pointsOf([1, 1, 1, 5]), exact))
  expect(quartilesOf([], exact)).toBeUndefined()
})

test('bins too wide to separate the quartiles have no result', () => {
  expect(quartilesOf(pointsOf([1, 2, 3, 4, 5]), () => 1)).toBeUndefined()
  expect(quartilesOf(pointsOf([1, 2, 3, 4, 5]), () => 0.1)?.quartiles).toEqual([2, 3, 4])
})

function statisticsOf(values: readonly string[]) {
  const profile = new FieldProfile({ left: limits.schema.maxTrackedValuesInAll })
  for (const value of values) profile.add(value)
  // The state survives the slices of an analysis.
  return FieldProfile.fromJSON(JSON.parse(JSON.stringify(profile)), {
    left: limits.schema.maxTrackedValuesInAll,
  }).statistics()
}

describe('the profile of a column', () => {
  test('has exact quartiles of few values', () => {
    expect(statisticsOf(['1', '2', '3', '4', '100', '']).spread).toMatchObject({
      quartiles: [2, 3, 4],
      below: 0,
      above: 1,
    })
    expect(statisticsOf(['1,5', '2,5']).spread?.quartiles[1]).toBe(2)
  })

  test('has the sum and the standard deviation of its values', () => {
    const { sum, spread } = statisticsOf(['2', '4', '4', '4', '5', '5', '7', '9', ''])
    expect(sum).toBe(40)
    expect(spread?.deviation).toBe(2)
    expect(statisticsOf(['a', 'b']).sum).toBeUndefined()
    expect(statisticsOf(['2024-01-01', '2024-01-02']).sum).toBeUndefined()
  })

  test('has no sum when its state was stored without one', () => {
    const profile = new FieldProfile({ left: 0 })
    profile.add('1')
    const state = JSON.parse(JSON.stringify(profile))
    delete state.histogram.moments
    delete state.histogram.magnitudes
    const resumed = FieldProfile.fromJSON(state, { left: 0 })
    resumed.add('2')
    const { sum, spread, min, max } = resumed.statistics()
    expect([sum, spread, min, max]).toEqual([undefined, undefined, 1, 2])
  })

  test('has the exact sum of many values, and about their standard deviation', () => {
    const count = 60_000
    const { sum, spread, cardinalityExact } = statisticsOf(Array.from({ length: count }, (_, at) => String(at)))
    expect(cardinalityExact).toBe(false)
    expect(sum).toBe((count * (count - 1)) / 2)
    expect((spread?.deviation ?? 0) / (count / Math.sqrt(12))).toBeCloseTo(1, 2)
  })

  test('has the quartiles of amounts within 2 % beside very large ones, and their exact deviation', () => {
    const count = 60_000
    const amounts = Array.from(
      { length: count },
      (_, at) => Math.round(100 * 30 * 1.0002 ** ((at * 7_919) % count)) / 100,
    )
    const all = [...amounts, -127_458.74, 9_000_000]
    const { spread, cardinalityExact } = statisticsOf(all.map(String))
    expect(cardinalityExact).toBe(false)
    const sorted = all.toSorted((one, other) => one - other)
    for (const [at, quartile] of (spread?.quartiles ?? []).entries()) {
      expect(quartile / (sorted[Math.round((count / 4) * (at + 1))] ?? 0)).toBeCloseTo(1, 1.7)
    }
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length
    const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length
    expect((spread?.deviation ?? 0) / Math.sqrt(variance)).toBeCloseTo(1, 9)
  })

  test('has about the quartiles of many values', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => String((at * 7_919) % 50_000))
    const { spread, cardinalityExact } = statisticsOf([...many, ...Array.from({ length: 7 }, () => '-400000')])
    expect(cardinalityExact).toBe(false)
    for (const [at, quartile] of [12_500, 25_000, 37_500].entries())
      expect(Math.abs((spread?.quartiles[at] ?? 0) - quartile)).toBeLessThan(1_000)
    expect(spread?.below).toBe(7)
    expect(spread?.above).toBe(0)
  })

  test('has no quartiles of dates and texts', () => {
    expect(statisticsOf(['2024-01-01', '2024-01-02'])).not.toHaveProperty('spread')
    expect(statisticsOf(['a', '1'])).not.toHaveProperty('spread')
  })
})

describe('the summary', () => {
  const people: Field = { key: 'people', type: 'integer' }
  const code: Field = { key: 'code_postal', type: 'integer' }

  test('of a column of numbers', () => {
    expect(columnSummary(people, statisticsOf(['1', '1', '3', '', '90']))).toMatchObject({
      ...{ rows: 5, filled: 4, empty: 1, completeness: 0.8, distinct: 3, repeated: 1, isExact: true, min: 1, max: 90 },
      outliers: { below: 0, above: 1 },
    })
  })

  test('has no median of codes', () => {
    const summary = columnSummary(code, statisticsOf(['22000', '35000']))
    expect(summary).toMatchObject({ min: 22_000, max: 35_000 })
    expect(summary).not.toHaveProperty('quartiles')
    expect(summary).not.toHaveProperty('outliers')
  })

  test('never has a negative number of repetitions', () => {
    const { repeated, distinct } = columnSummary(
      { key: 't', type: 'string' },
      statisticsOf(['a', 'x'.repeat(500), 'x'.repeat(500)]),
    )
    expect([distinct, repeated]).toEqual([1, 0])
  })

  test('has no number of repetitions for an uncertain estimate', () => {
    const different = Array.from({ length: 9_000 }, (_, at) => `value ${at}`)
    const summary = columnSummary({ key: 't', type: 'string' }, statisticsOf(different))
    expect(summary.isExact).toBe(false)
    expect(summary).not.toHaveProperty('repeated')
    const repeating = columnSummary({ key: 't', type: 'string' }, statisticsOf([...different, ...different]))
    expect(Math.abs((repeating.repeated ?? 0) - 9_000)).toBeLessThan(1_000)
  })

  test('of a dataset adds up its cells', () => {
    const statistics = new Map([
      ['people', statisticsOf(['1', ''])],
      ['code_postal', statisticsOf(['1', '2'])],
    ])
    expect(datasetSummary([people, code, { key: 'gone', type: 'string' }], statistics)).toMatchObject({
      ...{ rows: 2, cells: 4, completeness: 0.75 },
      columns: [{ key: 'people' }, { key: 'code_postal' }],
    })
    expect(datasetSummary([], new Map())).toEqual({ rows: 0, columns: [], cells: 0, completeness: 0 })
  })
})
