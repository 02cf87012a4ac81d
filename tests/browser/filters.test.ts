/** The filters of the map and of the charts, in the panel of a column as in the table. */
import { beforeAll, describe, expect, test } from 'vitest'
import { executablePath, looks, picture, places, publish, service, useBrowser, violations, visit } from './support'

const kinds = ['school', 'museum', 'station']
const rows = Array.from(
  { length: 60 },
  (_, at) => `P${at},${kinds[at % 3]},${(48 + at / 100).toFixed(2)},${(-4 + at / 70).toFixed(2)}`,
)

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme, $language', (look) => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(`name,kind,lat,lon\n${rows.join('\n')}\n`, { title: 'Filtered places' }, places)
  })

  test.each([
    ['charts', '.chart-frame', '[data-region=chart]'],
    ['map', '#map[data-ready=places]', '#map-status'],
  ])('the page of the %s is filtered by a value, and the filter is removed', async (tab, ready, shown) => {
    const { page, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/${tab}`)
    await page.locator(ready).waitFor({ timeout: 60_000 })
    const figures = () => page.locator(shown).textContent()
    const before = await figures()
    await page.click('.filter-menu summary')
    await page.click('.filter-menu .menu-body a[href*="column=kind"]')
    await page.locator('[data-panel]').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
    expect(await violations(page)).toEqual([])
    await picture(page, `filtered-${tab}`, look)
    await page.locator('[data-panel] .value:has-text("museum")').click()
    await page.waitForURL(/kind_eq=museum/)
    await expect.poll(figures).not.toBe(before)
    if (tab === 'map') expect(await figures()).toContain('20')
    await page.keyboard.press('Escape')
    await page.locator('[data-panel]').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.matches('.filter-menu summary'))).toBe(true)
    expect(page.url()).toContain('kind_eq=museum')
    await page.click('.active-filters .chip')
    await expect.poll(figures).toBe(before)
    expect(faults).toEqual([])
  })
})
