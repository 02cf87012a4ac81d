/** Popups of the map, readable on light and dark backgrounds. */
import { beforeAll, describe, expect, test } from 'vitest'
import { executablePath, looks, picture, places, publish, service, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath)('a place', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish('name,lat,lon\nLighthouse,48.4,-4.5\n', { title: 'One place' }, places)
  })

  test.each(looks)('tells its values: $width px, $scheme, $language', async (look) => {
    const { page, context, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/map`)
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    const popup = page.locator('.maplibregl-popup dl')
    // The place stands in the middle; its point may be drawn a moment after it is there.
    await expect
      .poll(
        async () => {
          await page.locator('#map canvas').click()
          return popup.count()
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    expect(await popup.first().textContent()).toContain('Lighthouse')
    await picture(page, 'map-place', look)
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})
