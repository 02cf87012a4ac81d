/** The grid with a sort and filters, and rows that were deleted together. */
import { describe, expect, test } from 'vitest'
import { headers, isSaved, linesOf } from './editing-support'
import { executablePath, looks, service, signIn, useBrowser, type Visit, violations, visit } from './support'

const trees = [
  { _id: 'a', name: 'Alder', kind: 'wet', height: 12 },
  { _id: 'b', name: 'Beech', kind: 'dry', height: 30 },
  { _id: 'c', name: 'Willow', kind: 'wet', height: 20 },
]

/** Opens the grid of a dataset of three trees with history. */
async function opened(visitor: Visit, title: string): Promise<string> {
  await signIn(visitor)
  const json = { ...headers, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${service.url}/api/v1/datasets${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const schema = [
    { key: 'name', type: 'string', title: 'Name' },
    { key: 'kind', type: 'string', title: 'Kind' },
    { key: 'height', type: 'integer', title: 'Height' },
  ]
  const { id } = (await (await post('', { isRest: true, title, schema, rest: { history: true } })).json()) as {
    id: string
  }
  await post(`/${id}/_bulk_lines`, trees)
  await visitor.page.goto(`${service.url}/dataset/${id}/edit-data`)
  await visitor.page.locator('#grid td').first().waitFor()
  return id
}

const namesIn = (visitor: Visit) => visitor.page.locator('#grid tbody td[data-column="0"]').allTextContents()

describe.skipIf(!executablePath)('the grid with a sort and filters', () => {
  useBrowser()

  test.each([looks[0], looks[1]])(
    'sorts and filters by a column, and saves what was typed before ($width px)',
    async (look) => {
      const visitor = await visit(look)
      const { page } = visitor
      const id = await opened(visitor, 'Trees to filter')
      await page.focus('#grid')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Alt+ArrowDown')
      await page.locator('.panel h2', { hasText: 'Kind' }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.locator('.frequent a.value', { hasText: 'wet' }).click()
      await page.waitForURL(/kind_eq=wet/)
      await expect.poll(() => namesIn(visitor)).toEqual(['Alder', 'Willow'])
      // The other values can still be chosen.
      expect(await page.locator('.frequent a.value').allTextContents()).toEqual(['wet', 'dry'])
      await page.keyboard.press('Escape')
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('grid-entry')
      await page.keyboard.type('Ash')
      await page.locator('#grid thead a', { hasText: 'Height' }).dispatchEvent('click')
      await page.locator('.panel h2', { hasText: 'Height' }).waitFor()
      await page.locator('.panel a', { hasText: look.language === 'fr' ? 'Décroissant' : 'Descending' }).click()
      await page.waitForURL(/sort=-height/)
      await expect.poll(() => namesIn(visitor)).toEqual(['Willow', 'Ash'])
      expect((await linesOf(id)).results.map(({ name }) => name).sort()).toEqual(['Ash', 'Beech', 'Willow'])
      await page.locator('.active-filters .chip', { hasText: 'wet' }).click()
      await expect.poll(() => namesIn(visitor)).toEqual(['Beech', 'Willow', 'Ash'])
      expect(visitor.faults).toEqual([])
    },
  )

  test('a filter that the rows do not have is said', async () => {
    const visitor = await visit()
    const id = await opened(visitor, 'Trees without a filter')
    await visitor.page.goto(`${service.url}/dataset/${id}/edit-data?colour_eq=red`)
    await visitor.page.locator('.notice.danger', { hasText: 'colour' }).waitFor()
  })

  test('rows that were deleted together are restored together, in their order', async () => {
    const visitor = await visit()
    const { page } = visitor
    const id = await opened(visitor, 'Trees to restore')
    await page.focus('#grid')
    await page.keyboard.press('Shift+ArrowDown')
    await page.click('[data-do=delete]')
    await isSaved(page)
    await expect.poll(async () => (await linesOf(id)).total).toBe(1)
    await page.reload()
    await page.click('[data-deleted]')
    const item = page.locator('#deleted-rows[open] li', { hasText: '2 rows' })
    await item.locator('button').click()
    await isSaved(page)
    await expect
      .poll(async () => (await linesOf(id)).results.map(({ name }) => name))
      .toEqual(['Willow', 'Alder', 'Beech'])
  })
})

describe.skipIf(!executablePath)('the grid', () => {
  useBrowser()

  test.each([looks[0], looks[1]])('gets a column, and keeps what was typed before ($width px)', async (look) => {
    const visitor = await visit(look)
    const { page } = visitor
    const id = await opened(visitor, `Trees with a column ${look.width}`)
    if (look.width > 640) {
      await page.locator('#grid').focus()
      await page.keyboard.type('Ash')
    }
    if (look.width < 500) await page.click('[popovertarget=more-tools]')
    await page.getByRole('button', { name: look.language === 'fr' ? 'Ajouter une colonne' : 'Add a column' }).click()
    const dialog = page.locator('#new-column')
    await dialog.locator('[name=column-title-0]').fill('Planted on')
    await dialog.locator('[name=column-type-0]').selectOption('date')
    expect(await violations(page)).toEqual([])
    await dialog.locator('button.primary').click()
    await page.locator('#grid th', { hasText: 'Planted on' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/dataset/${id}/edit-data`)
    const { results } = await linesOf(id)
    expect(results.map(({ name }) => name).sort()[0]).toBe(look.width > 640 ? 'Ash' : 'Alder')
  })
})
