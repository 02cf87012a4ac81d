/** A grid of more rows than it loads at once: its end, new rows, and the selection of all rows. */
import { describe, expect, test } from 'vitest'
import { created, headers, isSaved, linesOf } from './editing-support'
import { executablePath, type Look, looks, service, signIn, useBrowser, violations, visit } from './support'

/** Opens the grid of a dataset with 3,501 rows. @returns its id */
async function opened(look: Look, query = '') {
  const visitor = await visit(look)
  const schema = ['name', 'kind'].map((key) => ({ key, type: 'string' }))
  const id = await created({ isRest: true, title: `Many rows ${look.language}${query}`, schema }, { name: 'row 0' })
  const body = JSON.stringify(Array.from({ length: 3_500 }, (_, at) => ({ name: `row ${at + 1}` })))
  const lines = `${service.url}/api/v1/datasets/${id}/_bulk_lines`
  await fetch(lines, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
  await signIn(visitor)
  const { page } = visitor
  await page.goto(`${service.url}/dataset/${id}/edit-data${query}`)
  await page.locator('#grid td', { hasText: 'row' }).first().waitFor()
  await page.focus('#grid')
  const active = () =>
    page
      .locator('#grid tr:has(td.active)')
      .evaluate(({ children }) => [...children].slice(0, 2).map((one) => one.textContent))
  return { ...visitor, id, active }
}

describe.skipIf(!executablePath)('a large grid', () => {
  useBrowser()

  test('Ctrl+End reaches the last row; the rows between are loaded from both sides', async () => {
    const { page, active, faults } = await opened(looks[0])
    await page.keyboard.press('Control+End')
    await expect.poll(active).toEqual(['3501', 'row 3500'])
    expect(await page.getAttribute('#grid', 'aria-rowcount')).toBe('3502')
    // The first rows are 1,000, and so are the last ones: the others are loaded above these.
    const gap = page.locator('#grid tr.gap')
    for (let at = 0; at < 40 && !(await gap.count()); at++) await page.keyboard.press('PageUp')
    await expect
      .poll(async () => {
        await page.locator('#grid-scroll').evaluate((one) => one.scrollBy(0, -200))
        return page.evaluate(() => document.querySelector('#grid-scroll')?.scrollHeight ?? 0)
      })
      .toBeGreaterThan(3_000 * 30)
    await page.keyboard.press('Control+Home')
    await expect.poll(active).toEqual(['1', 'row 0'])
    await page.keyboard.press('Control+ArrowDown')
    await expect.poll(active).toEqual(['3501', 'row 3500'])
    expect(faults).toEqual([])
  })

  test('Ctrl+End of a sorted table reaches its last row', async () => {
    const { page, active } = await opened(looks[0], '?sort=-name')
    await page.keyboard.press('Control+End')
    await expect.poll(active, { timeout: 20_000 }).toEqual(['3501', 'row 0'])
  })

  test('all rows of a filter are selected and changed together, or deleted after a choice', async () => {
    const { page, id, faults } = await opened(looks[0], '?name_starts=row 2')
    const count = page.locator('#row-count')
    await page.keyboard.press('Control+Space')
    await expect.poll(() => count.textContent()).toBe('1,111 rows · 1,000 loaded rows selected')
    await page.click('#select-everything')
    await expect.poll(() => count.textContent()).toBe('1,111 rows · 1,111 selected')
    expect(await page.locator('#select-everything').isVisible()).toBe(false)
    await page.keyboard.type('kept')
    await page.keyboard.press('Control+Enter')
    await isSaved(page)
    const total = async (query: string) => {
      const answer = await fetch(`${service.url}/api/v1/datasets/${id}/lines?size=0&${query}`, { headers })
      return ((await answer.json()) as { total: number }).total // a page of lines
    }
    await expect.poll(() => total('name_eq=kept')).toBe(1_111)
    await page.keyboard.press('Control+z')
    await expect.poll(() => total('name_eq=kept')).toBe(0)
    await isSaved(page)
    await page.reload()
    await page.locator('#grid td', { hasText: 'row' }).first().waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.focus('#grid')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.locator('#delete-choice').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('')
    await page.locator('#delete-choice [value=all]').click()
    await expect.poll(() => total(''), { timeout: 30_000 }).toBe(2_390)
    expect(faults).toEqual([])
  })

  test.each([looks[0], looks[3]])(
    'a new row has its number at the end; all rows are deleted after a choice, $language',
    async (look) => {
      const { page, id, active, faults } = await opened(look)
      await page.click('[data-do=add]')
      await expect.poll(active).toEqual(['3502', ''])
      await page.keyboard.type('new')
      await page.keyboard.press('Enter')
      await isSaved(page)
      expect((await linesOf(id)).total).toBe(3_502)
      await page.keyboard.press('Control+a')
      await expect
        .poll(() => page.textContent('#row-count'))
        .toMatch(/loaded rows selected|lignes chargées sélectionnées/)
      await page.keyboard.press('Delete')
      const dialog = page.locator('#delete-choice[open]')
      await dialog.waitFor()
      expect((await dialog.locator('[value=all]').textContent())?.replace(/\D/g, '')).toBe('3502')
      expect(await violations(page)).toEqual([])
      await dialog.locator('[value=""]').click()
      expect((await linesOf(id)).total).toBe(3_502)
      await page.focus('#grid')
      await page.keyboard.press('Delete')
      const questions: string[] = []
      page.once('dialog', (question) => {
        questions.push(question.message())
        void question.accept()
      })
      await dialog.locator('[value=all]').click()
      await expect.poll(async () => (await linesOf(id)).total, { timeout: 20_000 }).toBe(0)
      expect(questions[0]).toMatch(/cannot be restored|ne pourront pas être rétablies/)
      expect(faults).toEqual([])
    },
  )
})
