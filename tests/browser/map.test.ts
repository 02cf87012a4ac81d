/** Maps of datasets: popups, colours and sizes chosen in place, the view in the address, searches, samples. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { executablePath, looks, picture, places, publish, service, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath)('a place', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish('name,lat,lon\nLighthouse,48.4,-4.5\n', { title: 'One place' }, places)
  })

  test.each(looks)('shows its values: $width px, $scheme, $language', async (look) => {
    const { page, context, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/map`)
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    const popup = page.locator('.maplibregl-popup .place:has(h2)')
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

describe.skipIf(!executablePath)('the keyboard', () => {
  useBrowser()

  test('chooses what is in the middle of the map, and closes it by Escape', async () => {
    const id = await publish('name,lat,lon\nLighthouse,48.4,-4.5\n', { title: 'One place' }, places)
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/map`)
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    const canvas = page.locator('#map canvas')
    await canvas.focus()
    const popup = page.locator('.maplibregl-popup .place:has(h2)')
    await expect
      .poll(
        async () => {
          // In an open popup, whose row may still be read, Enter presses its button to close.
          if ((await page.locator('.maplibregl-popup').count()) === 0) await page.keyboard.press('Enter')
          return popup.count()
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    await page.locator('.maplibregl-popup-close-button:focus').waitFor()
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    expect(await canvas.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(faults).toEqual([])
  })
})

const kinds = ['school', 'museum', 'station']
const rows = Array.from({ length: 240 }, (_, at) =>
  [`Place ${at}`, kinds[at % 3], at * at, 47.6 + (at % 16) / 12, -4 + Math.floor(at / 16) / 6].join(','),
)

describe.skipIf(!executablePath)('a map of many places', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    const csv = `name,kind,people,lat,lon\n${rows.join('\n')}\nLonely,museum,5,50.5,3\n`
    id = await publish(csv, { title: 'Places' }, { ...places, name: 'http://www.w3.org/2000/01/rdf-schema#label' })
  })
  const ready = (page: Page) => page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
  const viewOf = (page: Page) => new URL(page.url()).searchParams.get('view')?.split('/').map(Number) ?? []

  test.each(looks)('is coloured and sized in place: $width px, $scheme, $language', async (look) => {
    const { page, context, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/map`)
    await ready(page)
    await page.evaluate(() => Object.assign(window, { stays: true }))
    const sheet = page.locator('[popovertarget=map-choices]')
    expect(await sheet.isVisible()).toBe(look.width < 500)
    if (look.width < 500) await sheet.click()
    await page.selectOption('select[name=color]', 'people')
    await page.selectOption('select[name=method]', 'natural')
    await page.selectOption('select[name=radius]', 'people')
    await page.locator('.legend circle[stroke]').first().waitFor()
    await expect.poll(() => page.url()).toMatch(/color=people.*radius=people/)
    expect(new URL(page.url()).searchParams.get('method')).toBe('natural')
    expect(await page.locator('nav.legend a').count()).toBe(5)
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
    if (look.width < 500) await page.keyboard.press('Escape')
    await picture(page, 'map-classes', look)
    expect(await violations(page)).toEqual([])
    // A class filters the map, and the table keeps the filter.
    await page.locator('nav.legend a').last().click()
    await page.locator('.active-filters a').first().waitFor()
    expect(await page.locator('.tabs a[href*="/table?"]').getAttribute('href')).toContain('people_gte=')
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    expect(faults).toEqual([])
    await context.close()
  })

  test('has its view in the address, in the link and in the code that embeds it', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/map?color=kind&view=9/48.1/-3.2`)
    await ready(page)
    await page.locator('.maplibregl-ctrl-zoom-in').click()
    await expect.poll(() => viewOf(page)[0]).toBe(10)
    await page.selectOption('select[name=color]', 'people')
    await expect.poll(() => page.url()).toContain('color=people')
    await expect.poll(() => viewOf(page)).toEqual([10, 48.1, -3.2])
    await page.locator('[data-share]').click()
    await page.locator('dialog .copied').first().waitFor()
    const codes = await page.locator('dialog .copied code').allTextContents()
    expect(codes[0]).toBe(page.url())
    expect(codes[2]).toContain(`/embed/dataset/${id}/map?color=people&amp;view=10/48.1/-3.2"`)
    expect(codes[2]).toContain('allow="fullscreen; geolocation"')
    await page.goto((/src="([^"]*)"/.exec(codes[2] ?? '')?.[1] ?? '').replaceAll('&amp;', '&'))
    await ready(page)
    await page.locator('.maplibregl-ctrl-zoom-out').click()
    await expect.poll(() => viewOf(page)).toEqual([9, 48.1, -3.2])
    expect(faults).toEqual([])
  })

  test('moves to the results of a search, and back', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/map`)
    await ready(page)
    await page.fill('[name=q]', 'Lonely')
    await expect.poll(() => viewOf(page).slice(1), { timeout: 20_000 }).toEqual([50.5, 3])
    expect(viewOf(page)[0]).toBe(15)
    expect(await page.locator('#map-status').textContent()).toBe('1 row on the map')
    const popup = page.locator('.maplibregl-popup')
    await expect
      .poll(async () => {
        await page.locator('#map canvas').click()
        return popup.count()
      })
      .toBeGreaterThan(0)
    await popup.locator('h2:has-text("Lonely")').first().waitFor()
    // The map moves until the whole popup is in its frame.
    await expect
      .poll(async () => {
        const [frame, box] = [await page.locator('#map').boundingBox(), await popup.first().boundingBox()]
        return frame && box && box.y >= frame.y && box.y + box.height <= frame.y + frame.height
      })
      .toBe(true)
    const row = await popup.locator('a:has-text("Open the row")').first().getAttribute('href')
    await page.goto(row ?? '')
    await page.locator('[data-panel]:has-text("Lonely")').waitFor()
    expect(faults).toEqual([])
  })

  test('shows the position of its reader with permission', async () => {
    const { page, context, faults } = await visit()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 45.5, longitude: 1.25, accuracy: 10 })
    await page.goto(`${service.url}/dataset/${id}/map`)
    await ready(page)
    await page.locator('.maplibregl-ctrl-geolocate:not([disabled])').click()
    await expect.poll(() => viewOf(page).slice(1).map(Math.round), { timeout: 20_000 }).toEqual([46, 1])
    expect(faults).toEqual([])
  })

  test('fills the screen with its legend', async () => {
    const { page } = await visit()
    await page.goto(`${service.url}/dataset/${id}/map?color=kind`)
    await ready(page)
    await page.locator('.maplibregl-ctrl-fullscreen').click()
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.querySelectorAll('.legend a').length))
      .toBe(3)
  })
})

describe.skipIf(!executablePath)('a map of more places than the drawing limit', () => {
  useBrowser()

  let id = ''
  beforeAll(async () => {
    const lines = Array.from(
      { length: 24_000 },
      (_, at) => `P${at},${at % 3},${48 + (at % 155) / 50},${-3 + Math.floor(at / 155) / 40}`,
    )
    id = await publish(`name,kind,lat,lon\n${lines.join('\n')}\n`, { title: 'Many places' }, places)
  })

  test('has a notice that it shows a sample, until all places are drawn', async () => {
    const { page, faults } = await visit()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/[?&]xyz=/, async (route) => {
      await released
      await route.continue()
    })
    const tile = page.waitForRequest(/[?&]xyz=/)
    await page.goto(`${service.url}/dataset/${id}/map?color=kind&view=5/49.5/-1`)
    await tile
    // Nothing is announced before it is drawn.
    await page.waitForTimeout(500)
    expect((await page.locator('#map-status').textContent())?.trim()).toBe('Loading…')
    release()
    await page.locator('#map[data-ready=tiles][data-sampling]').waitFor({ timeout: 60_000 })
    await expect
      .poll(() => page.locator('#map-status').textContent())
      .toMatch(/24,000 rows on the map, about 1 in \d+ drawn here/)
    await page.goto(`${service.url}/dataset/${id}/map?color=kind&view=11/49/-2`)
    await page.locator('#map[data-ready=tiles][data-sampling="1"]').waitFor({ timeout: 60_000 })
    expect(await page.locator('#map-status').textContent()).toBe('24,000 rows on the map')
    expect(faults).toEqual([])
  })

  test.each(looks)('counts them in squares, then draws them: $width px, $scheme, $language', async (look) => {
    const { page, context, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/map?view=5/49.5/-1`)
    await page.locator('#map[data-ready=tiles]').waitFor({ timeout: 60_000 })
    const classes = page.locator('#map-squares [data-classes] > span')
    await expect.poll(() => classes.count()).toBeGreaterThan(2)
    await page.waitForLoadState('networkidle')
    await picture(page, 'map-squares', look)
    expect(await violations(page)).toEqual([])
    // A click on a square goes deeper; there, few rows are in view, and each one is a point.
    await page.locator('#map canvas').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('view')?.split('/')[0]).toBe('8')
    await page.goto(`${service.url}/dataset/${id}/map?view=12/49/-2`)
    await page.locator('#map[data-ready=tiles][data-sampling="1"]').waitFor({ timeout: 60_000 })
    const status = page.locator('#map-status')
    await expect.poll(() => status.textContent()).toMatch(/24.000 .*, (dont )?\d+ (in view|dans la vue)$/)
    expect(await page.locator('#map-squares').isVisible()).toBe(false)
    expect(faults).toEqual([])
    await context.close()
  })
})
