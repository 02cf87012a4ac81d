/** The edges of the grid: rows that it adds below its last one, and its first column, which stays in sight. */
import { describe, expect, test } from 'vitest'
import { created, createTrees, isSaved, linesOf, paste } from './editing-support'
import { executablePath, looks, service, signIn, useBrowser, visit } from './support'

async function signedIn() {
  const visitor = await visit()
  await signIn(visitor)
  return visitor
}

describe.skipIf(!executablePath)('the edges of the grid', () => {
  useBrowser()

  test('a row is added below the last one by the arrow, and by Enter at the end of an edit', async () => {
    const visitor = await visit()
    const { page } = visitor
    const id = await createTrees(visitor, 'Trees that grow')
    await page.focus('#grid')
    await paste(page, 'Oak\r\n')
    await isSaved(page)
    const count = () => page.locator('#grid tbody tr[data-row]').count()
    expect(await count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await expect.poll(count).toBe(2)
    // An empty row is followed by none.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('Elm')
    await page.keyboard.press('Enter')
    await expect.poll(count).toBe(3)
    await page.keyboard.type('Fir')
    await page.keyboard.press('Tab')
    await isSaved(page)
    const names = async () => (await linesOf(id)).results.map(({ name }) => name).sort()
    await expect.poll(names).toEqual(['Elm', 'Fir', 'Oak'])
    expect(visitor.faults).toEqual([])
  })

  test('a letter that is typed on a phone is the first of the value', async () => {
    const visitor = await visit(looks[1])
    await signIn(visitor)
    const { page, faults } = visitor
    const id = await created(
      { isRest: true, title: 'Small trees', schema: [{ key: 'name', type: 'string' }] },
      { name: 'Elm' },
    )
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    await page.locator('#grid td:has-text("Elm")').waitFor()
    await page.focus('#grid')
    await page.keyboard.type('Oak')
    await page.keyboard.press('Enter')
    await isSaved(page)
    await expect.poll(async () => (await linesOf(id)).results.map(({ name }) => name)).toEqual(['Oak'])
    expect(faults).toEqual([])
  })

  test('a value that is not among those of its column is marked, never another one', async () => {
    const { page, faults } = await signedIn()
    const day = { key: 'day', type: 'string', 'x-labelsRestricted': true }
    const labels = { 'x-labels': { Lundi: '', Mardi: '', Samedi: '' } }
    const schema = [
      { key: 'name', type: 'string' },
      { ...day, ...labels },
    ]
    const id = await created({ isRest: true, title: 'Market days', schema }, { name: 'Carhaix', day: 'Lundi' })
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    const cell = page.locator('#grid td[data-column="1"]').first()
    await page.locator('#grid td:has-text("Lundi")').waitFor()
    await page.focus('#grid')
    const type = async (text: string) => {
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type(text)
    }
    for (const text of ['Dimanche', '3 mars 2019']) {
      await type(text)
      expect(await page.textContent('#cell-problem')).toContain('Lundi, Mardi, Samedi')
      await page.keyboard.press('Enter')
      await expect.poll(() => cell.textContent()).toBe(text)
      expect(await cell.getAttribute('aria-invalid')).toBe('true')
    }
    expect((await linesOf(id)).results).toMatchObject([{ day: 'Lundi' }])
    // The rest is selected: the next letters replace it.
    await type('s')
    expect(await page.locator('.cell-editor').inputValue()).toBe('samedi')
    await page.keyboard.type('amedi')
    await page.keyboard.press('Enter')
    await isSaved(page)
    await expect.poll(async () => (await linesOf(id)).results).toMatchObject([{ day: 'Samedi' }])
    await page.keyboard.press('Control+Home')
    await paste(page, 'Carhaix\tMARDI\r\n')
    await isSaved(page)
    await expect.poll(async () => (await linesOf(id)).results).toMatchObject([{ day: 'Mardi' }])
    expect(faults).toEqual([])
  })

  test('the first column stays beside the cells of the last ones, which it does not cover', async () => {
    const { page, faults } = await signedIn()
    const schema = Array.from({ length: 12 }, (_, at) => ({ key: `c${at}`, type: 'string' }))
    const id = await created({ isRest: true, title: 'Wide trees', schema }, { c0: 'Oak', c6: 'six' })
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    const first = page.locator('#grid td:has-text("Oak")')
    await first.waitFor()
    await page.focus('#grid')
    for (let at = 0; at < 11; at++) await page.keyboard.press('ArrowRight')
    for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowLeft')
    const [name, active] = [await first.boundingBox(), await page.locator('#grid td.active').boundingBox()]
    expect(await page.textContent('#grid td.active')).toBe('six')
    expect(name?.x).toBeGreaterThan(0)
    expect(active?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? 0))
    expect(faults).toEqual([])
  })
})
