/** The review of a file with other headers: each choice of a renamed column changes the page at once, and typed values stay. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, picture, publish, service, signIn, useBrowser, violations, visit } from './support'

const towns = ['Dinan', 'Lannion', 'Brest']
const file = (header: string) => `${header}\n${towns.map((town, at) => `${town},${at},ref${at}`).join('\n')}\n`

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme, $language', (look) => {
  useBrowser()

  test('columns with another header are chosen by keyboard, and their titles stay', async () => {
    const id = await publish(file('nom,places,code'), { title: `Racks ${look.width} ${look.scheme}` })
    const headers = { 'x-apikey': service.apiKey, 'content-type': 'application/json' }
    const { schema } = (await (await fetch(`${service.url}/api/v1/datasets/${id}`, { headers })).json()) as {
      schema: { key: string }[] // of a dataset
    }
    const titled = schema.map((field) => (field.key === 'nom' ? { ...field, title: 'Town' } : field))
    const body = JSON.stringify({ schema: titled })
    await fetch(`${service.url}/api/v1/datasets/${id}`, { method: 'PATCH', headers, body })
    const visitor = await visit(look)
    await signIn(visitor)
    const { page } = visitor
    const firstRows = () => page.locator('[data-region=rows] th').allTextContents()
    await page.goto(`${service.url}/dataset/${id}/replace`)
    const buffer = Buffer.from(file('name,places,ref'))
    await page.setInputFiles('input[name=file]', { name: 'racks.csv', mimeType: 'text/csv', buffer })
    await page.waitForURL(/\/review/)
    const former = page.locator('select[name="renamed:nom"]')
    await former.waitFor()
    expect(await former.inputValue()).toBe('name')
    expect(await page.locator('[name=anyway]').count()).toBe(0)
    expect(await firstRows()).toEqual(['Town', 'places', 'code'])
    const title = page.locator('input[name=title-0]')
    // Columns are folded on phones.
    if (!(await title.isVisible())) await page.click('tr:has(input[name=title-0]) button.fold')
    await title.fill('Seats')
    expect(await violations(page)).toEqual([])
    await picture(page, 'renamed-columns-proposed', look)

    await former.focus()
    await former.selectOption('')
    await page.locator('[name=anyway]').waitFor()
    expect(await page.locator('.changes .loss').first().textContent()).toBe('Town')
    expect(await firstRows()).toEqual(['Seats', 'code', 'name'])
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('renamed:nom')
    expect(await page.inputValue('input[name=title-0]')).toBe('Seats')
    expect(await violations(page)).toEqual([])
    await picture(page, 'renamed-columns-removed', look)

    await former.selectOption('name')
    await page.locator('[name=anyway]').waitFor({ state: 'detached' })
    await page.click('.review-form button[value=publish]')
    await page.waitForURL((url) => url.pathname.endsWith(`/dataset/${id}`))
    await page.goto(`${service.url}/dataset/${id}/edit`)
    await page.locator('table.schema').waitFor({ state: 'attached' })
    expect(await page.locator('table.schema code:last-of-type').allTextContents()).toEqual(['nom', 'places', 'code'])
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})
