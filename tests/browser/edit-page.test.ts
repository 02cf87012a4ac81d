/** The page that edits a dataset: its sections open and close, long forms keep their button in sight, columns fold on phones. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, picture, publish, service, signIn, useBrowser, violations, visit } from './support'

const columns = Array.from({ length: 20 }, (_, at) => `column ${at}`)
const csv = `${columns.join(',')}\n${columns.map((_, at) => at).join(',')}\n`

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme, $language', (look) => {
  useBrowser()

  test('a link opens a section, whose save button stays in sight; after it is saved the section is open', async () => {
    const id = await publish(csv, { title: `Columns ${look.width} ${look.scheme}` })
    const visitor = await visit(look)
    const { page, faults } = visitor
    await signIn(visitor)
    const address = `${service.url}/dataset/${id}/edit`
    await page.goto(address)
    expect(await page.isVisible('#schema')).toBe(false)
    expect(await violations(page)).toEqual([])
    await picture(page, 'edit-closed', look)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThan(look.width < 500 ? 2_800 : 1_900)
    await page.fill('[name=summary]', 'What was typed in another section')
    await page.click('.side-nav a[href$="#schema"]')
    await page.locator('#schema').waitFor()
    const save = page.locator('#schema .save-bar button')
    expect(await save.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    const isNarrow = look.width < 500
    const hidden = (scroller: Element) => scroller.scrollWidth - scroller.clientWidth
    expect(await page.locator('#schema .scroller').evaluate(hidden)).toBe(0)
    expect(await page.isVisible('[name=title-3]')).toBe(!isNarrow)
    if (isNarrow) {
      const fold = page.locator('tr:has([name=title-3]) .fold')
      expect(await fold.getAttribute('aria-expanded')).toBe('false')
      await fold.click()
      expect(await fold.getAttribute('aria-expanded')).toBe('true')
      const right = (name: string) =>
        page.locator(`[name="${name}"]`).evaluate((input) => Math.round(input.getBoundingClientRect().right))
      expect(await right('title-3')).toBe(await right('concept-3'))
    }
    await page.fill('[name=title-3]', 'Fourth')
    await page.locator('#schema .unsaved-note').waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'edit-columns', look)
    await save.click()
    await page.waitForURL(/saved=schema/)
    expect(await page.inputValue('[name=title-3]')).toBe('Fourth')
    expect(await page.inputValue('[name=summary]')).toBe('What was typed in another section')
    expect(await page.isVisible('#schema .save-bar')).toBe(true)
    if (isNarrow) expect(await page.locator('tr:has([name=title-3]) .chosen').textContent()).toMatch(/^Fourth · /)
    expect(faults).toEqual([])
    await visitor.context.close()
  })

  test('columns of an editable dataset are moved and removed, and have rules', async () => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    await signIn(visitor)
    const schema = ['name', 'height', 'state'].map((key) => ({ key, type: 'string' }))
    const body = JSON.stringify({ isRest: true, title: `Trees ${look.width} ${look.scheme}`, schema })
    const headers = { 'x-apikey': service.apiKey, 'content-type': 'application/json' }
    const api = `${service.url}/api/v1/datasets`
    const created = await fetch(api, { method: 'POST', headers, body })
    const { id } = (await created.json()) as { id: string } // a dataset
    await fetch(`${api}/${id}/lines`, { method: 'POST', headers, body: '{"height":"4 m"}' })
    await page.goto(`${service.url}/dataset/${id}/edit#schema`)
    const row = (at: number) => page.locator(`#schema tbody tr:has([name=title-${at}])`)
    for (const at of [0, 1]) {
      const folded = row(at).locator('.fold[aria-expanded=false]')
      if (await folded.isVisible()) await folded.click()
    }
    await row(0).locator('[data-move=down]').click()
    expect(await page.textContent('[data-moved]')).toBe('name: 2 / 3')
    const order = await page.locator('#schema [name=order]').evaluateAll((inputs) =>
      // Hidden inputs of the form.
      (inputs as HTMLInputElement[]).map(({ value }) => value),
    )
    expect(order).toEqual(['1', '0', '2'])
    await row(0).locator('.rules summary').click()
    await page.check('[name=required-0]')
    await page.check('[name=remove-1]')
    expect(await violations(page)).toEqual([])
    await page.locator('#schema .save-bar button').click()
    await page.locator('[name=remove-values-1]').waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'edit-removal', look)
    await page.check('[name=remove-values-1]')
    await page.locator('#schema .save-bar button').click()
    await page.waitForURL(/saved=schema/)
    // The page is read again at the end of the processing.
    await expect
      .poll(() =>
        page
          .locator('#schema tbody th')
          .count()
          .catch(() => 0),
      )
      .toBe(2)
    await page.locator('[name=required-0]:checked').waitFor({ state: 'attached' })
    expect(faults.filter((fault) => !fault.includes('409 (Conflict)'))).toEqual([])
    await visitor.context.close()
  })
})

describe.skipIf(!executablePath)('without scripts', () => {
  useBrowser()
  test('all columns are open', async () => {
    const id = await publish(csv, { title: 'Columns without scripts' })
    const visitor = await visit()
    await signIn(visitor)
    const plain = await visit(looks[1], false)
    await plain.context.addCookies(await visitor.context.cookies())
    await plain.page.goto(`${service.url}/dataset/${id}/edit#schema`)
    expect(await plain.page.isVisible('[name=title-3]')).toBe(true)
  })
})
