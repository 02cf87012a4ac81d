/** What the grid does when saving fails: responses are cut, connections lost, rows refused. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { created, headers, isSaved, linesOf } from './editing-support'
import { executablePath, service, signIn, useBrowser, visit } from './support'

const trees = { isRest: true, title: 'Trees with faults', schema: [{ key: 'name', type: 'string' }] }

/** The grid of a dataset that has an elm. */
async function grid(): Promise<{ page: Page; id: string; names: () => Promise<unknown[]> }> {
  const visitor = await visit()
  await signIn(visitor)
  const { page } = visitor
  const id = await created(trees, { name: 'Elm' })
  await page.goto(`${service.url}/dataset/${id}/edit-data`)
  await page.locator('#grid td:has-text("Elm")').waitFor()
  await page.focus('#grid')
  return { page, id, names: async () => (await linesOf(id)).results.map(({ name }) => name) }
}

/** Answers the next requests that write rows, and counts all of them. */
async function intercept(page: Page, answer: (route: Route, at: number) => Promise<void>): Promise<{ count: number }> {
  const requests = { count: 0 }
  await page.route('**/_bulk_lines', (route) => answer(route, requests.count++))
  return requests
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const state = (page: Page, name: string) => page.locator(`#save-state[data-state=${name}]`).waitFor()

describe.skipIf(!executablePath)('faults while the grid saves', () => {
  useBrowser()

  test('a response that is lost writes no row twice', async () => {
    const { page, names } = await grid()
    const requests = await intercept(page, async (route, at) => {
      if (at > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.keyboard.press('ArrowDown')
    await type(page, 'Oak')
    await state(page, 'offline')
    expect(await names()).toEqual(['Elm', 'Oak'])
    await isSaved(page)
    expect(requests.count).toBe(2)
    expect(await names()).toEqual(['Elm', 'Oak'])
  })

  test('a conflict of which the service shows nothing yet is sent again after pauses', async () => {
    const { page, names } = await grid()
    const conflict = { line: 0, status: 409, error: 'la ligne a été modifiée entre-temps' }
    const requests = await intercept(page, (route, at) =>
      at < 2 ? route.fulfill({ json: { nbOk: 0, nbErrors: 1, errors: [conflict] } }) : route.continue(),
    )
    const start = performance.now()
    await type(page, 'Oak')
    await expect.poll(names).toEqual(['Oak'])
    await isSaved(page)
    expect(requests.count).toBe(3)
    // One second, then two.
    expect(performance.now() - start).toBeGreaterThan(2_900)
  })

  test('the reason of a full quota is below the grid, and the row is saved once there is room', async () => {
    const { page, names } = await grid()
    const detail = 'No room is left.'
    await intercept(page, (route, at) =>
      at === 0
        ? route.fulfill({ status: 429, json: { status: 429, code: 'quota-storage', detail } })
        : route.continue(),
    )
    await type(page, 'Oak')
    await expect.poll(() => page.textContent('#save-state')).toBe(`1 row is not saved. ${detail}`)
    expect(await names()).toEqual(['Elm'])
    await page.keyboard.press('ArrowUp')
    await type(page, 'Ash')
    await expect.poll(names).toEqual(['Ash'])
  })

  test('rows typed without a connection, and those of others meanwhile, are there after it is back', async () => {
    const { page, id, names } = await grid()
    await page.context().setOffline(true)
    await type(page, 'Oak')
    await state(page, 'offline')
    await fetch(`${service.url}/api/v1/datasets/${id}/lines`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Fir' }),
    })
    await page.context().setOffline(false)
    await isSaved(page)
    await page.locator('#grid td:has-text("Fir")').waitFor()
    expect((await names()).sort()).toEqual(['Fir', 'Oak'])
  })
})
