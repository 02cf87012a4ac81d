/** Values written on charts. */
import { expect, test } from 'vitest'
import { apart, labelSpace, writesValues } from '../../../applications/charts/labels'
import type { Chart, GroupedChart } from '../../../applications/shared/charting/chart'
import type { GroupedData } from '../../../applications/shared/charting/chart-data'

const column = { key: 'town', name: 'Town', type: 'string', labels: new Map(), isCalculated: false }
const chartOf = (kind: GroupedChart['kind'], hasValues = true): Chart => ({
  ...{ kind, group: column, step: undefined, metric: { name: 'count' }, series: undefined, sort: 'figure' },
  ...{ top: 12, topSeries: 7, hasOther: false, stacking: 'grouped', direction: 'auto', unit: '', hasValues },
})
const dataOf = (groups: number, series: number): GroupedData => ({
  kind: 'groups',
  labels: Array.from({ length: groups }, (_, at) => `g${at}`),
  keys: [],
  series: Array.from({ length: series }, (_, at) => ({ name: `s${at}`, values: Array(groups).fill(1_234) })),
  hasRest: false,
})
const [standing, lying] = [false, true].map((isHorizontal) => ({ isHorizontal, isStacked: false, isPercent: false }))
const look = { width: 700, height: 400, hidden: new Set<string>() }

test('the values of bars are written where each has room', () => {
  const writes = (chart: Chart, groups: number, series: number, layout = standing, on = look) =>
    layout && writesValues(chart, dataOf(groups, series), on, layout, String)
  expect(writes(chartOf('bar'), 25, 1)).toBe(true)
  expect(writes(chartOf('bar'), 24, 8)).toBe(false)
  expect(
    writes(chartOf('bar'), 24, 8, standing, { ...look, hidden: new Set(['s1', 's2', 's3', 's4', 's5', 's6', 's7']) }),
  ).toBe(true)
  expect([writes(chartOf('bar'), 25, 1, lying), writes(chartOf('bar'), 30, 1, lying)]).toEqual([true, false])
  // Lines have a value at their ends only.
  expect([writes(chartOf('line'), 24, 8), writes(chartOf('line', false), 24, 8)]).toEqual([true, false])
})

test('the ends of lines have room for their values', () => {
  const right = (kind: GroupedChart['kind']) =>
    standing && labelSpace(chartOf(kind), dataOf(24, 8), standing, String).right
  expect([right('line'), right('pie')]).toEqual([40, 12])
})

test('a label that would cover another one is left out', () => {
  const box = (left: number, top: number) => ({ left, right: left + 20, top, bottom: top + 14 })
  expect(apart([box(0, 0), box(10, 5), box(10, 14), box(40, 0)])).toEqual([0, 2, 3])
})
