/** Kinds of charts: each keeps its columns while another kind is shown. */
import { beforeAll, describe, expect, test } from 'vitest'
import { executablePath, publish, service, useBrowser, visit } from './support'

const towns = ['Rennes', 'Brest', 'Dinan']
const csv = `day,kind,town,people\n${Array.from(
  { length: 120 },
  (_, at) =>
    `2024-${String((at % 12) + 1).padStart(2, '0')}-0${(at % 9) + 1},k${at % 8},${towns[at % 3]},${Math.floor(at ** 1.5) % 90}`,
).join('\n')}\n`

describe.skipIf(!executablePath)('kinds of charts', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(csv, { title: 'Visits by kind' })
  })

  test('the column of a kind is chosen again when the reader comes back to it', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/charts?chart=bar&field=town&metric=avg&metric_field=people`)
    const field = page.locator('.chart-choice [name=field]')
    const choose = async (kind: string, column: string) => {
      await page.selectOption('.chart-choice [name=chart]', kind)
      await page.waitForURL(new RegExp(`chart=${kind}`))
      await expect.poll(() => field.inputValue()).toBe(column)
    }
    await choose('line', 'day')
    await choose('histogram', 'people')
    await choose('stacked', 'town')
    await choose('histogram', 'people')
    await choose('bar', 'town')
    expect(await page.inputValue('.chart-choice [name=metric_field]')).toBe('people')
    expect(faults).toEqual([])
  })

  test('lines take the dates of the dataset instead of the numbers of a histogram', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/charts?chart=histogram&field=people`)
    await page.selectOption('.chart-choice [name=chart]', 'line')
    await page.waitForURL(/chart=line/)
    await expect.poll(() => page.inputValue('.chart-choice [name=field]')).toBe('day')
    await page.selectOption('.chart-choice [name=field]', 'people')
    await page.waitForURL(/field=people/)
    await expect.poll(() => page.inputValue('.chart-choice [name=field]')).toBe('people')
    expect(faults).toEqual([])
  })

  test('eight series have a colour each, and the last date is inside the drawing', async () => {
    const { page } = await visit()
    await page.goto(`${service.url}/dataset/${id}/charts?chart=line&field=day&interval=month&series=kind`)
    const legend = await page.locator('.figures thead').first().textContent()
    expect(legend).toContain('k7')
    expect(legend).not.toContain('Other')
    const overflow = await page.locator('svg.chart').evaluateAll((charts) =>
      charts.flatMap((chart) => {
        const { right } = chart.getBoundingClientRect()
        return [...chart.querySelectorAll('.tick')].flatMap((tick) =>
          Math.max(0, tick.getBoundingClientRect().right - right),
        )
      }),
    )
    expect(Math.max(...overflow)).toBeLessThan(1)
  })
})
