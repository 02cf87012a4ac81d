import { expect, test } from 'vitest'
import { chartOf } from '../../../applications/charts/config'
import { seriesColors } from '../../../applications/charts/series-colors'
import { type Dataset, readFields } from '../../../applications/shared/application'
import type { ChartData } from '../../../applications/shared/charting/chart-data'
import { leadingColors, neutral } from '../../../applications/shared/legends/palette'

const dataset: Dataset = {
  id: 'd',
  href: 'https://data.example.org/api/v1/datasets/d',
  title: 'D',
  hasPictures: false,
  fields: readFields([
    { key: 'town', type: 'string', 'x-labels': { b: 'Brest' } },
    { key: 'kind', type: 'string' },
  ]),
}
const look = { theme: 'light', primary: leadingColors.light } as const

function colorsOf(data: object, display: object, names: string[], hasRest = false): string[] {
  const read = chartOf({ data: { group: 'town', ...data }, display }, dataset)
  if (!('chart' in read)) throw new Error('no chart')
  const isPie = read.chart.kind === 'pie'
  // What the colours need of the data.
  const drawn = {
    kind: 'groups',
    labels: isPie ? names : ['Dinan'],
    series: isPie ? [{ name: '', values: [] }] : names.map((name) => ({ name, values: [] })),
    hasRest,
  } as unknown as ChartData
  return seriesColors(read.chart, drawn, look)
}

test('the colours of the theme are used unless others are chosen', () => {
  expect(colorsOf({}, {}, ['n'])).toEqual([leadingColors.light])
  expect(colorsOf({}, { color: '#b93a72' }, ['n'])).toEqual(['#b93a72'])
  expect(colorsOf({}, { color: 'red; }' }, ['n'])).toEqual([leadingColors.light])
})

test('a main colour that the ground hides is drawn in a readable shade', () => {
  const [color = ''] = colorsOf({}, { color: '#ffffee' }, ['n'])
  expect(color).not.toBe('#ffffee')
})

test('values have their colours, by their labels too; the rest stays grey', () => {
  const valueColors = [{ value: 'b', color: '#112233' }, { value: 'c', color: 'none' }, null, { color: '#445566' }]
  expect(colorsOf({ type: 'pie' }, { valueColors }, ['Dinan', 'Brest', 'Others'], true)).toEqual([
    leadingColors.light,
    '#112233',
    neutral.light,
  ])
  expect(
    colorsOf({ series: 'kind' }, { valueColors: [{ value: 'school', color: '#112233' }] }, ['school', 'x'])[0],
  ).toBe('#112233')
})
