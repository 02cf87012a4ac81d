/** The grid in a small window: messages of failed saves, and new rows that are cancelled. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { created, isSaved, linesOf } from './editing-support'
import { executablePath, looks, picture, service, signIn, useBrowser, type Visit, violations, visit } from './support'

const [wide, narrow] = looks
const schema = [
  { key: 'name', type: 'string' },
  { key: 'height', type: 'number' },
]

/** The grid of a dataset with many rows, in a window. */
async function grid(look: (typeof looks)[number], height: number): Promise<Visit & { id: string }> {
  const visitor = await visit(look)
  await signIn(visitor)
  const { page } = visitor
  await page.setViewportSize({ width: look.width, height })
  const id = await created({ isRest: true, title: `Trees in ${look.width} px`, schema }, { name: 'Elm', height: 1 })
  await fetch(`${service.url}/api/v1/datasets/${id}/_bulk_lines`, {
    method: 'POST',
    headers: { 'x-apikey': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ name: `Oak ${at}` }))),
  })
  await page.goto(`${service.url}/dataset/${id}/edit-data`)
  await page.locator('#grid td:has-text("Elm")').waitFor()
  return { ...visitor, id }
}

/** Whether a text is in the window as it is scrolled. */
const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight && element.textContent !== ''
  })

async function change(page: Page, height: string): Promise<void> {
  await page.locator('#grid td:has-text("Elm")').click()
  await page.fill('#row-form[open] #field-1', height)
  await page.click('#row-form button.primary')
}

describe.skipIf(!executablePath)('the grid on a phone', () => {
  useBrowser()

  test.each([
    { name: 'refused', answer: { status: 429, json: { code: 'quota-storage', detail: 'No room is left.' } } },
    { name: 'signed out', answer: { status: 401, json: { code: 'not-authenticated' } } },
    { name: 'unreachable', answer: { status: 503, json: { code: 'unavailable' } } },
  ])('the message of a failed save is in the window: $name', async ({ name, answer }) => {
    const { page } = await grid(narrow, 740)
    await page.route('**/_bulk_lines', (route) => route.fulfill(answer))
    await change(page, '12')
    await page.locator('#save-state:not([data-state=saved], [data-state=saving])').waitFor({ timeout: 20_000 })
    expect(await page.getAttribute('#save-state', 'role')).toBe('status')
    expect(await isInView(page, '#save-state')).toBe(true)
    expect(await violations(page)).toEqual([])
    await picture(page, `grid-${name}`, narrow)
  })

  test('a new row whose form is cancelled is none', async () => {
    const { page, id, faults } = await grid(narrow, 740)
    const rows = page.locator('#grid')
    expect(await rows.getAttribute('aria-rowcount')).toBe('42')
    await page.click('[data-do=add]')
    await page.locator('#row-form[open]').waitFor()
    expect(await rows.getAttribute('aria-rowcount')).toBe('43')
    await page.click('#row-form [value=cancel]')
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('42')
    expect(await page.locator('[data-do=undo]').isDisabled()).toBe(true)
    await isSaved(page)
    expect((await linesOf(id)).total).toBe(41)
    expect(faults).toEqual([])
  })

  test('Escape gives a new row up in a wide window, and takes back no other row', async () => {
    const { page, id } = await grid(wide, 800)
    const rows = page.locator('#grid')
    await page.click('[data-do=add]')
    await page.keyboard.type('Fir')
    await page.keyboard.press('Escape')
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('42')
    await page.click('[data-do=add]')
    await page.keyboard.press('Escape')
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('42')
    await page.keyboard.press('Escape')
    expect(await rows.getAttribute('aria-rowcount')).toBe('42')
    await page.click('[data-do=add]')
    await page.keyboard.type('Ash')
    await page.keyboard.press('Enter')
    await isSaved(page)
    await expect.poll(async () => (await linesOf(id)).total).toBe(42)
  })
})
