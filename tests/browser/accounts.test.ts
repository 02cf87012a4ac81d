/** Account pages: keys, lines of editable datasets, another language. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme', (look) => {
  useBrowser()

  test('a key is created, shown once, works, and is revoked', async () => {
    const visitor = await visit(look)
    const { page, faults } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/settings`)
    await page.fill('[name=title]', `Robot ${look.width}`)
    await page.click('form:has([name=scopes]) button.primary')
    await page.locator('.new-key code').waitFor()
    const key = (await page.textContent('.new-key code')) ?? ''
    expect(await violations(page)).toEqual([])
    await picture(page, 'settings', look)
    const list = () => fetch(`${service.url}/api/v1/datasets?mine=true`, { headers: { 'x-apikey': key } })
    expect((await list()).status).toBe(200)
    await page.goto(`${service.url}/settings`)
    expect(await page.content()).not.toContain(key)
    await page.click(`li:has-text("Robot ${look.width}") summary`)
    await picture(page, 'settings-revoke', look)
    await page.click(`li:has-text("Robot ${look.width}") button`)
    await page.waitForURL(`${service.url}/settings?done=keyRevoked`)
    await expect.poll(async () => (await list()).status, { timeout: 15_000 }).toBe(401)
    expect(faults).toEqual([])
    await visitor.context.close()
  })

  test('lines are added, refused at their field, changed, imported and deleted', async () => {
    const headers = { 'x-apikey': service.apiKey, 'content-type': 'application/json' }
    const schema = [
      { key: 'name', type: 'string', 'x-required': true },
      { key: 'places', type: 'integer', minimum: 1 },
    ]
    const body = JSON.stringify({ isRest: true, title: `Rooms ${look.width}`, schema })
    const made = await fetch(`${service.url}/api/v1/datasets`, { method: 'POST', headers, body })
    const { id } = (await made.json()) as { id: string } // a dataset
    const visitor = await visit(look)
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/table`)
    await page.click('.toolbar a.primary')
    await page.fill('[id=line-name]', 'Hall')
    await page.fill('[id=line-places]', '0')
    await page.click('.line-form button.primary')
    await page.locator('.field:has([id=line-places]) .refusal').waitFor()
    expect(await page.inputValue('[id=line-name]')).toBe('Hall')
    expect(await violations(page)).toEqual([])
    await picture(page, 'refused-line', look)
    await page.fill('[id=line-places]', '40')
    await page.click('.line-form button.primary')
    await page.locator('td:has-text("40")').waitFor()
    await page.click('tbody .line-number a')
    await page.fill('[id=line-places]', '45')
    const questions: string[] = []
    const answers = [false, false, true]
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (answers.shift() ? dialog.accept() : dialog.dismiss())
    })
    const form = page.url()
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect.poll(() => questions.length).toBe(2)
    for (const question of questions) expect(question).toMatch(/changes to this row|modifications de cette ligne/)
    await expect.poll(() => page.url()).toBe(form)
    // The form stays beside the rows of a search.
    await page.fill('form.search [type=search]', 'Hall')
    await page.waitForURL(/q=Hall/)
    await expect.poll(() => page.inputValue('.line-form [name=query]', { timeout: 1_000 })).toBe('?q=Hall')
    expect(await page.inputValue('[id=line-places]')).toBe('45')
    await page.click('.panel [data-close]')
    await page.locator('.line-form').waitFor({ state: 'detached' })
    expect(questions).toHaveLength(3)
    await page.click('tbody .line-number a')
    await page.fill('[id=line-places]', '45')
    await page.click('.line-form button.primary')
    await page.locator('td:has-text("45")').waitFor()
    await page.goto(`${service.url}/dataset/${id}/import`)
    const unknown = Buffer.from('name,places,extra\n')
    await page.setInputFiles('input[type=file]', { name: 'rooms.csv', mimeType: 'text/csv', buffer: unknown })
    await page.click('form button.primary')
    await page.locator('[role=alert]:has-text("extra")').waitFor()
    // The refused file is still chosen.
    await page.locator('select[name=column-0]').waitFor()
    await page.check('[name=unknown-columns]')
    await page.click('form button.primary')
    await page.locator('.notice[role=status]:has-text("extra")').waitFor()
    await page.goto(`${service.url}/dataset/${id}/import`)
    const buffer = Buffer.from('name,places\nAttic,3\nCellar,0\n')
    await page.setInputFiles('input[type=file]', { name: 'rooms.csv', mimeType: 'text/csv', buffer })
    await page.click('form button.primary')
    await page.locator('.figures').waitFor()
    expect(await page.textContent('.figures')).toContain('places')
    // The file is still chosen: its other row is imported.
    await page.click('[data-outcome] button[formaction*="errors=skip"]')
    await page.waitForURL(/outcome=/)
    await page.goto(`${service.url}/dataset/${id}/table`)
    expect(await page.locator('tbody tr').count()).toBe(2)
    await page.locator('tr:has-text("Attic") .line-number a').click()
    await page.click('.line-form summary.danger')
    await page.click('.line-form button.danger')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await visitor.context.close()
  })

  test('the chosen language applies to all pages', async () => {
    const { page, context } = await visit(look)
    const other = look.language === 'en' ? 'fr' : 'en'
    await page.goto(`${service.url}/?q=x`)
    await page.click('footer button')
    await page.waitForURL(/q=x/)
    expect(await page.getAttribute('html', 'lang')).toBe(other)
    await page.goto(`${service.url}/sign-in`)
    expect(await page.getAttribute('html', 'lang')).toBe(other)
    await context.close()
  })

  test('a user signs up, and starts with a personal account', async () => {
    const { page, context } = await visit(look)
    await page.goto(`${service.url}/sign-up`)
    expect(await violations(page)).toEqual([])
    await page.fill('[name=name]', 'Ann')
    await page.fill('[name=email]', `ann-${look.width}-${look.scheme}@example.org`)
    await page.fill('[name=password]', 'a password of Ann')
    await page.click('main button.primary')
    await page.waitForURL(`${service.url}/`)
    expect(await page.textContent('.account summary')).toContain('Ann')
    await context.close()
  })
})
