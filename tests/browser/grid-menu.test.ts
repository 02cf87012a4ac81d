/** The menu of cells, copied blocks, widths of columns, and steps back in another view of the rows. */
import { describe, expect, test } from 'vitest'
import { created, isSaved, linesOf, paste } from './editing-support'
import { executablePath, type Look, looks, service, signIn, useBrowser, violations, visit } from './support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'height', type: 'number' },
]

async function opened(look: Look = looks[0]) {
  const visitor = await visit(look)
  const title = `Trees with a menu ${look.language}`
  const id = await created({ isRest: true, title, rest: { history: true }, schema }, { name: 'oak' })
  await signIn(visitor)
  const { page } = visitor
  const address = `${service.url}/dataset/${id}/edit-data`
  await page.goto(address)
  await page.locator('#grid td', { hasText: 'oak' }).waitFor()
  await page.focus('#grid')
  await paste(page, 'oak\t1\nelm\t2\nfir\t3\n')
  await isSaved(page)
  const cell = (row: number, column: number) =>
    page.locator(`#grid tbody tr[aria-rowindex="${row + 2}"] td[data-column="${column}"]`)
  return { ...visitor, id, address, cell, menu: page.locator('#grid-menu') }
}

const focused = () => document.activeElement?.id

describe.skipIf(!executablePath)('the menu of cells', () => {
  useBrowser()

  test.each([looks[0], looks[3]])(
    'acts on the clicked cell, and by keyboard on the active one, $language',
    async (look) => {
      const { page, cell, menu, faults } = await opened(look)
      const copy = look.language === 'fr' ? 'Copier' : 'Copy'
      await page.keyboard.press('Control+Home')
      await cell(1, 0).click({ button: 'right' })
      await menu.waitFor()
      // The grid is drawn with the next frame.
      await expect.poll(async () => (await cell(1, 0).getAttribute('class')) ?? '').toContain('active')
      expect(await violations(page)).toEqual([])
      await menu.getByRole('menuitem', { name: copy, exact: true }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('elm')
      await expect.poll(() => page.evaluate(focused)).toBe('grid-entry')
      const outline = page.locator('.copied-outline')
      expect(await outline.isVisible()).toBe(true)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Shift+F10')
      await menu.waitFor()
      // The third item.
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => cell(2, 0).textContent()).toBe('elm')
      await expect.poll(() => outline.isVisible()).toBe(false)
      await page.keyboard.press('Control+c')
      expect(await outline.isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      expect(await outline.isVisible()).toBe(false)
      // A click inside of the selection leaves it.
      await page.keyboard.press('Control+a')
      await cell(1, 1).click({ button: 'right' })
      await menu.waitFor()
      expect(await page.locator('#grid td[aria-selected=true]').count()).toBe(6)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(focused)).toBe('grid-entry')
      expect(faults).toEqual([])
    },
  )

  test('Enter pastes the cells that have the outline once, then edits again', async () => {
    const { page, cell, faults } = await opened()
    const outline = page.locator('.copied-outline')
    await cell(0, 0).click()
    await page.keyboard.press('Control+c')
    await cell(2, 0).click()
    await page.keyboard.press('Enter')
    await expect.poll(() => cell(2, 0).textContent()).toBe('oak')
    expect(await outline.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    await page.locator('.cell-editor').waitFor()
    await page.keyboard.press('Escape')
    // Where nothing changes too.
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Enter')
    await expect.poll(() => outline.isVisible()).toBe(false)
    expect(await page.locator('.cell-editor').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('the edge of a head is dragged to another width, also of the next visit', async () => {
    const { page, faults } = await opened()
    const head = page.locator('#grid th[data-key=name]')
    const width = async () => (await head.boundingBox())?.width ?? 0
    const { x, y, width: before } = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    await page.mouse.move(x + before - 2, y + 8)
    await page.mouse.down()
    await page.mouse.move(x + before + 60, y + 8, { steps: 3 })
    await page.mouse.up()
    expect(Math.abs((await width()) - before - 60)).toBeLessThan(4)
    expect(page.url()).not.toContain('column=')
    await page.reload()
    await expect.poll(async () => Math.abs((await width()) - before - 60)).toBeLessThan(4)
    expect(faults).toEqual([])
  })

  test('an edit is undone in another view, where its row is not', async () => {
    const { page, id, address, faults } = await opened()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('ash')
    await page.keyboard.press('Enter')
    await isSaved(page)
    await page.goto(`${address}?sort=-height&height_gte=2`)
    await page.locator('#grid td', { hasText: 'fir' }).waitFor()
    await page.focus('#grid')
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await linesOf(id)).results.map(({ name }) => name).sort())
      .toEqual(['elm', 'fir', 'oak'])
    expect(await page.locator('#grid td.active').textContent()).toBe('oak')
    await page.keyboard.press('Control+y')
    await expect
      .poll(async () => (await linesOf(id)).results.map(({ name }) => name).sort())
      .toEqual(['ash', 'elm', 'fir'])
    expect(faults).toEqual([])
  })

  test('a search applies as it is typed, and its rows are edited', async () => {
    const { page, id, faults } = await opened()
    const names = () => page.locator('#grid td[data-column="0"]').allTextContents()
    await page.click('.toolbar [type=search]')
    await page.keyboard.type('elm')
    await expect.poll(names).toEqual(['elm'])
    expect(page.url()).toContain('q=elm')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
    await page.focus('#grid')
    await page.keyboard.type('lime')
    await page.keyboard.press('Enter')
    await page.fill('.toolbar [type=search]', '')
    await expect.poll(names).toEqual(['oak', 'lime', 'fir'])
    await isSaved(page)
    expect((await linesOf(id)).results.map(({ name }) => name).sort()).toEqual(['fir', 'lime', 'oak'])
    expect(faults).toEqual([])
  })

  test('an empty table has nothing to undo; 13 rows are seen in a window of 800 pixels', async () => {
    const { page, address, cell } = await opened()
    const height = await page.locator('#grid-scroll').evaluate(({ clientHeight }) => clientHeight)
    const row = (await cell(0, 0).boundingBox())?.height ?? 0
    expect(Math.floor(height / row) - 1).toBeGreaterThanOrEqual(13)
    const empty = await created({ isRest: true, title: 'No trees', schema }, {})
    await page.goto(address.replace(/dataset\/[^/]+/, `dataset/${empty}`))
    await page.locator('#grid td').first().waitFor()
    expect(await page.locator('.toolbar [data-do=undo]').isDisabled()).toBe(true)
  })
})
