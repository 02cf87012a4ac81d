/** Editable datasets: created, filled and changed in the browser. */
import { describe, expect, test } from 'vitest'
import { block, createTrees, headers, isSaved, linesOf, paste } from './editing-support'
import { executablePath, type Look, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

const grid = (look: Look) => (look.width < 500 ? 'narrow' : 'wide')

describe.skipIf(!executablePath)('editing rows in a browser', () => {
  useBrowser()

  test.each(looks)('50 rows are pasted, one edit is undone, $width px, $scheme', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    const id = await createTrees(visitor, `Trees ${look.width} ${look.scheme}`)
    await page.focus('#grid')
    await paste(page, block(50))
    await isSaved(page)
    const { total, results } = await linesOf(id)
    expect(total).toBe(50)
    expect(results[3]).toMatchObject({ name: 'Oak 3', height: 3.5, planted: '1953-01-31', healthy: true })
    expect(await page.getAttribute('#grid', 'aria-rowcount')).toBe('51')
    expect(await violations(page)).toEqual([])
    await picture(page, 'grid', look)

    if (grid(look) === 'narrow') {
      await page.locator('#grid tbody tr[aria-rowindex="2"] td').first().click()
      await page.locator('#row-form[open]').waitFor()
      expect(await violations(page)).toEqual([])
      await picture(page, 'row-form', look)
      await page.fill('#field-1', 'tall')
      await page.click('#row-form button.primary')
      expect(await page.getAttribute('#field-1', 'aria-invalid')).toBe('true')
      await page.fill('#field-1', '99')
      await page.click('#row-form button.primary')
      await page.locator('#row-form[open]').waitFor({ state: 'detached' })
    } else {
      expect(await page.textContent('#selected-figures')).toMatch(/^(Sum|Somme)\s?: /)
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type('99')
      await page.keyboard.press('Enter')
    }
    await isSaved(page)
    expect((await linesOf(id)).results.find(({ name }) => name === 'Oak 0')).toMatchObject({ height: 99 })
    await page.click('[data-do=undo]')
    await isSaved(page)
    expect((await linesOf(id)).results.find(({ name }) => name === 'Oak 0')).toMatchObject({ height: 0.5 })
    await page.click('[data-do=undo]')
    await expect.poll(async () => (await linesOf(id)).total, { timeout: 20_000 }).toBe(0)
    await page.click('[data-do=redo]')
    await expect.poll(async () => (await linesOf(id)).total, { timeout: 20_000 }).toBe(50)
    expect(faults).toEqual([])
  })

  test('rows are deleted, many after a question, and come back with Ctrl+Z in the empty grid', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    const id = await createTrees(visitor, 'Trees that are all deleted')
    await page.focus('#grid')
    await paste(page, block(30))
    await isSaved(page)
    await page.focus('#grid')
    await page.keyboard.press('Control+a')
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.dismiss()
    })
    await page.click('[data-do=delete]')
    expect(questions).toEqual([expect.stringContaining('Delete 30 rows?')])
    expect((await linesOf(id)).total).toBe(30)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.click('[data-do=delete]')
    await expect.poll(async () => (await linesOf(id)).total, { timeout: 20_000 }).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await linesOf(id)).total, { timeout: 20_000 }).toBe(30)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('Delete')
    expect(await page.textContent('#cell-problem[data-remark]')).toBe('1 row deleted.')
    const active = await page.getAttribute('#grid', 'aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe('1.5')
    expect(await page.getAttribute('#grid', 'aria-rowcount')).toBe('30')
    await expect.poll(async () => (await linesOf(id)).total, { timeout: 20_000 }).toBe(29)
    expect(faults).toEqual([])
  })

  test('a value of a list is completed as it is typed, any other is marked; a block that is too wide is told until the next move', async () => {
    const visitor = await visit()
    const { page } = visitor
    const id = await createTrees(visitor, 'Trees that are typed')
    /** Types a text into the last column of each of the first rows. */
    const typeDown = async (texts: readonly string[]) => {
      for (const [row, typed] of texts.entries()) {
        await page.focus('#grid')
        await page.keyboard.press('Control+Home')
        for (let at = 0; at < row; at++) await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Control+ArrowRight')
        await page.keyboard.type(typed)
        await page.keyboard.press('Enter')
      }
    }
    await page.focus('#grid')
    await paste(page, block(3))
    await isSaved(page)
    await typeDown(['no', 'f', 'yes'])
    await isSaved(page)
    const healthy = async () => {
      const values = new Map((await linesOf(id)).results.map((line) => [line.name, line.healthy]))
      return ['Oak 0', 'Oak 1', 'Oak 2'].map((name) => values.get(name))
    }
    expect(await healthy()).toEqual([false, false, true])
    // Another word for yes, one for no, and a text that begins as an option does.
    await typeDown(['vrai', 'nothing', '0'])
    const refused = page.locator('#grid td[aria-invalid=true]')
    await expect.poll(() => refused.allTextContents()).toEqual(['nothing'])
    await page.locator('#save-state[data-state=waiting]').waitFor({ timeout: 20_000 })
    await expect.poll(healthy).toEqual([true, false, false])
    await page.click('#show-problem')
    await page.keyboard.press('Delete')
    await isSaved(page)
    await page.keyboard.press('Control+Home')
    await paste(page, 'Elm\t4\t31/01/2020\toui\t22100\t02\r\n')
    await isSaved(page)
    expect(await page.textContent('#cell-problem')).toBe(
      'The pasted block has 2 columns more than fit: they were left out.',
    )
    await page.keyboard.press('ArrowDown')
    expect(await page.textContent('#cell-problem')).toBe('')
  })

  test('what was typed in the form of a row is left after a question', async () => {
    const visitor = await visit()
    const { page } = visitor
    await createTrees(visitor, 'Trees in a form')
    await page.click('[data-do=form]')
    await page.fill('#field-0', 'Elm')
    page.once('dialog', (dialog) => void dialog.dismiss())
    await page.keyboard.press('Escape')
    expect(await page.inputValue('#row-form[open] #field-0')).toBe('Elm')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.keyboard.press('Escape')
    await page.locator('#row-form[open]').waitFor({ state: 'detached' })
  })

  test('cells are edited with the keyboard only; invalid ones are marked, kept locally, and not sent', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    const id = await createTrees(visitor, 'Trees by keyboard')
    await page.focus('#grid')
    await page.keyboard.type('Elm')
    await page.keyboard.press('Tab')
    await page.keyboard.type('tall')
    await page.keyboard.press('Tab')
    const cell = page.locator('#grid td[data-column="1"]').first()
    expect(await cell.getAttribute('aria-invalid')).toBe('true')
    await page.locator('#save-state[data-state=waiting]').waitFor({ timeout: 20_000 })
    expect((await linesOf(id)).total).toBe(0)
    await page.keyboard.press('ArrowRight')
    expect(await page.textContent('#cell-problem')).toBe('')
    await page.click('#show-problem')
    expect(await page.textContent('#cell-problem')).toBe('Must be a number')
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('12,5')
    await page.keyboard.press('Enter')
    await isSaved(page)
    expect(await page.isVisible('#show-problem')).toBe(false)
    expect(await page.textContent('.tabs [aria-current] .count')).toBe('1')
    expect((await linesOf(id)).results).toMatchObject([{ name: 'Elm', height: 12.5 }])
    const active = () => page.getAttribute('#grid', 'aria-activedescendant')
    await page.keyboard.press('ArrowUp')
    expect(await page.locator(`[id="${await active()}"]`).getAttribute('aria-colindex')).toBe('3')
    await page.keyboard.press('Delete')
    await isSaved(page)
    expect((await linesOf(id)).results[0]).not.toHaveProperty('height')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('grid-entry')
    await page.focus('#grid')
    await page.click('[data-do=history]')
    await page.locator('#row-history[open] li').nth(1).waitFor()
    // The value that was removed.
    expect(await page.textContent('#row-history li:first-child del')).toBe('12.5')
    expect(await violations(page)).toEqual([])
    await page.locator('#row-history li button').first().click()
    await isSaved(page)
    expect((await linesOf(id)).results[0]).toMatchObject({ height: 12.5 })
    // A deleted row is restored also after the page was left.
    await page.focus('#grid')
    await page.click('[data-do=delete]')
    await isSaved(page)
    await page.reload()
    await page.click('[data-deleted]')
    await page.locator('#deleted-rows[open] li', { hasText: 'Elm' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.locator('#deleted-rows li button').first().click()
    await isSaved(page)
    expect((await linesOf(id)).results).toMatchObject([{ name: 'Elm', height: 12.5 }])
    expect(faults).toEqual([])
  })

  test.each(looks)('times, labels and files have pickers, $width px, $scheme', async (look) => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    await signIn(visitor)
    const column = (key: string, field: object) => ({ key, type: 'string', title: key, ...field })
    const made = await fetch(`${service.url}/api/v1/datasets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        isRest: true,
        title: `Trees with pickers ${look.width} ${look.scheme}`,
        schema: [
          column('seen', { format: 'date-time' }),
          column('state', { 'x-labels': { good: 'In good health', dead: 'Dead' } }),
          column('photo', { 'x-refersTo': 'http://schema.org/DigitalDocument' }),
        ],
      }),
    })
    const { id } = (await made.json()) as { id: string } // a dataset
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    await page.locator('#grid td').first().waitFor()
    const file = { name: 'oak.txt', mimeType: 'text/plain', buffer: Buffer.from('An oak.') }
    if (look.width < 500) {
      await page.locator('#grid td[data-column="0"]').first().click()
      const form = page.locator('#row-form')
      await form.getByLabel('seen', { exact: true }).fill('2026-03-01T08:30')
      await form.getByLabel('state', { exact: true }).fill('In good health')
      await form.locator('input[type=file]').setInputFiles(file)
      expect(await violations(page)).toEqual([])
      await picture(page, 'row-form', look)
      await form.locator('button.primary').click()
    } else {
      // Playwright intercepts the file chooser from here on.
      const asked = page.waitForEvent('filechooser')
      await page.focus('#grid')
      await page.keyboard.press('F2')
      await page.locator('input.cell-editor[type=datetime-local]').fill('2026-03-01T08:30')
      await picture(page, 'grid-time', look)
      await page.keyboard.press('Tab')
      await page.keyboard.press('F2')
      expect(await page.locator('.cell-editor').getAttribute('list')).toBe('labels-state')
      await page.keyboard.type('In good health')
      await page.keyboard.press('Tab')
      await isSaved(page)
      await page.keyboard.press('Enter')
      await (await asked).setFiles(file)
    }
    await page.locator('#grid td:has-text("oak.txt")').waitFor({ timeout: 20_000 })
    await isSaved(page)
    const [line] = (await linesOf(id)).results
    expect(line).toMatchObject({ state: 'good', photo: expect.stringMatching(/oak\.txt$/) })
    expect(line?.seen).toMatch(/^2026-03-01T08:30:00/)
    if (look.width > 500) {
      // A time keeps its offset, and a label is edited as it is read.
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('F2')
      expect(await page.locator('.cell-editor').inputValue()).toMatch(/^2026-03-01T08:30/)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('F2')
      expect(await page.locator('.cell-editor').inputValue()).toBe('In good health')
      await page.keyboard.press('Escape')
      expect((await linesOf(id)).results[0]?.seen).toBe(line?.seen)
    } else {
      await page.locator('#grid td[data-column="0"]').first().click()
      const field = page.locator('#row-form .field:has(input[type=file])')
      await field.getByText('oak.txt').waitFor()
      expect(await field.locator('input:visible').count()).toBe(1)
      const read = await page.request.get((await field.locator('a').getAttribute('href')) ?? '')
      expect(await read.text()).toBe('An oak.')
      expect(await violations(page)).toEqual([])
      await picture(page, 'row-form-file', look)
      await field.locator('button').click()
      await page.click('#row-form button.primary')
      await expect.poll(async () => (await linesOf(id)).results[0]).not.toHaveProperty('photo')
    }
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('a screen reader gets the roles and names of the grid, and its messages', async () => {
    const visitor = await visit()
    const { page } = visitor
    await createTrees(visitor, 'Trees read aloud')
    await page.focus('#grid')
    await paste(page, block(2))
    await isSaved(page)
    await page.keyboard.press('Control+Home')
    const tree = await page.locator('main').ariaSnapshot()
    expect(tree).toContain(`grid "Rows of Trees read aloud"`)
    for (const name of ['Name', 'Height', 'Planted', 'Healthy']) expect(tree).toContain(`columnheader "${name}`)
    expect(tree).toContain('gridcell "Oak 0" [selected]')
    expect(tree).toContain('status: All changes are saved.')
    for (const name of ['Undo', 'Redo']) expect(tree).toMatch(new RegExp(`button "${name}`))
  })
})
