/** The files of a chart: a picture, and its figures. */
import { describe, expect, test } from 'vitest'
import type { GroupedData } from '../../../applications/shared/charting/chart-data'
import { chosen } from '../../../worker/pages/charts/chart-choice'
import { svgFile } from '../../../worker/pages/charts/draw/file'
import { csvOf } from '../../../worker/pages/charts/figures'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'town', type: 'string' },
  { key: 'day', type: 'string', format: 'date' },
]

function chartOf(query: string) {
  const chart = chosen(new URLSearchParams(query), fields, new Map())?.chart
  if (!chart) throw new Error('no chart')
  return chart
}

test('a picture of a chart has its colours, and escapes text', () => {
  const drawing =
    '<svg class="chart" viewBox="0 0 720 100"><rect class="s0"></rect><text class="name">class=&quot;s1&quot; &lt;b&gt;</text></svg>'
  const file = svgFile(drawing, { title: 'A & <B>', filters: '', source: 'Quays, Ville', leading: undefined })
  expect(file).toContain('fill="#3b8f7d"')
  expect(file).toContain('class=&quot;s1&quot; &lt;b&gt;')
  expect(file).not.toContain(' class="')
  expect(file).toContain('A &amp; &lt;B&gt;')
  expect(file).toContain('viewBox="-12 -32 744 160" width="744" height="160"')
  expect(file).toContain('>Quays, Ville</text>')
})

test('a picture of a chart has its filters, and long texts on several lines', () => {
  const drawing = '<svg class="chart" viewBox="0 0 720 100"><rect class="s0"></rect></svg>'
  const file = svgFile(drawing, {
    title: `${'Average price '.repeat(10)}by town`,
    filters: 'Town = Brest',
    source: 'S',
    leading: '#7a1f5c',
  })
  expect(file.match(/font-weight="600"/g)).toHaveLength(2)
  expect(file).toContain('>Town = Brest</text>')
  expect(file).toContain('fill="#7a1f5c"')
  // Two lines of title, one of filters, one of source.
  expect(file).toContain('viewBox="-12 -68 744 196"')
})

describe('the file of figures', () => {
  const series = [
    { name: 'A', values: [1.23456789, 0] },
    { name: 'B', values: [null, 2] },
  ]

  test('is not rounded', () => {
    const data: GroupedData = { kind: 'groups', labels: ['a,b', '"'], keys: ['a,b', '"'], series, hasRest: false }
    expect(csvOf(chartOf('chart=bar&field=town'), data)).toBe('town,A,B\n"a,b",1.23456789,\n"""",0,2\n')
  })

  test.each([
    ['year', '2024', '2025'],
    ['month', '2024-02', '2025-03'],
    ['quarter', '2024-02-01', '2025-03-01'],
    ['day', '2024-02-01', '2025-03-01'],
  ])('has ISO dates of each %s', (interval, first, second) => {
    const days = ['2024-02-01', '2025-03-01']
    const data = {
      kind: 'groups' as const,
      labels: ['Feb 1', 'Mar 1'],
      keys: [undefined, undefined],
      days,
      series,
      hasRest: false,
    }
    const csv = csvOf(chartOf(`chart=bar&field=day&interval=${interval}`), data)
    expect(csv.split('\n').map((line) => line.split(',')[0])).toEqual(['day', first, second, ''])
  })
})
