/** Typing in a cell: input methods, the active cell of a selection, and the keys of an edit. */
import { describe, expect, test } from 'vitest'
import { created, isSaved, linesOf, paste } from './editing-support'
import { executablePath, looks, service, signIn, useBrowser, type Visit, violations, visit } from './support'

const dataset = (title: string) => ({
  isRest: true,
  title,
  schema: [
    { key: 'name', type: 'string', title: 'Name' },
    { key: 'height', type: 'number', title: 'Height' },
    { key: 'day', type: 'string', format: 'date', title: 'Day' },
    { key: 'note', type: 'string', title: 'Note' },
  ],
})

/** Opens the grid of a dataset with the rows a, b, c. @returns its id */
async function opened(visitor: Visit, title: string): Promise<string> {
  const id = await created(dataset(title), { name: 'a' })
  await signIn(visitor)
  await visitor.page.goto(`${service.url}/dataset/${id}/edit-data`)
  await visitor.page.locator('#grid td', { hasText: 'a' }).waitFor()
  await visitor.page.focus('#grid')
  await paste(visitor.page, 'a\nb\nc\n')
  await isSaved(visitor.page)
  return id
}

const cell = ({ page }: Visit, row: number, column: number) =>
  page.locator(`#grid tbody tr[aria-rowindex="${row + 2}"] td[data-column="${column}"]`)
const columnOf = (visitor: Visit, column: number) =>
  visitor.page.locator(`#grid tbody td[data-column="${column}"]`).allTextContents()
const activeCell = ({ page }: Visit) => page.locator('#grid td.active')

describe.skipIf(!executablePath)('typing in the grid', () => {
  useBrowser()

  test.each([looks[0], looks[3]])(
    'dates are typed and pasted as people write them, in cells and in the form, $language',
    async (look) => {
      const visitor = await visit(look)
      const { page, faults } = visitor
      const id = await opened(visitor, `Days ${look.language}`)
      const year = new Date().getFullYear()
      const days = async () => (await linesOf(id)).results.map(({ name, day }) => [name, day])
      await cell(visitor, 0, 2).click()
      // The order of the language of the page where both exist.
      for (const day of ['3/4', '14/7/26', '14 juil. 2026']) {
        await page.keyboard.type(day)
        await page.keyboard.press('Enter')
      }
      await isSaved(page)
      const first = look.language === 'fr' ? `${year}-04-03` : `${year}-03-04`
      const sorted = async () => (await days()).toSorted()
      expect(await sorted()).toEqual([
        ['a', first],
        ['b', '2026-07-14'],
        ['c', '2026-07-14'],
      ])
      await cell(visitor, 0, 2).click()
      await paste(page, '31/12\n5.6.2024\n')
      await isSaved(page)
      // The keys are not those of an open calendar.
      await cell(visitor, 2, 2).click()
      await page.keyboard.press('F2')
      await paste(page, '1 March 2025')
      await page.keyboard.press('Enter')
      await isSaved(page)
      expect(await sorted()).toEqual([
        ['a', `${year}-12-31`],
        ['b', '2024-06-05'],
        ['c', '2025-03-01'],
      ])
      await cell(visitor, 1, 0).click()
      await page.click('.toolbar [data-do=form]')
      const picker = page.locator('#row-form input[type=date]')
      await picker.focus()
      await paste(page, '7 août 2023')
      expect(await picker.inputValue()).toBe('2023-08-07')
      // A year of two digits.
      await picker.fill('0026-08-07')
      await page.click('#row-form [value=save]')
      await isSaved(page)
      expect((await sorted())[1]).toEqual(['b', '2026-08-07'])
      expect(faults).toEqual([])
    },
  )

  test.each([looks[0], looks[3]])('a character without a key begins an edit, $language', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    await opened(visitor, `Trees with accents ${look.language}`)
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('É')
    await page.keyboard.type('quipement')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Église')
    await page.keyboard.press('Enter')
    const input = await page.context().newCDPSession(page)
    await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    await expect.poll(() => page.locator('.typing-target.composing').inputValue()).toBe('にほ')
    await input.send('Input.insertText', { text: '日本' })
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await columnOf(visitor, 0)).slice(0, 3)).toEqual(['Équipement', 'Église', '日本'])
    // The box that takes them names the active cell of the grid.
    const box = page.locator('#grid-entry')
    expect(await box.getAttribute('aria-label')).toBe(await page.getAttribute('#grid', 'aria-label'))
    expect(await box.getAttribute('aria-activedescendant')).toBe(await activeCell(visitor).getAttribute('id'))
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('the first cell of a selection is the active one; Enter and Tab move inside, Ctrl+Enter fills it', async () => {
    const visitor = await visit()
    const { page } = visitor
    await opened(visitor, 'Trees that are selected')
    const { keyboard } = page
    await keyboard.press('Control+Home')
    for (let at = 0; at < 2; at++) await keyboard.press('Shift+ArrowDown')
    await keyboard.type('x')
    await keyboard.press('Enter')
    await keyboard.type('y')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    expect(await page.locator('#grid td[aria-selected=true]').count()).toBe(3)
    expect(await activeCell(visitor).textContent()).toBe('x')
    await expect.poll(() => columnOf(visitor, 0)).toEqual(['x', 'y', 'c'])
    await keyboard.press('Control+Home')
    await keyboard.press('ArrowRight')
    for (let at = 0; at < 2; at++) await keyboard.press('Shift+ArrowDown')
    await keyboard.type('7')
    await keyboard.press('Control+Enter')
    await expect.poll(() => columnOf(visitor, 1)).toEqual(['7', '7', '7'])
    await keyboard.press('Control+Space')
    await expect.poll(() => page.locator('#grid td[data-column="1"][aria-selected=true]').count()).toBe(3)
    // A pasted block is selected from its first cell.
    await keyboard.press('Control+Home')
    await paste(page, Array.from({ length: 50 }, (_, at) => `Oak ${at}\n`).join(''))
    await isSaved(page)
    expect(await activeCell(visitor).textContent()).toBe('Oak 0')
    expect(await page.locator('#grid-scroll').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })

  test('arrows leave a cell that was opened by typing, Alt+Enter breaks its line, Ctrl+; is today', async () => {
    const visitor = await visit()
    const { page } = visitor
    const id = await opened(visitor, 'Trees with notes')
    const { keyboard } = page
    await keyboard.press('Control+Home')
    await keyboard.type('oak')
    await keyboard.press('ArrowRight')
    await keyboard.type('12')
    await keyboard.press('ArrowLeft')
    await keyboard.press('F2')
    await keyboard.press('ArrowLeft')
    await keyboard.type('-')
    await keyboard.press('Enter')
    await keyboard.press('Control+Home')
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await keyboard.press('Control+;')
    await keyboard.press('ArrowRight')
    await keyboard.type('tall')
    await keyboard.press('Alt+Enter')
    await keyboard.type('green')
    await keyboard.press('Enter')
    await isSaved(page)
    const day = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    expect((await linesOf(id)).results.find(({ name }) => name === 'oa-k')).toMatchObject({
      height: 12,
      day,
      note: 'tall\ngreen',
    })
    expect(await cell(visitor, 1, 3).getAttribute('aria-selected')).toBe('true')
  })
})
