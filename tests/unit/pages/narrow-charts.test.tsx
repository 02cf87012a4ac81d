/** Charts in the window of a phone: names of groups are read in full. */
import { expect, test } from 'vitest'
import type { GroupedData } from '../../../applications/shared/charting/chart-data'
import { narrowWidth, wideWidth } from '../../../worker/pages/charts/draw/axis'
import { Bars, barsHeight } from '../../../worker/pages/charts/draw/bars'
import { Pie, pieHeight } from '../../../worker/pages/charts/draw/pie'

const write = { full: String, short: String }
const share = (value: number) => `${Math.round(value * 100)}%`
const dataOf = (...labels: string[]) =>
  ({ kind: 'groups', labels, series: [{ name: '', values: labels.map((_, at) => 3 - at) }] }) as unknown as GroupedData // what is drawn of it
const similar = dataOf('Budget annexe de l’eau', 'Budget annexe de l’assainissement')

test('bars have names that do not fit beside them above them, in the window of a phone only', () => {
  const drawn = (data: GroupedData, width: number) => String(<Bars {...{ data, width, write }} isStacked={false} />)
  expect(drawn(similar, narrowWidth)).toContain('x="0" y="18">Budget annexe de l’eau<')
  expect(drawn(similar, narrowWidth)).toContain('>Budget annexe de l’assainissement<')
  expect(drawn(dataOf('Eau', 'Voirie'), narrowWidth)).toContain('text-anchor="end">Eau<')
  expect(drawn(similar, wideWidth)).toContain('text-anchor="end">Budget annexe de l’assainissement<')
  const heightOf = (data: GroupedData, width: number) => barsHeight({ data, width, isStacked: false })
  expect(heightOf(similar, narrowWidth) - heightOf(similar, wideWidth)).toBe(36)
  expect(heightOf(dataOf('Eau', 'Voirie'), narrowWidth)).toBe(heightOf(dataOf('Eau', 'Voirie'), wideWidth))
})

test('a pie has its names below it in the window of a phone, cut before their figures', () => {
  const drawn = (data: GroupedData, width: number) => String(<Pie {...{ data, width, write, share }} />)
  expect(drawn(similar, narrowWidth)).toContain('>Budget annexe de l’assainissement<')
  expect(drawn(similar, narrowWidth)).toMatch(/x="350" y="[\d.]+" text-anchor="end">3 · 60%</)
  expect(drawn(dataOf('x'.repeat(90)), narrowWidth)).toContain(`>${'x'.repeat(42)}…<`)
  expect(pieHeight(similar, narrowWidth)).toBeGreaterThan(pieHeight(similar, wideWidth))
})
