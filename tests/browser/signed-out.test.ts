/** Work on a page whose session has ended: nothing that was typed is lost. */
import { describe, expect, test } from 'vitest'
import { createTrees, isSaved, linesOf } from './editing-support'
import { executablePath, looks, picture, publish, service, signIn, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath)('a session that has ended', () => {
  useBrowser()

  test.each(looks.slice(0, 2))('keeps the form of a description, $width px', async (look) => {
    const id = await publish('a,b\n1,2\n', { title: `Signed out ${look.width}` })
    const visitor = await visit(look)
    const { page, context, faults } = visitor
    await signIn(visitor)
    const cookies = await context.cookies()
    await page.goto(`${service.url}/dataset/${id}/edit`)
    await page.fill('[name=description]', 'A long text')
    await context.clearCookies()
    const save = page.locator('#description .save-bar button')
    await save.click()
    await page.locator('#signed-out a[target=_blank]').waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'signed-out', look)
    expect(await page.inputValue('[name=description]')).toBe('A long text')
    await context.addCookies(cookies)
    await save.click()
    await page.waitForURL(/saved=metadata/)
    expect(await page.inputValue('[name=description]')).toBe('A long text')
    expect(faults).toEqual([])
  })

  test('keeps the cells of the grid, which are saved after the next sign-in', async () => {
    const visitor = await visit()
    const { page, context } = visitor
    const id = await createTrees(visitor, 'Trees of a session')
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.focus('#grid')
    await page.keyboard.type('Oak')
    await page.keyboard.press('Enter')
    await page.locator('#save-state[data-state=signedOut]').waitFor({ timeout: 20_000 })
    expect(await page.textContent('#save-state')).toContain('kept in this browser')
    await context.addCookies(cookies)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await isSaved(page)
    expect((await linesOf(id)).results.map(({ name }) => name)).toEqual(['Oak'])
  })
})
