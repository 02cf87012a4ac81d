/** Keyboard use: Tab, Enter, Space, Escape and arrows, with a visible focus. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { executablePath, looks, manyLines, places, publish, service, signIn, useBrowser, visit } from './support'

/** More controls than any page has before the one that is looked for. */
const maxTabs = 150

/** The focused element, its position and its focus ring. */
async function seen(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused) return { lost: true }
    const { left, top, width, height } = focused.getBoundingClientRect()
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    const marked = focused.matches(':focus-visible') && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, innerHeight) / 2]
    const shown = document.elementFromPoint(x, y)
    const inside = width > 1 && height > 1 && (focused.contains(shown) || shown?.contains(focused) === true)
    return { lost: focused === document.body, marked, inside, is: focused.outerHTML.slice(0, 120) }
  })
}

/** Goes on from where one is until a control is reached. */
async function tabTo(page: Page, selector: string, back = false): Promise<void> {
  for (let pressed = 0; pressed < maxTabs; pressed++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) {
      expect(await seen(page), selector).toMatchObject({ lost: false, marked: true, inside: true })
      return
    }
  }
  throw new Error(`${selector} is not reached by the keyboard`)
}

const focusedOn = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim())

describe.skipIf(!executablePath)('without a mouse', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(manyLines(400), { title: 'Counts by keyboard', topics: [{ id: 'keys', title: 'Keys' }] }, places)
    await publish('a,b\n1,2\n', { title: 'Another by keyboard', topics: [{ id: 'locks', title: 'Locks' }] })
  })

  describe.each(looks)('$width px, $scheme, $language', (look) => {
    test('a column is sorted from its header, which gets the focus again', async () => {
      const { page, context, faults } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      await tabTo(page, '.column-name[title="people (people)"]')
      await page.keyboard.press('Enter')
      await page.locator('.panel h2:has-text("people")').waitFor()
      await expect.poll(() => focusedOn(page)).toBe('people')
      await tabTo(page, '.panel a[href*="sort=-people"]')
      await page.keyboard.press('Enter')
      await page.locator('th[aria-sort=descending]').waitFor()
      expect(page.url()).toContain('sort=-people')
      await expect.poll(() => focusedOn(page)).toBe('people')
      expect(await seen(page)).toMatchObject({ lost: false, inside: true })
      expect(await page.evaluate(() => document.activeElement?.closest('th')?.ariaSort)).toBe('descending')
      await tabTo(page, '.active-filters .chip', true)
      await page.keyboard.press('Enter')
      await page.locator('th[aria-sort]').waitFor({ state: 'detached' })
      await expect.poll(async () => (await seen(page)).lost).toBe(false)
      expect(faults).toEqual([])
      await context.close()
    })

    test('a column is filtered, its panel closed by Escape', async () => {
      const { page, context } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      await tabTo(page, '.column-name[title="people (people)"]')
      await page.keyboard.press('Enter')
      await page.locator('.panel').waitFor()
      await tabTo(page, '.panel [name=people_gte]')
      await page.keyboard.type('4900')
      await page.keyboard.press('Enter')
      await page.waitForURL(/people_gte=4900/)
      await page.locator('.active-filters').waitFor()
      expect(await page.locator('tbody tr').count()).toBeLessThan(50)
      // Another filter can be typed at once.
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('people_gte')
      await page.keyboard.press('Escape')
      await page.locator('.panel').waitFor({ state: 'detached' })
      await expect.poll(() => focusedOn(page)).toBe('people')
      await context.close()
    })

    test('columns are chosen in their menu, which Escape closes', async () => {
      const { page, context } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      const menu = 'details.menu:has(.columns) > summary'
      await tabTo(page, menu)
      await page.keyboard.press('Enter')
      await tabTo(page, '.columns input[value=notes]')
      await page.keyboard.press('Escape')
      expect(await page.evaluate((wanted) => document.activeElement?.matches(wanted), menu)).toBe(true)
      await page.keyboard.press('Space')
      await tabTo(page, '.columns input[value=notes]')
      await page.keyboard.press('Space')
      await tabTo(page, '.columns button')
      await page.keyboard.press('Enter')
      await page.waitForURL(/select=/)
      await expect.poll(() => page.locator('th .column-name').count()).toBe(7)
      expect(await page.evaluate((wanted) => document.activeElement?.matches(wanted), menu)).toBe(true)
      expect(await page.textContent(menu)).toMatch(/1 (more column|autre colonne)/)
      await context.close()
    })

    test('lines are searched, scrolled through by arrows to the next ones, and opened', async () => {
      const { page, context } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      await tabTo(page, '.toolbar input[type=search]')
      await page.keyboard.type('lorem')
      await page.waitForURL(/q=lorem/)
      await expect.poll(async () => (await page.textContent('.table-count'))?.replace(/\D/g, '')).toBe('380')
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
      await tabTo(page, '[data-scroller]')
      await expect
        .poll(
          async () => {
            for (let pressed = 0; pressed < 20; pressed++) await page.keyboard.press('ArrowDown')
            return page.locator('tbody tr').count()
          },
          { timeout: 30_000 },
        )
        .toBeGreaterThan(50)
      await page.reload()
      await tabTo(page, 'th.line-number a')
      const line = await focusedOn(page)
      await page.keyboard.press('Enter')
      await page.locator('.panel dl.line-values').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.panel').waitFor({ state: 'detached' })
      await expect.poll(() => focusedOn(page)).toBe(line)
      await context.close()
    })

    test('the catalogue is searched, narrowed down and widened again', async () => {
      const { page, context } = await visit(look)
      await page.goto(service.url)
      await page.keyboard.press('Tab')
      expect(await seen(page)).toMatchObject({ lost: false, marked: true, inside: true })
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).hash).toBe('#main')
      await tabTo(page, 'input[type=search]')
      await page.keyboard.type('by keyboard')
      await page.waitForURL(/q=by\+keyboard/)
      if (look.width < 500) {
        await tabTo(page, '.facets > summary')
        await page.keyboard.press('Enter')
      }
      const facet = '.facets a[href*="topics=keys"]'
      await tabTo(page, facet)
      await page.keyboard.press('Enter')
      await page.waitForURL(/topics=keys/)
      await expect.poll(() => page.locator('.item').count()).toBe(1)
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.querySelector('.label')?.textContent))
        .toBe('Keys')
      expect(await seen(page)).toMatchObject({ lost: false, marked: true, inside: true })
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.search.includes('topics'))
      await tabTo(page, '.sorts a[href*="sort=title"]')
      await page.keyboard.press('Enter')
      await page.waitForURL(/sort=title/)
      await expect.poll(async () => (await seen(page)).lost).toBe(false)
      await tabTo(page, '.item h2 a')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/dataset\//)
      await context.close()
    })

    test('every tab of a dataset is reachable', async () => {
      const { page, context } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}`)
      for (const tab of ['table', 'map', 'charts', 'schema', 'api']) {
        await tabTo(page, `.tabs a[href$="/${tab}"]`)
        await page.keyboard.press('Enter')
        await page.waitForURL(new RegExp(`/${tab}$`))
        expect(await page.getAttribute('.tabs a[aria-current]', 'href')).toContain(`/${tab}`)
      }
      await context.close()
    })

    test('a file is sent, reviewed and deleted', async () => {
      const visitor = await visit(look)
      const { page, context } = visitor
      await signIn(visitor)
      // Before the page: the browser takes a moment to hand its dialog over.
      const chooser = page.waitForEvent('filechooser', { timeout: 60_000 })
      await page.goto(`${service.url}/publish`)
      await page.locator('.drop[data-ready]').waitFor()
      await tabTo(page, '.upload input[name=file]')
      await page.keyboard.press('Space')
      const file = { name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from('room,code\nHall,12\n') }
      await (await chooser).setFiles(file)
      await page.waitForURL(/\/review$/, { timeout: 60_000 })
      await tabTo(page, '.review-form [name=title]')
      const title = `Keys ${look.width} ${look.scheme}`
      await page.keyboard.press('Control+a')
      await page.keyboard.type(title)
      await tabTo(page, '[name=type-1]')
      await tabTo(page, '[value=publish]')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/dataset\/[^/]+$/, { timeout: 30_000 })
      const address = page.url()
      await page.goto(`${address}/edit`)
      await tabTo(page, 'a[href$="/delete"]')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/delete$/)
      await tabTo(page, 'button.danger')
      await page.keyboard.press('Space')
      await page.waitForURL(/\/settings\/trash/)
      expect((await fetch(address, { headers: { 'x-apikey': service.apiKey } })).status).toBe(404)
      await context.close()
    })
  })
})
