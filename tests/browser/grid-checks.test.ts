/** Mistakes in the grid are seen before they are saved, and before the page is left; the form of a row leads to others. */
import { describe, expect, test } from 'vitest'
import { created, isSaved, linesOf } from './editing-support'
import { executablePath, type Look, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' },
  { key: 'tel', type: 'string', 'x-refersTo': 'https://www.w3.org/2006/vcard/ns#tel' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]

async function opened(look: Look) {
  const visitor = await visit(look)
  const id = await created({ isRest: true, title: `Places ${look.width} ${look.language}`, schema }, { name: 'a' })
  await signIn(visitor)
  const { page } = visitor
  await page.goto(`${service.url}/dataset/${id}/edit-data`)
  await page.locator('#grid td', { hasText: 'a' }).waitFor()
  await page.focus('#grid')
  const asked: string[] = []
  return { ...visitor, id, asked }
}

describe.skipIf(!executablePath)('checks of the grid', () => {
  useBrowser()

  test.each([looks[0], looks[3]])(
    'places and files that do not exist are marked, and not left without a question, $language',
    async (look) => {
      const { page, id, asked, faults } = await opened(look)
      const { keyboard } = page
      const chosen = page.waitForEvent('filechooser', { timeout: 90_000 })
      await keyboard.press('ArrowRight')
      await keyboard.type('148.51')
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await keyboard.type('plan.pdf')
      await keyboard.press('ArrowLeft')
      await page.locator('#save-state[data-state=waiting]').waitFor({ timeout: 20_000 })
      const invalid = page.locator('#grid td[aria-invalid=true]')
      expect(await invalid.count()).toBe(2)
      expect(await invalid.first().getAttribute('title')).toMatch(/90$/)
      expect(await invalid.last().getAttribute('title')).toMatch(
        /No file of this dataset|Aucun fichier du jeu de données/,
      )
      expect((await linesOf(id)).results[0]).not.toHaveProperty('doc')
      const done = page.locator('.toolbar a.button', { hasText: /^(Done|Terminé)$/ })
      page.once('dialog', (question) => {
        asked.push(question.message())
        void question.dismiss()
      })
      await done.click()
      await expect.poll(() => asked[0]).toMatch(/^1 (row is not saved|ligne n’est pas enregistrée)/)
      expect(page.url()).toMatch(/edit-data$/)
      // A file that is chosen takes the place of the typed path.
      await page.focus('#grid')
      await keyboard.press('ArrowRight')
      // Its problem is beside the cell.
      await expect.poll(async () => (await page.locator('#cell-problem').boundingBox())?.width).toBe(1)
      await keyboard.press('Enter')
      const chooser = await chosen
      await chooser.setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') })
      await expect.poll(() => page.locator('#grid td.active').textContent()).toBe('plan.txt')
      expect(await page.locator('#conflicts').isVisible()).toBe(false)
      page.once('dialog', (question) => void question.accept())
      await done.click()
      await page.waitForURL(/\/table$/)
      expect(faults).toEqual([])
    },
  )

  test.each([looks[1], looks[0]])('the form of a row leads to the next rows, $width px', async (look) => {
    const { page, id, faults } = await opened(look)
    if (look.width < 500) await page.locator('#grid td').first().click()
    else await page.click('[data-do=form]')
    const form = page.locator('#row-form[open]')
    await form.waitFor()
    expect(await page.getAttribute('#field-2', 'inputmode')).toBe('tel')
    expect(await form.locator('[value=previous]').isDisabled()).toBe(true)
    expect(await violations(page)).toEqual([])
    await picture(page, 'row-form-keys', look)
    await page.fill('#field-0', 'oak')
    await form.locator('[value=add]').click()
    await expect.poll(() => form.locator('h2').textContent()).toMatch(/2$/)
    await page.fill('#field-0', 'elm')
    await form.locator('[value=previous]').click()
    await expect.poll(() => page.inputValue('#field-0')).toBe('oak')
    await form.locator('[value=next]').click()
    await expect.poll(() => page.inputValue('#field-0')).toBe('elm')
    await form.locator('[value=save]').click()
    await isSaved(page)
    expect((await linesOf(id)).results.map(({ name }) => name)).toEqual(['oak', 'elm'])
    expect(faults).toEqual([])
  })
})
