/** The page around the grid: its tools, the panel of a column, and the links below the rows. */
import { describe, expect, test } from 'vitest'
import { created } from './editing-support'
import { executablePath, type Look, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'height', type: 'number' },
]

async function grid(look: Look) {
  const visitor = await visit(look)
  await signIn(visitor)
  const title = `Tools in ${look.width} px, ${look.scheme}`
  const id = await created({ isRest: true, title, schema, rest: { history: true } }, { name: 'Elm', height: 1 })
  await visitor.page.goto(`${service.url}/dataset/${id}/edit-data`)
  await visitor.page.locator('#grid td:has-text("Elm")').waitFor()
  return { ...visitor, id }
}

describe.skipIf(!executablePath)('the page of the grid', () => {
  useBrowser()

  test.each([looks[1], looks[2]])('tools are in a menu with their names, $width px, $scheme', async (look) => {
    const { page, faults } = await grid(look)
    const more = page.locator('[popovertarget=more-tools]')
    const menu = page.locator('#more-tools')
    expect(await menu.isVisible()).toBe(false)
    await more.click()
    for (const name of await menu.locator('.tool-name').all())
      expect((await name.boundingBox())?.width).toBeGreaterThan(20)
    expect(await violations(page)).toEqual([])
    await picture(page, 'grid-menu', look)
    await page.keyboard.press('Escape')
    expect(await menu.isVisible()).toBe(false)
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#grid[aria-rowcount="3"]').waitFor()
    expect(await menu.isVisible()).toBe(false)
    await more.click()
    await menu.locator('[data-opens=new-column]').click()
    await page.locator('#new-column[open]').waitFor()
    expect(faults).toEqual([])
  })

  test.each([looks[0], looks[3]])(
    'tools are beside the search, the panel ends with the rows, $scheme',
    async (look) => {
      const { page, faults } = await grid(look)
      const undo = page.getByRole('button', { name: look.language === 'en' ? 'Undo' : 'Annuler', exact: true })
      // Its name is shown below the pointer, and with the focus of the keyboard.
      const width = async (tool: string) => (await page.locator(`[data-do=${tool}] .tool-name`).boundingBox())?.width
      expect(await undo.isVisible()).toBe(true)
      expect(await width('undo')).toBe(1)
      await page.hover('[data-do=undo]')
      await expect.poll(() => width('undo')).toBeGreaterThan(30)
      await picture(page, 'grid-tool-name', look)
      await page.mouse.move(0, 0)
      await page.locator('.toolbar [data-do=duplicate]').focus()
      await page.keyboard.press('Tab')
      await expect.poll(() => width('delete')).toBeGreaterThan(30)
      expect(await width('undo')).toBe(1)
      expect(await page.isVisible('[data-do=history]')).toBe(true)
      expect(await page.isVisible('[popovertarget=more-tools]')).toBe(false)
      await page.click('#grid th a >> nth=1')
      await page.locator('.panel').waitFor()
      const bottom = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom)
      const top = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().top)
      for (const height of [800, 560, 400]) {
        await page.setViewportSize({ width: look.width, height })
        await expect.poll(() => bottom('.panel')).toBe(await bottom('#grid-scroll'))
        expect(await top('#grid-help')).toBeGreaterThanOrEqual(await bottom('.sheet-state'))
        expect(await top('footer')).toBeGreaterThanOrEqual(await bottom('.grid-links'))
      }
      await page.setViewportSize({ width: look.width, height: 800 })
      expect(await bottom('footer')).toBeLessThanOrEqual(800)
      const styles = await page.locator('.grid-links > *').evaluateAll((links) =>
        links.map((link) => {
          const { fontSize, color, textDecorationLine, fontWeight } = getComputedStyle(link)
          return [fontSize, color, textDecorationLine, fontWeight]
        }),
      )
      expect(styles[0]).toEqual(styles[1])
      expect(await violations(page)).toEqual([])
      await picture(page, 'grid-panel', look)
      expect(faults).toEqual([])
    },
  )

  test('the title has the size that it has in the other tabs, and leaves its height to the rows', async () => {
    const { page, id } = await grid(looks[0])
    const titleOf = () =>
      page.evaluate(() => {
        const title = document.querySelector('h1') ?? document.body
        const { left, top } = title.getBoundingClientRect()
        return [left, top, getComputedStyle(title).fontSize]
      })
    const [left, top, size] = await titleOf()
    expect([left, size]).toEqual([32, '28px'])
    await page.goto(`${service.url}/dataset/${id}`)
    expect(await titleOf()).toEqual([left, expect.any(Number), size])
    expect(Number(top)).toBeLessThan(Number((await titleOf())[1]))
  })

  test('the banner of the service begins where the page does', async () => {
    const { page } = await grid(looks[0])
    const start = await page.evaluate(() => {
      const banner = document.createElement('p')
      banner.className = 'banner'
      document.querySelector('.top')?.after(banner)
      return [banner, document.querySelector('.top') ?? banner].map((one) => getComputedStyle(one).paddingLeft)
    })
    expect(start).toEqual(['32px', '32px'])
  })
})
