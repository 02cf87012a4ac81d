/** Find and replace in the grid, and the list of its keys. */
import { describe, expect, test } from 'vitest'
import { created, isSaved, linesOf, paste } from './editing-support'
import { executablePath, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'height', type: 'number' },
]

describe.skipIf(!executablePath)('find and replace', () => {
  useBrowser()

  test.each(looks)('finds one after the other, replaces all as one step, $width px, $scheme', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    const id = await created({ isRest: true, title: `Sought trees ${look.scheme}`, schema }, { name: 'oak', height: 1 })
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    await page.locator('#grid td', { hasText: 'oak' }).waitFor()
    await page.focus('#grid')
    await paste(page, 'oak\t1\nelm\t2\nred oak\t3\n')
    await isSaved(page)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+h')
    const box = page.locator('#find-replace')
    await box.waitFor()
    await page.keyboard.type('OAK')
    await page.keyboard.press('Enter')
    const state = box.locator('[role=status]')
    const of = look.language === 'fr' ? 'sur' : 'of'
    await expect.poll(() => state.textContent()).toBe(`2 ${of} 2`)
    await expect.poll(() => page.locator('#grid td.active').textContent()).toBe('red oak')
    await box.locator('[name=by]').fill('ash')
    expect(await violations(page)).toEqual([])
    await picture(page, 'find-replace', look)
    await box.locator('[value=all]').click()
    const names = async () => (await linesOf(id)).results.map(({ name }) => name).sort()
    await expect.poll(names).toEqual(['ash', 'elm', 'red ash'])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('grid-entry')
    await page.keyboard.press('Control+z')
    await expect.poll(names).toEqual(['elm', 'oak', 'red oak'])
    await page.keyboard.press('Control+/')
    await page.locator('#grid-keys').waitFor()
    expect(await page.locator('#grid-keys kbd').allTextContents()).toContain(
      look.language === 'fr' ? 'Maj+F10' : 'Shift+F10',
    )
    expect(await violations(page)).toEqual([])
    await picture(page, 'grid-keys', look)
    expect(faults).toEqual([])
  })
})
