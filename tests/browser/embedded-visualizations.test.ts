/** From a file to a chart, a map and cards in a page of another origin, by clicks only. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  picture,
  places,
  publish,
  service,
  signIn,
  useBrowser,
  type Visit,
  visit,
} from './support'

const towns = ['Rennes', 'Brest', 'Lorient', 'Vannes']
const csv = `name,town,people,lat,lon\n${Array.from({ length: 60 }, (_, at) =>
  [`Place ${at}`, towns[at % 4], at * 37, 47 + at / 50, -4 + at / 40].join(','),
).join('\n')}\n`

describe.skipIf(!executablePath)('visualizations of a dataset', () => {
  useBrowser()
  let website: Server
  let embeds: string[] = []
  let elsewhere = ''
  let dataset = ''
  beforeAll(async () => {
    dataset = await publish(csv, { title: 'Places of Brittany' }, places)
    website = createServer((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><html lang="en"><title>A town</title><body>${embeds.join('\n')}</body></html>`)
    })
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
    elsewhere = `http://localhost:${(website.address() as AddressInfo).port}/` // a TCP server
  })
  afterAll(() => website?.close())

  /** Creates a visualization from the page of the dataset, publishes it for everyone, and copies its code. */
  async function embed({ page }: Visit, name: RegExp, configure: () => Promise<void>): Promise<string> {
    await page.goto(`${service.url}/dataset/${dataset}`)
    await page.click('#applications a.button')
    await page.getByRole('button', { name }).click()
    await page.waitForURL(/\/config$/)
    await page.getByRole('combobox', { name: 'Dataset' }).waitFor()
    await configure()
    await page.frameLocator('#preview').locator('html[data-ready]').waitFor({ state: 'attached' })
    await page.click('#publish')
    await page.waitForURL(/\/application\/[a-z0-9]+\?done=published$/)
    await page.click('.actions [data-share]')
    const dialog = page.locator('dialog[open]')
    await dialog.locator('[name=access][value=public]').check()
    await dialog.locator('form:has([name=access]) button').click()
    await dialog.locator('.notice[role=status]').waitFor()
    await dialog.locator('[data-copy]').last().click()
    return page.evaluate(() => navigator.clipboard.readText())
  }

  test('are embedded in a page of another origin', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const start = performance.now()
    const chart = await embed(visitor, /: Charts$/, async () => {
      await page.getByRole('combobox', { name: 'Groups' }).click()
      await page.getByRole('option', { name: 'town' }).click()
    })
    const map = await embed(visitor, /: Map$/, async () => {})
    const cards = await embed(visitor, /: Cards$/, async () => {})
    const seconds = (performance.now() - start) / 1000
    embeds = [chart, map, cards]
    const stranger = await visit()
    await stranger.page.goto(elsewhere)
    for (const at of [0, 1, 2]) {
      // Frames are loaded when they are about to be seen.
      await stranger.page.locator('iframe').nth(at).scrollIntoViewIfNeeded()
      const frame = stranger.page.frameLocator('iframe').nth(at)
      await frame.locator('html[data-ready]').waitFor({ state: 'attached' })
    }
    const text = (at: number) => stranger.page.frameLocator('iframe').nth(at).locator('body').textContent()
    expect(await text(2)).toContain('Place 0')
    await picture(stranger.page, 'embedded-visualizations', looks[0])
    expect(seconds).toBeLessThan(120)
  })
})
