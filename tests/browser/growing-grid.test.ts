/** Rows that the grid adds below its last one, by the keyboard. */
import { describe, expect, test } from 'vitest'
import { createTrees, isSaved, linesOf, paste } from './editing-support'
import { executablePath, useBrowser, visit } from './support'

describe.skipIf(!executablePath)('the end of the grid', () => {
  useBrowser()

  test('a row is added below the last one by the arrow, and by Enter at the end of an edit', async () => {
    const visitor = await visit()
    const { page } = visitor
    const id = await createTrees(visitor, 'Trees that grow')
    await page.focus('#grid')
    await paste(page, 'Oak\r\n')
    await isSaved(page)
    const count = () => page.locator('#grid tbody tr[data-row]').count()
    expect(await count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await expect.poll(count).toBe(2)
    // An empty row is followed by none.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('Elm')
    await page.keyboard.press('Enter')
    await expect.poll(count).toBe(3)
    await page.keyboard.type('Fir')
    await page.keyboard.press('Tab')
    await isSaved(page)
    const names = async () => (await linesOf(id)).results.map(({ name }) => name).sort()
    await expect.poll(names).toEqual(['Elm', 'Fir', 'Oak'])
    expect(visitor.faults).toEqual([])
  })
})
