import { describe, expect, it } from 'vitest'
import { limits } from '../../../worker/limits'
import type { DetectedField } from '../../../worker/schema/field'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'
import type { FieldStatistics } from '../../../worker/schema/profile/field-statistics'
import type { Budget } from '../../../worker/schema/profile/frequencies'

const wide = (): Budget => ({ left: limits.schema.maxTrackedValuesInAll })

function profileOf(values: Iterable<string>, budget = wide()): FieldProfile {
  const profile = new FieldProfile(budget)
  for (const value of values) profile.add(value)
  return profile
}

function numbers(count: number, text: (index: number) => string = String): string[] {
  return Array.from({ length: count }, (_, index) => text(index))
}

const sum = (counts: readonly number[] = []) => counts.reduce((total, count) => total + count, 0)

describe('the statistics of a column', () => {
  it('count cells, values and bytes', () => {
    const values = ['b', '', 'é', ' a ', 'b', '  ', 'x'.repeat(201)]
    expect(profileOf(values).statistics()).toEqual({
      filled: 5,
      empty: 2,
      cardinality: 3,
      cardinalityExact: true,
      longValues: 1,
      maxBytes: 201,
      nonAscii: true,
      frequent: [
        ['b', 2],
        ['é', 1],
        ['a', 1],
      ],
    })
  })

  it('never understate the bytes of a value', () => {
    for (const value of ['é'.repeat(30), '日本', '😀😀', 'é'.repeat(500), 'plain']) {
      const { maxBytes } = profileOf(['x', value]).statistics()
      expect(maxBytes).toBeGreaterThanOrEqual(Buffer.byteLength(value))
    }
  })

  it.each([
    [['3', '-1,5', '1 000'], -1.5, 1000],
    [['13/01/2021', '02/12/2020'], '2020-12-02', '2021-01-13'],
    [['2021-01-01T00:30:00+02:00', '2020-12-31 23:00:00Z'], '2021-01-01T00:30:00+02:00', '2020-12-31T23:00:00Z'],
    [['13/07/2021 19:42', '13/01/2021 19:42'], '2021-01-13T19:42:00+01:00', '2021-07-13T19:42:00+02:00'],
  ])('of %j go from %j to %j', (values, min, max) => {
    expect(profileOf(values).statistics()).toMatchObject({ min, max, histogram: { min, max } })
  })

  it('have no extremes for texts and booleans, even when they began as numbers', () => {
    for (const values of [
      ['1', '2', 'x'],
      ['0', '1'],
      [...numbers(5_000), 'x'],
    ]) {
      expect(profileOf(values).statistics()).not.toHaveProperty('min')
      expect(profileOf(values).statistics()).not.toHaveProperty('histogram')
    }
  })

  it('use the zone of the column for local date-times', () => {
    const profile = profileOf(['13/01/2021 19:42'])
    expect(profile.statistics('America/New_York').min).toBe('2021-01-13T19:42:00-05:00')
  })
})

describe('the number of distinct values', () => {
  it('is exact up to the limit', () => {
    const { maxTrackedValues } = limits.schema
    const values = numbers(maxTrackedValues, (index) => `v${index}`)
    expect(profileOf([...values, ...values]).statistics()).toMatchObject({
      cardinality: maxTrackedValues,
      cardinalityExact: true,
    })
    expect(profileOf([...values, 'one more']).statistics().cardinalityExact).toBe(false)
  })

  it.each([4_000, 10_000, 100_000])('is within 10 %% of %i', (count) => {
    for (const text of [(index: number) => `value ${index}`, (index: number) => String(index * 7)]) {
      const { cardinality } = profileOf(numbers(count, text)).statistics()
      expect(Math.abs(cardinality - count) / count).toBeLessThan(0.1)
    }
  })

  it('stays within the budget shared by all columns', () => {
    const budget = { left: 10 }
    const one = profileOf(
      numbers(8, (index) => `a${index}`),
      budget,
    )
    const other = profileOf(
      numbers(8, (index) => `b${index}`),
      budget,
    )
    expect(one.statistics().cardinalityExact).toBe(true)
    expect(other.statistics().cardinalityExact).toBe(false)
    expect(Math.abs(other.statistics().cardinality - 8)).toBeLessThanOrEqual(1)
    expect(budget.left).toBeGreaterThanOrEqual(0)
  })
})

describe('the most frequent values', () => {
  it('come first, ties in the order of appearance', () => {
    expect(profileOf(['b', 'a', 'c', 'c', 'a', 'd']).statistics().frequent).toEqual([
      ['a', 2],
      ['c', 2],
      ['b', 1],
      ['d', 1],
    ])
  })

  it('are detected among many, also late ones', () => {
    const rare = numbers(20_000, (index) => `r${index % 10_000}`)
    const mixed = rare.flatMap((value, index) => [value, 'early', 'early', ...(index > 10_000 ? ['late', 'late'] : [])])
    const { frequent, cardinalityExact } = profileOf(mixed).statistics()
    expect(cardinalityExact).toBe(false)
    expect(frequent.length).toBeLessThanOrEqual(limits.schema.maxFrequent)
    expect(frequent[0]).toEqual(['early', 40_000])
    expect(frequent[1]?.[0]).toBe('late')
  })

  it('are empty if values do not repeat', () => {
    expect(profileOf(numbers(10_000)).statistics().frequent).toEqual([])
  })
})

describe('the histogram', () => {
  it('is exact for few values', () => {
    const { histogram } = profileOf(['0', '0', '5', '10', '10', '10']).statistics()
    expect(histogram).toEqual({ min: 0, max: 10, counts: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3] })
  })

  it('counts every value once, close to the exact bars, in any order', () => {
    const ascending = numbers(20_000, (index) => (index * 0.37).toFixed(2))
    const shuffled = ascending.map((_, index) => ascending[(index * 7_919) % ascending.length] ?? '')
    for (const values of [ascending, ascending.toReversed(), shuffled]) {
      const { histogram } = profileOf(values).statistics()
      expect(histogram?.counts).toHaveLength(limits.schema.histogramBars)
      expect(sum(histogram?.counts)).toBe(20_000)
      for (const count of histogram?.counts ?? []) expect(Math.abs(count - 1_000)).toBeLessThan(50)
    }
  })

  it('accepts values of any magnitude', () => {
    for (const values of [
      [...numbers(5_000), '1e100'],
      ['-1e100', ...numbers(5_000)],
      [...numbers(5_000, (index) => `${index}e-9`), '-4'],
    ]) {
      expect(sum(profileOf(values).statistics().histogram?.counts)).toBe(5_001)
    }
    expect(profileOf(['1e300', '-1e308', '0.5']).statistics()).not.toHaveProperty('histogram')
  })

  it('has bars of as many whole numbers, days or months each', () => {
    const monthly = Array.from({ length: 72 }, (_, at) => {
      const [year, month] = [2023 + Math.floor(at / 36), String(1 + (Math.floor(at / 3) % 12)).padStart(2, '0')]
      return `${year}-${month}-01`
    })
    expect(profileOf(monthly).statistics().histogram?.counts).toEqual(new Array(24).fill(3))
    // Of 23 hours, 101 grades and 50 days: a bar that holds fewer is the first.
    const hours = numbers(23, (index) => `${index}`)
    expect(profileOf(hours).statistics().histogram?.counts).toEqual(new Array(23).fill(1))
    const grades = numbers(101, (index) => `${index}`)
    expect(profileOf(grades).statistics().histogram?.counts).toEqual([5, ...new Array(16).fill(6)])
    const days = numbers(50, (index) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10))
    expect(profileOf(days).statistics().histogram?.counts).toEqual(new Array(25).fill(2))
  })

  it('is one bar for one value', () => {
    expect(profileOf(['7', '7']).statistics().histogram).toEqual({ min: 7, max: 7, counts: [2] })
  })
})

describe('a pass cut in slices', () => {
  const columns: Record<string, string[]> = {
    texts: ['b', '', 'é', ' ', 'b', 'x'.repeat(201), 'c1'],
    numbers: ['0', '-1', '1', '2,5', '', '1 000', '-0'],
    dates: ['13/01/2021 19:42', '', '13/01/2020 19:42', '13/01/2021 19:42'],
    codes: ['A1', 'B2', '01', 'A1'],
  }
  const sliced = (values: readonly string[], cuts: readonly number[]): FieldProfile => {
    let profile = new FieldProfile(wide())
    for (const [index, value] of values.entries()) {
      if (cuts.includes(index)) profile = FieldProfile.fromJSON(JSON.parse(JSON.stringify(profile)), wide())
      profile.add(value)
    }
    return FieldProfile.fromJSON(JSON.parse(JSON.stringify(profile)), wide())
  }
  const outcome = (profile: FieldProfile): [DetectedField | undefined, FieldStatistics] => [
    profile.detected('k', 'K'),
    profile.statistics(),
  ]

  it.each(Object.entries(columns))('has the same result for %s at every cut', (_, values) => {
    for (const cut of values.keys()) expect(outcome(sliced(values, [cut]))).toEqual(outcome(profileOf(values)))
    expect(outcome(sliced(values, [...values.keys()]))).toEqual(outcome(profileOf(values)))
  })

  it('has the same result beyond the exact limit', () => {
    const many = {
      unique: numbers(9_000, (index) => String((index * 7_919) % 100_003)),
      skewed: numbers(9_000, (index) => (index % 3 ? `common ${index % 30}` : `value ${index}`)),
    }
    const cuts = [1, 2_999, 3_000, 3_001, 4_500, 8_999]
    for (const values of Object.values(many)) {
      expect(outcome(sliced(values, cuts))).toEqual(outcome(profileOf(values)))
    }
  })

  it('restores its share of the budget', () => {
    const budget = { left: 10 }
    FieldProfile.fromJSON(profileOf(['a', 'b', 'a']).toJSON(), budget)
    expect(budget.left).toBe(8)
  })
})
