/** The square at the corner of the selection of the grid, and the keys that do the same. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createTrees, isSaved, linesOf, paste } from './editing-support'
import { executablePath, looks, picture, useBrowser, violations, visit } from './support'

const names = ['Oak', 'Elm', 'Fir', 'Ash', 'Yew']
async function heights(id: string): Promise<unknown[]> {
  const { results } = await linesOf(id)
  return names.flatMap((one) => results.filter(({ name }) => name === one)).map(({ height }) => height)
}
const cell = (page: Page, row: number, column: number) =>
  page.locator(`#grid tr[aria-rowindex="${row + 2}"] td[data-column="${column}"]`)

async function drag(page: Page, row: number, column: number): Promise<void> {
  await page.hover('.fill-handle')
  await page.mouse.down()
  await cell(page, row, column).hover()
}

describe.skipIf(!executablePath)('filling cells of the grid', () => {
  useBrowser()

  test.each([looks[0], looks[3]])('with the mouse, $width px, $scheme', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    const id = await createTrees(visitor, `Trees that are filled ${look.scheme}`)
    await page.focus('#grid')
    await paste(page, 'Oak\t1\t2024-01-31\tyes\r\nElm\t2\t2024-02-29\r\nFir\r\nAsh\r\nYew\r\n')
    await isSaved(page)
    await cell(page, 0, 1).click()
    await cell(page, 1, 2).click({ modifiers: ['Shift'] })
    await drag(page, 3, 2)
    await expect.poll(() => page.locator('#grid td.filling').count()).toBe(8)
    await picture(page, 'grid-filling', look)
    await page.mouse.up()
    await isSaved(page)
    expect(await heights(id)).toEqual([1, 2, 3, 4, undefined])
    expect((await linesOf(id)).results.find(({ name }) => name === 'Fir')).toMatchObject({ planted: '2024-03-31' })
    expect(await page.locator('#grid td[aria-selected=true]').count()).toBe(8)
    expect(await violations(page)).toEqual([])
    // One step back, and a drag that is cancelled.
    await page.keyboard.press('Control+z')
    await isSaved(page)
    await expect.poll(() => heights(id)).toEqual([1, 2, undefined, undefined, undefined])
    await cell(page, 1, 1).click()
    await drag(page, 3, 1)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(() => page.locator('#grid td.filling').count()).toBe(0)
    // As far as the column of the names.
    await cell(page, 0, 1).click()
    await cell(page, 1, 1).click({ modifiers: ['Shift'] })
    await page.locator('.fill-handle').dblclick()
    await expect.poll(() => heights(id), { timeout: 20_000 }).toEqual([1, 2, 3, 4, 5])
    expect(faults).toEqual([])
  })

  test('with the keys, which the help names', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    const id = await createTrees(visitor, 'Trees that are filled by keys')
    expect(await page.textContent('#grid-help')).toContain('Ctrl+D')
    await page.focus('#grid')
    await paste(page, 'Oak\t7\r\nElm\r\nFir\r\n')
    await isSaved(page)
    await cell(page, 1, 1).click()
    await page.keyboard.press('Control+d')
    await expect.poll(() => heights(id), { timeout: 20_000 }).toEqual([7, 7, undefined])
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect.poll(() => heights(id), { timeout: 20_000 }).toEqual([7, 7, 7])
    expect(faults).toEqual([])
  })

  test('a small window has no square', async () => {
    const visitor = await visit(looks[1])
    await createTrees(visitor, 'Trees that are touched')
    expect(await visitor.page.locator('.fill-handle:visible').count()).toBe(0)
  })
})
