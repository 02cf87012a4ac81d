/** Rows that could not be saved: the browser keeps them until they are. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { created, isSaved, linesOf, paste } from './editing-support'
import { executablePath, looks, picture, service, signIn, useBrowser, type Visit, violations, visit } from './support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'height', type: 'number' },
]
const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('rows ')))
const notice = (page: Page) => page.locator('#restored-rows:visible')

async function grid(look: (typeof looks)[number] = looks[0]): Promise<Visit & { id: string; asked: string[] }> {
  const visitor = await visit(look)
  await signIn(visitor)
  const id = await created({ isRest: true, title: 'Unsaved trees', schema }, { name: 'Elm', height: 1 })
  const asked: string[] = []
  visitor.page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await open(visitor.page, id)
  return { ...visitor, id, asked }
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`${service.url}/dataset/${id}/edit-data`)
  await page.locator('#grid td:has-text("Elm")').waitFor()
  await page.focus('#grid')
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const state = (page: Page, name: string) => page.locator(`#save-state[data-state=${name}]`).waitFor({ timeout: 20_000 })
const write = (id: string, line: object) =>
  fetch(`${service.url}/api/v1/datasets/${id}/_bulk_lines`, {
    method: 'POST',
    headers: { 'x-apikey': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify([line]),
  })

describe.skipIf(!executablePath)('rows that could not be saved', () => {
  useBrowser()

  test.each(looks)('invalid rows are there after a reload, until they are valid, $width px, $scheme', async (look) => {
    const { page, id, asked, faults } = await grid(look)
    await page.keyboard.press('ArrowDown')
    await paste(page, 'Oak\ttall\r\nFir\tsmall\r\nAsh\tlarge\r\n')
    await state(page, 'waiting')
    await page.reload()
    await notice(page).waitFor()
    expect(asked).toEqual([])
    expect(await notice(page).textContent()).toContain(look.language === 'en' ? '3 rows' : '3 lignes')
    expect(await page.locator('#grid td[aria-invalid=true]').allTextContents()).toEqual(['tall', 'small', 'large'])
    await state(page, 'waiting')
    expect((await linesOf(id)).total).toBe(1)
    expect(await violations(page)).toEqual([])
    await picture(page, 'unsaved-rows', look)
    if (look.width < 500) return
    await page.focus('#grid')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    for (const height of ['7', '8', '9']) await type(page, height)
    await isSaved(page)
    expect((await linesOf(id)).results.map(({ height }) => height)).toEqual([1, 7, 8, 9])
    await expect.poll(() => kept(page)).toEqual([])
    expect(await notice(page).count()).toBe(0)
    await page.reload()
    await page.locator('#grid td:has-text("Ash")').waitFor()
    expect(await notice(page).count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('what was typed without a connection is saved at the next visit', async () => {
    const { page, id, asked } = await grid()
    await page.route('**/_bulk_lines', (route) => route.abort())
    await type(page, 'Beech')
    await page.keyboard.press('ArrowDown')
    await type(page, 'Oak')
    await state(page, 'offline')
    await page.unroute('**/_bulk_lines')
    await page.goto(`${service.url}/`)
    expect(asked).toEqual([])
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    await expect.poll(async () => (await linesOf(id)).results.map(({ name }) => name)).toEqual(['Beech', 'Oak'])
    await expect.poll(() => kept(page)).toEqual([])
  })

  test('discarded rows are gone, and changed ones have the values of the service', async () => {
    const { page, id } = await grid()
    await page.keyboard.press('ArrowRight')
    await type(page, 'tall')
    await page.keyboard.press('ArrowDown')
    await type(page, 'small')
    await state(page, 'waiting')
    await page.reload()
    await notice(page).waitFor()
    await notice(page).locator('button').click()
    await isSaved(page)
    await expect.poll(() => page.locator('#grid tbody td').allTextContents()).toEqual(['Elm', '1'])
    await expect.poll(() => kept(page)).toEqual([])
    expect((await linesOf(id)).total).toBe(1)
  })

  test('a row that someone else has changed, and one that they deleted, require a choice', async () => {
    const { page, id } = await grid()
    await write(id, { _id: 'oak', name: 'Oak', height: 2 })
    await page.locator('#grid td:has-text("Oak")').waitFor({ timeout: 20_000 })
    await page.route('**/_bulk_lines', (route) => route.abort())
    await type(page, 'Beech')
    await type(page, 'Holm oak')
    await state(page, 'offline')
    await page.unroute('**/_bulk_lines')
    await page.goto(`${service.url}/`)
    const elm = (await linesOf(id)).results.find(({ name }) => name === 'Elm')
    await write(id, { _id: elm?._id, _action: 'patch', name: 'Willow' })
    await write(id, { _id: 'oak', _action: 'delete' })
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    await page.locator('#conflicts .notice').nth(1).waitFor()
    const told = await page.textContent('#conflicts')
    expect(told).toMatch(/Beech.*Willow/)
    expect(told).toContain('was deleted by someone else')
    await page.click('#conflicts button[aria-label="Keep mine: Row 1"]')
    await page.click('#conflicts button:has-text("Keep the row")')
    await isSaved(page)
    await expect
      .poll(async () => (await linesOf(id)).results.map(({ name, height }) => [name, height]))
      .toEqual([
        ['Beech', 1],
        ['Holm oak', 2],
      ])
  })

  test('another user of the browser gets none of them, and signing out asks and discards them', async () => {
    const { page, id, asked } = await grid()
    await page.keyboard.press('ArrowRight')
    await type(page, 'tall')
    await state(page, 'waiting')
    await expect.poll(() => kept(page)).toHaveLength(1)
    const [own = ''] = await kept(page)
    // As if another user had kept them.
    await page.goto(`${service.url}/`)
    await page.evaluate(
      ([key]) => {
        localStorage.setItem('rows another', localStorage.getItem(key ?? '') ?? '')
        localStorage.removeItem(key ?? '')
      },
      [own],
    )
    await open(page, id)
    expect(await notice(page).count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await type(page, 'small')
    await state(page, 'waiting')
    await page.click('.account .menu summary')
    // Other tests share the session: it is not ended.
    await page.route('**/sign-out', (route) =>
      route.fulfill({ status: 200, body: 'Signed out', contentType: 'text/html' }),
    )
    await page.click('form[data-signed-out] button')
    await page.waitForURL(/sign-out$/)
    expect(asked).toEqual(['beforeunload'])
    await page.goto(`${service.url}/`)
    expect(await kept(page)).toEqual(['rows another'])
  })

  test('the browser asks before changes are lost that it cannot keep', async () => {
    const { page } = await grid()
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.keyboard.press('ArrowRight')
    await type(page, 'tall')
    await state(page, 'waiting')
    const dialog = page.waitForEvent('dialog')
    void page.goto(`${service.url}/`).catch(() => undefined)
    expect((await dialog).type()).toBe('beforeunload')
  })
})
