/** The menu of a column of the grid. */
import { describe, expect, test } from 'vitest'
import { created, headers } from './editing-support'
import { executablePath, type Look, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'height', type: 'number', title: 'Height' },
  { key: 'place', type: 'string' },
]

async function opened(look: Look = looks[0], more: object = {}) {
  const visitor = await visit(look)
  const dataset = { isRest: true, title: `Trees with columns ${look.language}`, schema, ...more }
  const id = await created(dataset, { name: 'oak', height: 3, place: 'hill' })
  const body = JSON.stringify([{ name: 'elm', height: 5 }])
  const lines = `${service.url}/api/v1/datasets/${id}/_bulk_lines`
  await fetch(lines, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
  await signIn(visitor)
  const { page } = visitor
  await page.goto(`${service.url}/dataset/${id}/edit-data`)
  await page.locator('#grid td', { hasText: 'elm' }).waitFor()
  await page.focus('#grid')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.accept()
  })
  const menu = page.locator('#column-menu')
  const names = () => page.locator('#grid thead .label').allTextContents()
  const values = () => page.locator('#grid tbody td').allTextContents()
  const choose = async (key: string, item: string) => {
    // The script draws the rows.
    await page.locator('#grid tbody td').first().waitFor()
    // A menu that opens before the other rows of a new page arrive is closed by them, and opened again.
    const chooseOnce = async () => {
      await page.locator(`th[data-key=${key}] .column-menu`).dispatchEvent('click')
      return menu
        .locator(item)
        .click({ timeout: 2_000 })
        .then(() => true)
        .catch(() => false)
    }
    await expect.poll(chooseOnce, { timeout: 20_000 }).toBe(true)
  }
  return { ...visitor, id, asked, menu, names, values, choose }
}

describe.skipIf(!executablePath)('the menu of a column', () => {
  useBrowser()

  test.each(looks)('renames, inserts and deletes columns, $width px, $scheme', async (look) => {
    const { page, id, asked, menu, names, choose, faults } = await opened(look)
    await page.locator('th[data-key=height] .column-menu').dispatchEvent('click')
    await menu.waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'column-menu', look)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('grid-entry')
    await choose('height', '[data-column=settings]')
    await page.fill('#column-settings [data-of=title]', 'Size')
    await page.fill('#column-settings [data-of=description]', 'In metres')
    expect(await violations(page)).toEqual([])
    await picture(page, 'column-settings', look)
    await page.click('#column-settings .primary')
    await expect.poll(names).toEqual(['name', 'Size', 'place'])
    await choose('height', '[data-column=before]')
    await page.fill('[name=column-title-0]', 'Kind')
    await page.click('#new-column .primary')
    await expect.poll(names).toEqual(['name', 'Kind', 'Size', 'place'])
    await choose('place', '[data-column=delete]')
    await expect.poll(names).toEqual(['name', 'Kind', 'Size'])
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain('place')
    expect(asked[0]).toContain('2')
    const stored = await (
      await fetch(`${service.url}/api/v1/datasets/${id}/schema?calculated=false`, { headers })
    ).json()
    expect(stored).toMatchObject([{ key: 'name' }, { key: 'kind' }, { key: 'height', description: 'In metres' }])
    expect(faults).toEqual([])
  })

  test('sorts, filters, and folds a column to a strip, also of the next visit', async () => {
    const { page, values, choose, faults } = await opened()
    await choose('height', '[data-sort="-"]')
    await page.waitForURL(/sort=-height/)
    await expect.poll(values).toEqual(['elm', '5', '', 'oak', '3', 'hill'])
    await choose('height', '[data-column=panel]')
    await page.locator('.panel h2', { hasText: 'Height' }).waitFor()
    await page.keyboard.press('Escape')
    const head = page.locator('th[data-key=height]')
    const width = async () => (await head.boundingBox())?.width ?? 0
    const before = await width()
    await choose('height', '[data-column=collapse]')
    await expect.poll(width).toBeLessThan(20)
    await page.reload()
    await expect.poll(width).toBeLessThan(20)
    await head.click()
    await expect.poll(width).toBe(before)
    expect(faults).toEqual([])
  })

  test('opens with the keys of menus on a selected column, and by a right click on its head', async () => {
    const { page, menu, faults } = await opened(looks[0], { primaryKey: ['name'] })
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Shift+F10')
    await menu.waitFor()
    // The key of the rows stays.
    expect(await menu.locator('[data-column=delete]').isVisible()).toBe(false)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.locator('#new-column').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('column-title-0')
    await page.keyboard.press('Escape')
    await page.locator('th[data-key=place]').click({ button: 'right' })
    await menu.waitFor()
    expect(await menu.locator('[data-column=delete]').isVisible()).toBe(true)
    expect(faults).toEqual([])
  })
})
