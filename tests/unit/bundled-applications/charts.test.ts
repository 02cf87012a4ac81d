/** Charts: requests of a configuration, and the data drawn from the responses. */
import { describe, expect, test } from 'vitest'
import { chartOf } from '../../../applications/charts/config'
import { chartMessages } from '../../../applications/charts/messages'
import { readBuckets, readRows, wordingOf } from '../../../applications/charts/read-answers'
import type { Dataset } from '../../../applications/shared/application'
import { readFields } from '../../../applications/shared/application'
import type { GroupedChart } from '../../../applications/shared/charting/chart'
import {
  crossedData,
  firstOf,
  groupedData,
  histogramData,
  isEmpty,
  scatterData,
  shownGroups,
} from '../../../applications/shared/charting/chart-data'
import { stepName } from '../../../applications/shared/charting/date-step-names'
import { intervalWidth } from '../../../applications/shared/charting/first-chart'
import { crossedQuery, groupsQuery, seriesQuery, wholeQuery } from '../../../applications/shared/charting/queries'
import { formatsOf } from '../../../applications/shared/locale'

const wording = wordingOf(formatsOf('en'), chartMessages.en)
const dataset: Dataset = {
  id: 'd',
  href: 'https://data.example.org/api/v1/datasets/d',
  title: 'D',
  hasPictures: false,
  fields: readFields([
    { key: 'town', type: 'string', title: 'Town', 'x-labels': { b: 'Brest' } },
    { key: 'day', type: 'string', format: 'date' },
    { key: 'people', type: 'integer', title: 'People' },
    { key: 'lon', type: 'number' },
    { key: 'year', type: 'integer' },
  ]),
}
const read = (data: object, display = {}) => chartOf({ data, display }, dataset)

function grouped(data: object): GroupedChart {
  const result = read(data)
  if (!('chart' in result) || !('group' in result.chart)) throw new Error('no chart')
  return result.chart
}

describe('a configuration', () => {
  test.each<[object, string[]]>([
    [{ type: 'pie', group: 'gone' }, ['group']],
    [{ type: 'bar', group: 'town', metric: 'sum' }, ['metricField']],
    [{ type: 'line', metric: 'avg' }, ['metricField']],
    [{ type: 'line', group: 'gone', metric: 'avg' }, ['group', 'metricField']],
    [{ type: 'scatter', x: 'people' }, ['y']],
    [{ type: 'scatter' }, ['x', 'y']],
    [{ type: 'histogram', x: 'gone' }, ['x']],
  ])('%j lacks %j', (data, missing) => {
    const fields = [...dataset.fields, ...readFields([{ key: 'rooms', type: 'integer' }])]
    expect(chartOf({ data, display: {} }, { ...dataset, fields })).toEqual({ missing })
  })

  test('without columns has the default columns of the dataset page', () => {
    expect(read({})).toMatchObject({ chart: { kind: 'bar', group: { key: 'day' }, step: 'month' } })
    expect(read({ type: 'histogram' })).toMatchObject({ chart: { x: { key: 'people' } } })
    const fields = readFields([
      { key: 'day', type: 'string', format: 'date' },
      { key: 'kind', type: 'string', 'x-cardinality': 4 },
    ])
    expect(chartOf({}, { ...dataset, fields })).toMatchObject({ chart: { group: { key: 'kind' } } })
    expect(chartOf({}, { ...dataset, fields: [] })).toEqual({ missing: ['group'] })
    const sum = { data: { type: 'bar', group: 'town', metric: 'sum' } }
    expect(chartOf(sum, dataset)).toMatchObject({ chart: { metric: { name: 'sum', field: { key: 'people' } } } })
  })

  test('has limits, and steps for dates only', () => {
    expect(grouped({ group: 'town', top: 5_000, topSeries: 0, step: 'day' })).toMatchObject({
      ...{ kind: 'bar', step: undefined, top: 200, topSeries: 1 },
      metric: { name: 'count' },
    })
    expect(grouped({ type: 'line', group: { key: 'day' }, step: 'no' }).step).toBe('month')
    expect(read({ type: 'histogram', x: 'people', bins: 1 })).toMatchObject({ chart: { bins: 3 } })
  })
})

describe('a request', () => {
  test('of groups sorts them by their metric', () => {
    const chart = grouped({ group: 'town', metric: 'sum', metricField: 'people', top: 3 })
    expect(Object.fromEntries(groupsQuery(chart))).toEqual({
      ...{ field: 'town', size: '0', agg_size: '3', sort: '-metric', metric: 'sum', metric_field: 'people' },
      extra_metrics: 'people:value_count',
    })
    expect(Object.fromEntries(groupsQuery({ ...chart, sort: 'label' })).sort).toBe('key')
  })

  test.each([
    [{ type: 'line', sort: 'figure' }, 'label'],
    [{ type: 'bar', sort: 'auto' }, 'label'],
    [{ type: 'bar', sort: 'figure' }, 'figure'],
    [{ type: 'pie', sort: 'auto' }, 'figure'],
  ])('of years with %o are sorted by %s', (data, sort) => {
    const chart = grouped({ ...data, group: 'year' })
    expect(chart.sort).toBe(sort)
    const { agg_size: size } = Object.fromEntries(groupsQuery(chart))
    // With a rest, one more than the 12 that are shown: a rest of one group is shown too.
    expect(size).toBe(sort === 'label' ? '1000' : chart.hasOther ? '13' : '12')
  })

  test('of a sum counts the values: without any, a group has no sum', () => {
    const { metric } = grouped({ group: 'town', metric: 'sum', metricField: 'people' })
    const [empty, zero] = [0, 2].map((count) => ({ value: 'a', total: 2, metric: 0, people_value_count: count }))
    expect(readBuckets({ aggs: [empty, zero] }, metric).buckets.map((bucket) => bucket.metric)).toEqual([null, 0])
  })

  test('of dates has all steps in order', () => {
    expect(Object.fromEntries(groupsQuery(grouped({ group: 'day', step: 'week' })))).toEqual({
      ...{ field: 'day', size: '0', interval: 'week', agg_size: '1000', sort: 'key' },
    })
  })

  test('of a second series selects its highest values inside the groups', () => {
    const chart = grouped({ group: 'town', series: 'people' })
    if (!chart.series) throw new Error('no series')
    expect(Object.fromEntries(seriesQuery(chart.series, chart.metric, 4))).toMatchObject({
      // One more, which may be the last one.
      agg_size: '5',
      sort: '-count',
    })
    const query = crossedQuery(chart, { series: chart.series, groups: ['a', 'b,c'], values: ['1', '2'] })
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ field: 'town;people', agg_size: '2;2', people_in: '1,2', town_in: '"a","b,c"', interval: 'value;value' },
    })
  })

  test.each([
    [{ min: 0, max: 100, count: 20, isWhole: false }, 5],
    [{ min: 0, max: 1, count: 20, isWhole: false }, 0.05],
    [{ min: 0, max: 4, count: 20, isWhole: true }, 1],
    [{ min: 2_405, max: 9_986_013, count: 25, isWhole: true }, 500_000],
    [{ min: 3, max: 3, count: 20, isWhole: false }, 1],
  ])('of a histogram of %j has intervals of %d', (range, width) => {
    expect(intervalWidth(range)).toBe(width)
  })
})

describe('data', () => {
  const buckets = readBuckets({
    total: 12,
    total_other: 2,
    aggs: [
      { value: 'b', total: 6, metric: 30 },
      { value: 'Vannes', total: 4, metric: null },
    ],
  })

  test('of groups have labels, and a rest in a pie of counts', () => {
    expect(groupedData(grouped({ type: 'pie', group: 'town' }), buckets, wording)).toEqual({
      kind: 'groups',
      labels: ['Brest', 'Vannes', 'Others'],
      keys: ['b', 'Vannes'],
      series: [{ name: 'Number of rows', values: [6, 4, 2] }],
      hasRest: true,
    })
    const sums = groupedData(grouped({ group: 'town', metric: 'sum', metricField: 'people' }), buckets, wording)
    expect(sums.series).toEqual([{ name: 'Sum of People', values: [30, null] }])
  })

  test('of sums have a rest in a pie, once the whole is known', () => {
    const pie = grouped({ type: 'pie', group: 'town', metric: 'sum', metricField: 'people' })
    expect(wholeQuery(pie, buckets)).toEqual([
      ['fields', 'people'],
      ['metrics', 'sum'],
      ['town_exists', 'true'],
    ])
    const valuesOf = (whole?: number) => groupedData(pie, { ...buckets, whole }, wording).series[0]?.values
    expect(valuesOf(42.5)).toEqual([30, null, 12.5])
    expect(valuesOf(30 + 1e-12)).toEqual([30, null])
    expect(valuesOf()).toEqual([30, null])
  })

  test.each<[string, object, number]>([
    ['of counts', { type: 'pie', group: 'town' }, 2],
    ['of averages', { type: 'pie', group: 'town', metric: 'avg', metricField: 'people' }, 2],
    ['without a rest', { type: 'bar', group: 'town', metric: 'sum', metricField: 'people' }, 2],
    ['of all groups', { type: 'pie', group: 'town', metric: 'sum', metricField: 'people' }, 0],
  ])('%s need no sum of the whole', (_, settings, other) => {
    expect(wholeQuery(grouped(settings), { other })).toBeUndefined()
  })

  test('has no rest of one group', () => {
    const groups = (count: number, other: number) => ({
      ...{ total: 99, other },
      buckets: Array.from({ length: count }, (_, at) => ({ value: at, total: 2, metric: null, inner: [] })),
    })
    const shown = (count: number, other: number) => {
      const { buckets: kept, other: rest } = firstOf(groups(count, other), 7)
      return [kept.length, rest]
    }
    expect([shown(7, 0), shown(8, 0), shown(8, 3)]).toEqual([
      [7, 0],
      [8, 0],
      [7, 5],
    ])
    const pie = grouped({ type: 'pie', group: 'town', top: 7 })
    expect(Object.fromEntries(groupsQuery(pie)).agg_size).toBe('8')
    expect(groupedData(pie, shownGroups(pie, groups(8, 3)), wording).labels.at(-1)).toBe('Others')
    expect(groupedData(pie, shownGroups(pie, groups(8, 0)), wording).labels).not.toContain('Others')
  })

  test('of a second series are those of each group, none where there are no rows', () => {
    const chart = grouped({ group: 'town', series: 'people' })
    if (!chart.series) throw new Error('no series')
    const ranked = readBuckets({
      aggs: [
        { value: 2, total: 7 },
        { value: 1, total: 3 },
      ],
      total_other: 4,
    })
    const crossed = readBuckets({ aggs: [{ value: 'b', total: 6, aggs: [{ value: 2, total: 6 }] }] })
    expect(crossedData(chart, { series: chart.series, groups: buckets, ranked, crossed }, wording).series).toEqual([
      { name: '2', values: [6, 0] },
      { name: '1', values: [0, 0] },
      { name: 'Others', values: [0, 4] },
    ])
    // When each value has a series, the rest has no value.
    const all = { ...ranked, other: 0 }
    const [, , rest] = crossedData(
      chart,
      { series: chart.series, groups: buckets, ranked: all, crossed },
      wording,
    ).series
    expect(rest?.name).toBe(wording.noValue)
    const averages = { ...chart, metric: { name: 'avg' as const, field: chart.series } }
    expect(
      crossedData(averages, { series: chart.series, groups: buckets, ranked, crossed }, wording).series,
    ).toHaveLength(2)
  })

  test('of a histogram have empty intervals between others', () => {
    const result = read({ type: 'histogram', x: 'people' })
    if (!('chart' in result) || result.chart.kind !== 'histogram') throw new Error('no histogram')
    const bins = readBuckets({
      aggs: [
        { value: 0, total: 3 },
        { value: 20, total: 1 },
      ],
    })
    expect(histogramData(result.chart, bins, 10, wording)).toMatchObject({
      labels: ['0 to 10', '10 to 20', '20 to 30'],
      ticks: ['0', '10', '20', '30'],
      series: [{ values: [3, 0, 1] }],
    })
    const none = histogramData(result.chart, readBuckets({}), 10, wording)
    expect([none.labels, isEmpty(none)]).toEqual([[], true])
  })

  test('of points omit rows without a number', () => {
    const result = read({ type: 'scatter', x: 'lon', y: 'people', series: 'town', topSeries: 1 })
    if (!('chart' in result) || result.chart.kind !== 'scatter') throw new Error('no points')
    const results = [
      { lon: 1, people: 2, town: 'b' },
      { lon: 3, people: 4, town: 'b' },
      { lon: 5, people: 6, town: 'Vannes' },
      { lon: null, people: 6, town: 'Vannes' },
    ]
    const { chart } = result
    const data = scatterData(chart, readRows({ total: 9, results }), wording)
    expect(data).toMatchObject({ read: 4, total: 9 })
    // A rest of one value has its name.
    const counts = (rows: object[]) =>
      scatterData(chart, readRows({ total: 9, results: rows }), wording).series.map(({ name, points }) => [
        name,
        points.length,
      ])
    expect(counts(results)).toEqual([
      ['Brest', 2],
      ['Vannes', 1],
    ])
    expect(counts([...results, { lon: 7, people: 8, town: 'Auray' }])).toEqual([
      ['Brest', 2],
      ['Others', 2],
    ])
  })
})

test.each([
  ['2024-03-01', 'month', 'en', 'Mar 2024'],
  ['2024-03-01', 'quarter', 'fr', 'T1 2024'],
  ['2024-01-01', 'year', 'en', '2024'],
  ['2024-03-05', 'day', 'fr', '5 mars 2024'],
  ['2024-03-05', 'day', 'en-GB', '5 Mar 2024'],
  ['nothing', 'day', 'en', 'nothing'],
] as const)('the step %s by %s in %s is %s', (day, step, locale, name) => {
  expect(stepName(day, step, locale)).toBe(name)
})
