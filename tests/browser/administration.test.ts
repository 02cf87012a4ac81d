/** The pages of the operator: the state of the service, errors, accounts, users, models, appearance. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  manyLines,
  picture,
  publish,
  service,
  signIn,
  useBrowser,
  type Visit,
  violations,
  visit,
} from './support'

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGPImyyCFTEMLQkA+W5IAf2U6Y8AAAAASUVORK5CYII=',
  'base64',
)
const pages = [
  '',
  '/errors',
  '/activity',
  '/owners',
  '/owners/organization/fairway',
  '/users',
  '/base-apps',
  '/appearance',
  '/configuration',
]

/** Signs in, and turns the mode of super-administrators on. */
async function operator(visitor: Visit): Promise<void> {
  await signIn(visitor)
  await visitor.page.goto(`${service.url}/admin`)
  await visitor.page.click('main form[action$="/admin-mode"] button')
  await visitor.page.waitForURL(`${service.url}/admin`)
  await visitor.page.locator('.tiles').waitFor()
}

describe.skipIf(!executablePath)('the administration', () => {
  useBrowser()
  let broken = ''
  beforeAll(async () => {
    await publish(manyLines(50), { title: 'Visits of towns' })
    const form = new FormData()
    form.append('file', new Blob(['a,a\n1,2\n']), 'twice-the-same-column.csv')
    const headers = { 'x-apikey': service.apiKey }
    const made = await fetch(`${service.url}/api/v1/datasets`, { method: 'POST', headers, body: form })
    broken = ((await made.json()) as { id: string }).id // a dataset
  })
  afterAll(async () => {
    const visitor = await visit()
    await operator(visitor)
    const { status } = await visitor.page.request
      .patch(`${service.url}/api/v1/admin/instance`, {
        headers: { origin: new URL(service.url).origin },
        data: { title: null, summary: null, text: null, color: null, banner: null, links: null },
      })
      .then((response) => ({ status: response.status() }))
    expect(status).toBe(200)
    await visitor.context.close()
  })

  describe.each(looks)('$width px, $scheme, $language', (look) => {
    test('every page', async () => {
      const visitor = await visit(look)
      await operator(visitor)
      for (const path of pages) {
        await visitor.page.goto(`${service.url}/admin${path}`)
        await picture(visitor.page, `admin${path.replaceAll('/', '-')}`, look)
        expect([path, await violations(visitor.page)]).toEqual([path, []])
      }
      // The page that asks for the mode is an error.
      expect(visitor.faults.filter((fault) => !/403 .*\/admin$/.test(fault))).toEqual([])
    })

    test('the home page has the configured name, text, colour, logo, message and links', async () => {
      const visitor = await visit(look)
      const { page } = visitor
      await operator(visitor)
      await page.goto(`${service.url}/admin/appearance`)
      await page.fill('[name=title]', 'Data of Brest')
      await page.fill('[name=summary]', 'All that the town publishes, for everyone.')
      await page.fill('[name=text]', 'Questions? Write to [the team](mailto:data@example.org).')
      await page.locator('[name=color]').fill('#7a1f5c')
      await page.fill('[name=banner]', 'Maintenance on Sunday evening.')
      await page.selectOption('[name=bannerKind]', 'warning')
      await page.fill('[name=links]', 'Legal notice https://town.example.org/legal')
      await page.click('form[action$="/admin/appearance"] button.primary')
      await page.locator('.notice[role=status]').waitFor()
      await page.setInputFiles('[name=logo]', { name: 'logo.png', mimeType: 'image/png', buffer: logo })
      await page.click('form[action$="/appearance/logo"] button')
      await page.locator('.card .logo').waitFor()

      const reader = await visit(look)
      await reader.page.goto(service.url)
      expect(await reader.page.title()).toMatch(/ · Data of Brest$/)
      expect(await reader.page.textContent('h1')).toBe('Data of Brest')
      expect(await reader.page.textContent('.banner')).toBe('Maintenance on Sunday evening.')
      expect(await reader.page.getAttribute('footer a', 'href')).toBe('https://town.example.org/legal')
      const loaded = await reader.page.locator('.brand img').evaluate((image: HTMLImageElement) => image.naturalWidth)
      expect(loaded).toBe(8)
      const accent = await reader.page.locator('.intro a').evaluate((link) => getComputedStyle(link).color)
      expect(accent === 'rgb(122, 31, 92)').toBe(look.scheme === 'light')
      await picture(reader.page, 'admin-home', look)
      expect(await violations(reader.page)).toEqual([])
      expect(reader.faults).toEqual([])
    })
  })

  test('a colour with insufficient contrast is refused, and the typed values stay', async () => {
    const visitor = await visit()
    const { page } = visitor
    await operator(visitor)
    await page.goto(`${service.url}/admin/appearance`)
    await page.fill('[name=title]', 'Typed')
    await page.locator('[name=color]').fill('#63cfb4')
    await page.click('form[action$="/admin/appearance"] button.primary')
    expect(await page.textContent('[role=alert]')).toContain('#63cfb4')
    expect(await page.inputValue('[name=title]')).toBe('Typed')
  })

  test.each(looks)('the refused input has the focus and is in sight, at $width px, $scheme', async (look) => {
    const visitor = await visit(look)
    const { page } = visitor
    await operator(visitor)
    await page.goto(`${service.url}/admin/appearance`)
    await page.fill('[name=links]', 'No link')
    await page.click('form[action$="/admin/appearance"] button.primary')
    const links = page.locator('[name=links]:focus[aria-invalid]')
    await links.waitFor()
    const isInSight = () =>
      links.evaluate((input) => {
        // Browsers scroll to the caret, which is on the first line.
        const { top } = input.getBoundingClientRect()
        return top >= 0 && top < innerHeight
      })
    await expect.poll(isInSight).toBe(true)
    expect(await page.locator('[role=alert]').count()).toBe(1)
    expect(await violations(page)).toEqual([])
    await picture(page, 'admin-refused', look)
  })

  test('an error of a file is listed with its reason, and leads to its replacement', async () => {
    const visitor = await visit()
    const { page } = visitor
    await operator(visitor)
    await expect
      .poll(async () => {
        await page.goto(`${service.url}/admin/errors`)
        return page.textContent('main')
      })
      .toContain('twice the same column')
    expect(await page.textContent('.error-text')).toMatch(/“a”/)
    expect(await page.locator(`form[action$="/${broken}/retry"]`).count()).toBe(0)
    await page.click(`main a[href$="/dataset/${broken}"]`)
    await page.click('[role=alert] a[href$="/replace"]')
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
  })

  test('the limits of an account are set', async () => {
    const visitor = await visit()
    const { page } = visitor
    await operator(visitor)
    await page.goto(`${service.url}/admin/owners`)
    const listed = page.locator('main tbody tr').first()
    await listed.locator('th a').click()
    await page.fill('[name=datasets]', '900')
    await page.click('form[action$="/limits"] button.primary')
    await page.locator('.notice[role=status]').waitFor()
    await page.goto(`${service.url}/admin/owners`)
    expect(await listed.textContent()).toContain('/ 900')
    await listed.locator('th a').click()
    await page.fill('[name=datasets]', '')
    await page.click('form[action$="/limits"] button.primary')
    await page.locator('.notice[role=status]').waitFor()
    expect(await page.inputValue('[name=datasets]')).toBe('')
  })

  test('a visitor is asked to sign in, and no page is shown without the mode', async () => {
    const visitor = await visit()
    await visitor.page.goto(`${service.url}/admin/users`)
    expect(new URL(visitor.page.url()).pathname).toBe('/sign-in')
    await signIn(visitor)
    expect((await visitor.page.goto(`${service.url}/admin/users`))?.status()).toBe(403)
    expect(await visitor.page.textContent('main')).not.toContain(service.email)
  })
})
