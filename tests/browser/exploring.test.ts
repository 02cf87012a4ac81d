/** Exploring a dataset in its page: columns by mouse and keyboard, a chart as a picture. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  manyLines,
  picture,
  places,
  publish,
  service,
  useBrowser,
  violations,
  visit,
} from './support'

describe.skipIf(!executablePath)('exploring', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(manyLines(200), { title: 'Explored visits' }, places)
  })

  test('a column is widened by its edge, and the width is in the address', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table`)
    const head = page.locator('th[data-key=town]')
    const box = await head.boundingBox()
    if (!box) throw new Error('no head')
    await page.mouse.move(box.x + box.width - 2, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 330, box.y + 20, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/widths=town%3A20\.75/)
    expect(await page.locator('.panel').count()).toBe(0)
    const width = async () => Math.round((await head.boundingBox())?.width ?? 0)
    await expect.poll(width).toBe(332)
    await page.reload()
    expect(await width()).toBe(332)
    // A double click fits the column to its content: no value is cut, and there is little room beside the longest.
    await page.mouse.dblclick(box.x + 331, box.y + 20)
    await expect.poll(width).toBeLessThan(200)
    const overflow = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.grid tr > :nth-child(2)')].some((one) => one.scrollWidth > one.clientWidth),
      )
    expect(await overflow()).toBe(false)
    expect(faults).toEqual([])
  })

  test.each(looks.slice(0, 2))(
    'short values take one line, and a second column is in view, $width px',
    async (look) => {
      const site = 'Technical agency of the department'
      const columns = Array.from({ length: 14 }, (_, at) => `column_with_a_name_${at}`)
      const row = columns.map((_, at) => (at === 0 ? site : 12_345))
      const wide = await publish(`${columns.join(',')}\n${row.join(',')}\n`, { title: `Wide rows ${look.width}` })
      const { page } = await visit(look)
      await page.goto(`${service.url}/dataset/${wide}/table`)
      const [first, second] = [page.locator('.grid tbody td').first(), page.locator('.grid tbody td').nth(1)]
      const [own, next] = [await first.boundingBox(), await second.boundingBox()]
      expect(own?.height).toBeLessThan(35)
      expect(next?.x).toBeLessThan(look.width - 60)
      await picture(page, 'wide-rows', look)
    },
  )

  test('a column is sorted by one click on its head, then the other way, then not at all', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table`)
    const head = page.locator('th[data-key=town]')
    for (const sort of [/sort=town$/, /sort=-town$/, /table\??$/]) {
      await page.mouse.move(0, 0)
      await head.hover()
      await head.locator('.sort').click()
      await page.waitForURL(sort)
    }
    expect(await head.getAttribute('aria-sort')).toBeNull()
    expect(faults).toEqual([])
  })

  test.each(looks.slice(0, 2))('all columns are unchecked at once, for a choice of few, $width px', async (look) => {
    const { page, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/table`)
    const menu = page.locator('[data-region=column-choice]')
    await page.locator('.toolbar summary').first().click()
    const box = await menu.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(look.width)
    await menu.locator('[data-uncheck]').click()
    expect(await menu.locator('input:checked').count()).toBe(0)
    await menu.getByLabel('town', { exact: true }).check()
    await menu.locator('[type=submit]').click()
    await page.waitForURL(/select=town$/)
    expect(await page.locator('.grid thead th[data-key]').count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('a column is moved, pinned and narrowed with the keyboard', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table?column=town`)
    for (const [name, parameter] of [
      ['Move left', /select=town%2Cday/],
      ['Narrower', /widths=town%3A13/],
      ['Pin to the left', /fixed=town/],
    ] as const) {
      await page.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(parameter)
    }
    await page.locator('.grid.fixed').waitFor()
    expect(await page.locator('.column-name .label').first().textContent()).toBe('town')
    expect(faults).toEqual([])
  })

  test.each(looks)('a frequent value filters by one click: $width px, $scheme, $language', async (look) => {
    const visited = await visit(look)
    const { page, context, faults } = visited
    await page.goto(`${service.url}/dataset/${id}/table?column=town`)
    await page.locator('.frequent').waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'frequent-values', look)
    await page.locator('.frequent a').first().click()
    await page.waitForURL(/town_eq=/)
    expect(faults).toEqual([])
    await context.close()
  })

  test('two values of a column are chosen in its panel, which stays open', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table?column=town`)
    const values = page.locator('.frequent .value')
    await values.nth(0).click()
    await page.waitForURL(/town_eq=/)
    await values.nth(1).click()
    await page.waitForURL(/town_in=/)
    expect(await page.locator('.frequent .value[aria-current=true]').count()).toBe(2)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('value')
    // The sharing dialog has the current view, which changed after the page load.
    await page.locator('[data-share]').click()
    await page.locator('dialog .copied').first().waitFor()
    expect(await page.locator('dialog .copied code').first().textContent()).toBe(page.url().replace('column=town&', ''))
    expect(faults).toEqual([])
  })

  test('the embed code of a chosen view has its colours and its height, and is previewed', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/charts?chart=pie&field=town`)
    await page.locator('[data-share]').click()
    const embeds = page.locator('dialog [data-embeds]')
    const code = embeds.locator('[data-embed]:not([hidden]) code')
    await code.waitFor()
    const embed = `${service.url}/embed/dataset/${id}`
    expect(await code.textContent()).toContain(
      `src="${embed}/charts?chart=pie&amp;field=town" title="Explored visits – Charts" width="100%" height="500px"`,
    )
    await embeds.locator('[data-embed-part]').selectOption({ label: 'Table' })
    await embeds.locator('[data-embed-theme]').selectOption('dark')
    await embeds.locator('[data-embed-height]').fill('320')
    await embeds.locator('[data-embed-preview] summary').click()
    await expect.poll(() => code.textContent()).toContain(`src="${embed}/table?`)
    expect(await code.textContent()).toMatch(/theme=dark" title="[^"]*Table" width="100%" height="320px"/)
    const preview = embeds.frameLocator('iframe')
    await preview.locator('table').waitFor()
    expect(await embeds.locator('iframe').getAttribute('height')).toBe('320')
    expect(await preview.locator('meta[name=color-scheme]').getAttribute('content')).toBe('dark')
    await embeds.locator('[data-embed-height]').fill('9')
    await page.keyboard.press('Tab')
    await expect.poll(() => code.textContent()).toContain('height="500px"')
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('the figure of a chart is under the pointer at once, and leaves with it', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/charts?chart=bar&field=town`)
    const bar = page.locator('svg.chart:visible rect').first()
    await bar.hover()
    const tooltip = page.locator('.chart-tooltip')
    await tooltip.waitFor()
    expect(await tooltip.textContent()).toMatch(/\d/)
    await page.mouse.move(5, 5)
    await tooltip.waitFor({ state: 'hidden' })
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('the words of a search are marked during typing, and a link searches any word', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table`)
    await page.fill('[name=q]', 'brest rennes')
    await page.getByText('No matching rows').waitFor()
    await page.getByRole('link', { name: 'any word', exact: true }).click()
    await page.waitForURL(/q_mode=or/)
    await expect.poll(() => page.locator('td mark').first().textContent()).toMatch(/Brest|Rennes/)
    expect(faults).toEqual([])
  })

  test.each(looks.slice(0, 2))('times are shown in the zone of the reader: $width px, $language', async (look) => {
    const file = 'at,what\n2024-07-01T10:00:00Z,landing\n2024-12-01T23:30:00Z,take-off\n'
    const times = await publish(file, { title: `Times ${look.language}` })
    const visited = await visit(look)
    const { page, context, faults } = visited
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' })
    await page.goto(`${service.url}/dataset/${times}/table`)
    await page.locator('a[data-own-zone]').click()
    await page.waitForURL(/timezone=America%2FNew_York/)
    await expect.poll(() => page.locator('td time').first().textContent()).toMatch(/0?6:00/)
    expect(await page.locator('th .type').first().textContent()).toContain('New York')
    await picture(page, 'table-zone', look)
    expect(await violations(page)).toEqual([])
    await page.locator('.basis a.chip').click()
    await page.locator('a[data-own-zone]').waitFor()
    await expect.poll(() => page.locator('td time').first().textContent()).toMatch(/12:00/)
    // A reader in the zone of the data is offered nothing.
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' })
    await page.reload()
    await page.locator('a[data-own-zone]', { hasText: /UTC$/ }).waitFor()
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Paris' })
    await page.reload()
    expect(await page.locator('a[data-own-zone]').isVisible()).toBe(false)
    expect(faults).toEqual([])
  })

  test('the settings of a chart are changed with the keyboard, and the chart is downloaded as an image', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/charts?chart=bar&field=town`)
    await page.focus('[name=chart]')
    await page.selectOption('[name=chart]', 'stacked')
    await page.selectOption('[name=series]', 'open')
    await page.waitForURL(/series=open/)
    await page.locator('figcaption:has-text("town and open")').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('chart')
    const [picture] = await Promise.all([page.waitForEvent('download'), page.click('button[data-picture]')])
    expect(picture.suggestedFilename()).toBe('explored-visits-chart.png')
    const bytes = readFileSync(await picture.path())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    // Twice the width of the drawing and its margins.
    expect(bytes.readUInt32BE(16)).toBe(1_488)
    expect(faults).toEqual([])
  })
})
