/** The values typed in the review of a file: the browser stores them until the form is sent or discarded. */
import { describe, expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { file, send } from './publishing-support'
import { executablePath, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath)('the values of a review', () => {
  useBrowser()

  test('values typed in a review are there after a reload, until they are discarded or sent', async () => {
    const visitor = await visit(looks[1])
    const { page, faults } = visitor
    await signIn(visitor)
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`${service.url}/publish`)
    await send(page, file('code,lat,lon\n1,48.1,-2\n2,48.2,-3\n'))
    const [title, type] = ['.review-form [name=title]', '.review-form [name=type-0]']
    const initial = await page.inputValue(title)
    await page.fill(title, 'Corrected title')
    await page.selectOption(type, 'string')
    await page.check('.review-form [name=access][value=public]')
    await page.reload()
    await page.locator('[data-restored]:visible').waitFor()
    expect(await page.inputValue(title)).toBe('Corrected title')
    expect(await page.inputValue(type)).toBe('string')
    expect(await page.isChecked('.review-form [name=access][value=public]')).toBe(true)
    await picture(page, 'review-restored', looks[1])
    expect(await violations(page)).toEqual([])
    await page.click('[data-restored] button')
    await expect.poll(() => page.inputValue(title)).toBe(initial)
    await page.reload()
    expect(await page.isVisible('[data-restored]')).toBe(false)
    await page.fill(title, 'Sent title')
    await page.click('.review-form [value=publish]')
    await page.waitForURL(/\/dataset\/[a-z0-9]+$/)
    // The page is loaded again once the dataset is finalized.
    await page.locator('.tabs a[href$="/map"]').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('form ')))).toEqual([])
    expect(faults).toEqual([])
  })

  test('a typed title is that of the preview; rows that are left out give the columns their types, beside what was typed', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    await signIn(visitor)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${service.url}/publish`)
    await send(
      page,
      file('year;kind;amount\n2023;a;1\n2024;b;2\nTotal 2024;;3\nyear;kind;amount\n2025;a;4\n2026;b;5\n'),
    )
    const heads = () => page.locator('[data-region=rows] thead th').allTextContents()
    await page.fill('.review-form [name=title-2]', 'Spent')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await heads()).some((head) => head.includes('Spent'))).toBe(true)
    expect(await page.inputValue('.review-form [name=type-0]')).toBe('string')
    await page.click('form.notice:has([name=leftOutRows]) button')
    await page.locator('[data-restored]:visible').waitFor({ timeout: 60_000 })
    expect(await page.inputValue('.review-form [name=title-2]')).toBe('Spent')
    expect(await page.inputValue('.review-form [name=type-0]')).toBe('integer')
    expect(await page.inputValue('.review-form [name=type-2]')).toBe('integer')
    expect(faults).toEqual([])
  })

  test('the description typed in a review is there after another reading of the file', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    await signIn(visitor)
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    await page.goto(`${service.url}/publish`)
    await send(page, file('Racks of the town in 2025\n\ncode,name,places\n1,A,12\n2,B,3\n'))
    const title = '.review-form [name=title]'
    const firstColumn = page.locator('table.review tbody th').first()
    // The row below the title is the header at once.
    await firstColumn.filter({ hasText: 'code' }).waitFor({ timeout: 60_000 })
    await page.fill(title, 'Bicycle racks')
    await page.check('.review-form [name=access][value=public]')
    await page.fill('.review-form [name=title-0]', 'Title of another reading')
    await page.click('form.notice button[value=reread]')
    await page.locator('[data-restored]:visible').waitFor({ timeout: 60_000 })
    expect(await page.inputValue(title)).toBe('Bicycle racks')
    expect(await page.isChecked('.review-form [name=access][value=public]')).toBe(true)
    expect(await firstColumn.textContent()).toContain('Racks of the town')
    expect(await page.inputValue('.review-form [name=title-0]')).not.toBe('Title of another reading')
    await page.click('form.notice button[value=reread]')
    await firstColumn.filter({ hasText: 'code' }).waitFor({ timeout: 60_000 })
    // Columns that have the same key at the same position keep their values.
    await page.fill('.review-form [name=title-1]', 'Name of the rack')
    await page.selectOption('.review-form [name=type-2]', 'string')
    await page.locator('details.reading:has([name=quote]) summary').click()
    await page.selectOption('details.reading [name=quote]', "'")
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/review')),
      page.click('details.reading:has([name=delimiter]) button[value=reread]'),
    ])
    await page.locator('[data-restored]:visible').waitFor({ timeout: 60_000 })
    expect(await page.inputValue(title)).toBe('Bicycle racks')
    expect(await page.inputValue('.review-form [name=title-1]')).toBe('Name of the rack')
    expect(await page.inputValue('.review-form [name=type-2]')).toBe('string')
    expect(questions).toEqual([])
    expect(faults).toEqual([])
  })

  test('a concept that the values contradict is told when it is chosen', async () => {
    const visitor = await visit(looks[1])
    const { page, faults } = visitor
    await signIn(visitor)
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`${service.url}/publish`)
    await send(page, file('town,places\nBrest,12\nDinan,3\n'))
    const remark = page.locator('.unfit-concept').first()
    expect(await remark.textContent()).toBe('')
    await page.selectOption('.review-form [name=concept-0]', 'http://schema.org/latitude')
    await expect.poll(() => remark.textContent()).toContain('2 sur 2 lues')
    await picture(page, 'review-unfit-concept', looks[1])
    expect(await violations(page)).toEqual([])
    await page.selectOption('.review-form [name=concept-0]', 'http://schema.org/City')
    await expect.poll(() => remark.textContent()).toBe('')
    expect(faults).toEqual([])
  })

  test('amounts among which a value is none: the chosen type has its choices, the unit in the title and the published values', async () => {
    for (const look of [looks[0], looks[1]]) {
      const visitor = await visit(look)
      const { page, faults } = visitor
      await signIn(visitor)
      page.on('dialog', (dialog) => dialog.accept())
      await page.goto(`${service.url}/publish`)
      const amounts = ['1 200,50 €', 'n.c.', '350 €', '4 500,75 €', '12 €', '80 €']
      await send(page, file(`projet;Montant TTC\n${amounts.map((amount, at) => `P${at};${amount}\n`).join('')}`))
      const row = page.locator('table.review tbody tr').nth(1)
      expect(await row.locator('.near-type').count()).toBe(1)
      await page.selectOption('.review-form [name=type-1]', 'number')
      await row.locator('[name=invalid-1-number][value=leave]').waitFor()
      expect(await row.locator('[name=invalid-1-number]').count()).toBe(2)
      expect(await row.locator('.near-type').count()).toBe(0)
      expect(await page.inputValue('.review-form [name=title-1]')).toBe('Montant TTC (€)')
      expect(await row.locator('.samples').textContent()).not.toContain('n.c.')
      await picture(page, 'review-amounts', look)
      expect(await violations(page)).toEqual([])
      await page.selectOption('.review-form [name=type-1]', 'string')
      await row.locator('.near-type').waitFor()
      expect(await page.inputValue('.review-form [name=title-1]')).toBe('')
      expect(await row.locator('.samples').textContent()).toContain('n.c.')
      expect(faults).toEqual([])
      await page.close()
    }
  })

  test('a workbook that begins with a page about it opens on the next sheet', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    await signIn(visitor)
    page.on('dialog', (dialog) => dialog.accept())
    await page.goto(`${service.url}/publish`)
    const sheets = [
      { name: 'Lisez-moi', rows: [['À propos de ce fichier'], ['Mairie']] },
      {
        name: 'Données',
        rows: [
          ['lieu', 'places'],
          ['A', 12],
          ['B', 3],
        ],
      },
      {
        name: 'Codes',
        rows: [
          ['code', 'libellé'],
          ['x', 'oui'],
        ],
      },
    ]
    const buffer = Buffer.from(xlsx(sheets))
    await send(page, { name: 'lieux.xlsx', mimeType: 'application/octet-stream', buffer })
    await page.locator('table.review tbody th', { hasText: 'places' }).waitFor({ timeout: 60_000 })
    expect(await page.locator('details.reading[open]').count()).toBe(0)
    await picture(page, 'review-next-sheet', looks[0])
    expect(faults).toEqual([])
  })
})
