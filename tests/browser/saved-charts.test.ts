/** Charts that are saved on a dataset: drawn by the application as on the page. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  manyLines,
  picture,
  places,
  publish,
  service,
  signIn,
  useBrowser,
  violations,
  visit,
} from './support'

/** Saves the chart of the page with the proposed title, and opens its page. @returns the title */
async function saveChart(page: Page): Promise<string> {
  await page.click('.chart-actions > [popovertarget=save-chart]')
  const title = await page.inputValue('#save-chart [name=title]')
  expect(await violations(page)).toEqual([])
  await page.click('#save-chart button.primary')
  await page.waitForURL(/[?&]saved=/)
  expect(await violations(page)).toEqual([])
  await page.click('[data-region=saved] a')
  return title
}

describe.skipIf(!executablePath)('saved charts', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(manyLines(200), { title: 'Explored visits' }, places)
  })

  test.each(looks)('a saved chart is drawn on the page of its dataset: $width px, $scheme, $language', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/charts?chart=stacked&field=town&series=open`)
    expect(await saveChart(page)).toMatch(/town (and|et) open – Explored visits/)
    const frame = page.frameLocator('iframe, d-frame iframe').first()
    await frame.locator('canvas').waitFor({ timeout: 30_000 })
    expect(await frame.locator('tbody tr').count()).toBe(5)
    expect(faults).toEqual([])
  })

  test.each([
    'chart=bar&field=town&town_neq=Brest&metric=sum&metric_field=people',
    'chart=histogram&field=people&interval=500',
    'chart=bar&field=people&metric=max&metric_field=lat&interval=1000',
  ])('a saved chart has the figures of the page: %s', async (query) => {
    const visitor = await visit(looks[0])
    const { page, faults } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/charts?${query}`)
    const figures = (cells: string[]) => cells.map((cell) => cell.trim())
    const onPage = figures(await page.locator('.chart-frame tbody td').allTextContents())
    expect(onPage.length).toBeGreaterThan(2)
    const title = (await page.locator('figcaption strong').textContent()) ?? ''
    expect(await saveChart(page)).toBe(`${title} – Explored visits`)
    const frame = page.frameLocator('iframe, d-frame iframe').first()
    await frame.locator('canvas').waitFor({ timeout: 30_000 })
    expect(figures(await frame.locator('tbody :is(th, td)').allTextContents())).toEqual(onPage)
    expect(faults).toEqual([])
  })

  test.each(looks)('a saved heat map is drawn as on the page: $width px, $scheme, $language', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/charts?chart=calendar&field=day&interval=month`)
    const cells = await page.locator('svg.chart rect').count()
    await picture(page, 'calendar-page', look)
    expect(await saveChart(page)).toContain('day')
    const frame = page.frameLocator('iframe, d-frame iframe').first()
    await frame.locator('.calendar svg').waitFor({ timeout: 30_000 })
    expect(await frame.locator('.calendar rect').count()).toBe(cells)
    expect(await frame.locator('tbody tr').count()).toBe(12)
    await page.goto((await page.locator('iframe').first().getAttribute('src')) ?? '')
    await page.locator('.calendar svg').waitFor()
    await picture(page, 'calendar-application', look)
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
