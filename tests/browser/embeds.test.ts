/** Messages between an embed and the page that frames it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executablePath, looks, manyLines, places, publish, service, useBrowser, visit } from './support'

type Message = [from: string, name: string, ...told: unknown[]]

let elsewhere = ''
const server = createServer((_, answer) => {
  answer.setHeader('content-type', 'text/html')
  answer.end('<title>Elsewhere</title><iframe id="embed" width="900" height="600"></iframe>')
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A listening server has a port.
  elsewhere = `http://localhost:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

/** A page elsewhere that frames an embed and keeps what it is told. */
async function framed(page: Page, path: string): Promise<{ frame: Frame; told: () => Promise<Message[]> }> {
  await page.goto(elsewhere)
  await page.evaluate((address) => {
    const told: unknown[] = []
    Object.assign(window, { told })
    addEventListener('message', ({ data }) => told.push(data))
    document.querySelector('iframe')?.setAttribute('src', address)
  }, service.url + path)
  const frame = await (await page.waitForSelector('#embed')).contentFrame()
  if (!frame) throw new Error('no frame')
  await frame.waitForURL((url) => url.pathname === path.split('?')[0])
  await frame.waitForLoadState('load')
  return {
    frame,
    told: () => page.evaluate(() => (window as unknown as { told: Message[] }).told), // put there above
  }
}

const say = (page: Page, message: unknown[]) =>
  page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message)

describe.skipIf(!executablePath)('an embed in a page elsewhere', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(manyLines(60), { title: 'Framed counts' }, places)
  })

  test('sends messages at the start, at navigation, for a selected line, and for downloads', async () => {
    const { page, context } = await visit(looks[0])
    const { frame, told } = await framed(page, `/embed/dataset/${id}/table?selectable=true`)
    await expect.poll(told).toEqual(
      expect.arrayContaining([
        ['df-child', 'init'],
        ['df-child', 'ready'],
      ]),
    )
    await frame.fill('input[type=search]', 'lorem')
    await expect
      .poll(async () => (await told()).find(([, name]) => name === 'stateChange'))
      .toEqual([
        'df-child',
        'stateChange',
        'replace',
        `${service.url}/embed/dataset/${id}/table?q=lorem&selectable=true`,
      ])
    const row = frame.locator('tbody tr').nth(1)
    await row.locator('td').first().click()
    expect(await row.getAttribute('aria-current')).toBe('true')
    const chosen = await row.getAttribute('data-id')
    await expect.poll(told).toContainEqual(['df-child', 'custom', { selected: chosen }])
    await row.locator('td').first().click()
    await expect.poll(told).toContainEqual(['df-child', 'custom', { selected: null }])
    await frame.click('details[data-region=downloads] summary')
    const download = page.waitForEvent('download')
    await frame.click('[data-region=downloads] a >> nth=0')
    await download
    await expect.poll(async () => JSON.stringify((await told()).at(-1))).toContain('"trackEvent":{"action":"download"')
    await context.close()
  })

  test('follows an address sent by the page without reloading, within the same origin', async () => {
    const { page, context } = await visit(looks[0])
    const { frame, told } = await framed(page, `/embed/dataset/${id}/table?town_eq=Brest`)
    await frame.locator('.active-filters').waitFor()
    await frame.evaluate(() => Object.assign(window, { kept: true }))
    await say(page, ['df-parent', 'updateSrc', `${service.url}/sign-in`])
    await say(page, ['df-parent', 'updateSrc', 'https://example.org/'])
    await say(page, ['df-parent', 'updateSrc', `${service.url}/embed/dataset/${id}/table`])
    await frame.locator('.active-filters').waitFor({ state: 'detached' })
    expect(await frame.locator('tbody tr').count()).toBe(50)
    expect(await frame.evaluate(() => 'kept' in window)).toBe(true)
    expect(frame.url()).toBe(`${service.url}/embed/dataset/${id}/table`)
    expect((await told()).filter(([, name]) => name === 'stateChange')).toEqual([])
    await context.close()
  })

  test('sends its height when it has a natural height', async () => {
    const { page, context } = await visit(looks[0])
    const { told } = await framed(page, `/embed/dataset/${id}/fields`)
    await say(page, ['df-parent', 'init', { id: 'embed', resize: 'auto' }])
    await expect.poll(async () => (await told()).find(([, name]) => name === 'height')?.[2]).toBeGreaterThan(300)
    await context.close()
  })

  test('a map has a colour for each category, and its legend filters the places', async () => {
    const { page, context } = await visit(looks[0])
    await page.goto(`${service.url}/embed/dataset/${id}/map?category=town`)
    await page.locator('#map[data-ready]').waitFor({ timeout: 60_000 })
    expect(await page.locator('.legend a').count()).toBe(5)
    expect(await page.textContent('#map-status')).toContain('60')
    await page.click('.legend a:has-text("Brest")')
    await page.waitForURL(/town_eq=Brest/)
    await page.click('.legend a:has-text("Vannes")')
    await page.waitForURL(/town_in=/)
    expect(new URL(page.url()).searchParams.get('town_in')).toBe('Brest,Vannes')
    await expect.poll(() => page.textContent('#map-status')).toContain('24')
    await context.close()
  })
})
