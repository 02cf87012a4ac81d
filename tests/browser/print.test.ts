/** Printed pages: black on white in every theme, without controls, without cut content. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { executablePath, looks, manyLines, picture, places, publish, service, useBrowser, visit } from './support'

const dark = looks[3]

/** The pages and what of them is pressed rather than read. */
const controls = [
  'header.top',
  'footer',
  '.tabs',
  '.toolbar',
  '.hero input',
  '.facets',
  '.sorts',
  '.chart-choice',
  '.more-lines',
  '.button',
  '.copy',
  '.panel',
  '.maplibregl-control-container',
].join(',')

const style = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const found = document.querySelector(wanted)
    if (!found) throw new Error(`no ${wanted}`)
    const { color, backgroundColor, display, overflow, position } = getComputedStyle(found)
    return { color, backgroundColor, display, overflow, position }
  }, selector)

describe.skipIf(!executablePath)('on paper', () => {
  useBrowser()
  let id = ''
  let wide = ''
  beforeAll(async () => {
    const description = 'Counted [by sensors](https://sensors.example/all).'
    id = await publish(manyLines(100), { title: 'Printed counts', description }, places)
    const columns = Array.from({ length: 30 }, (_, at) => `column ${at}`)
    wide = await publish(`${columns.join(',')}\n${columns.map((_, at) => `value ${at}`).join(',')}\n`, {
      title: 'Wide',
    })
  })

  test.each([
    ['catalogue', '/?q=printed', '.item h2 a'],
    ['description', '/dataset/{id}', '.prose'],
    ['table', '/dataset/{id}/table?column=town', 'tbody td'],
    ['schema', '/dataset/{id}/schema', '.schema td'],
    ['charts', '/dataset/{id}/charts?field=town', '.figures td'],
    ['map', '/dataset/{id}/map', '#map canvas'],
    ['api', '/dataset/{id}/api', 'pre code'],
  ] as const)('%s', async (name, path, read) => {
    const { page, context } = await visit(dark)
    await page.goto(service.url + path.replace('{id}', id), { waitUntil: 'networkidle' })
    await page.locator(read).first().waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 794, height: 1123 })
    await picture(page, `print-${name}`, dark)
    expect(
      await page.locator(`:is(${controls}):visible`).evaluateAll((all) => all.map((one) => one.outerHTML)),
    ).toEqual([])
    expect(await page.locator(read).first().isVisible()).toBe(true)
    expect((await style(page, read)).color).toMatch(/^rgb\((0, 0, 0|34, 34, 34)\)$/)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    expect((await style(page, 'body')).backgroundColor).toBe('rgb(255, 255, 255)')
    await context.close()
  })

  test('the header of a table is repeated on each sheet, and its lines are not split', async () => {
    const { page, context } = await visit(dark)
    await page.goto(`${service.url}/dataset/${id}/table`)
    await page.emulateMedia({ media: 'print' })
    expect((await style(page, '.grid thead')).display).toBe('table-header-group')
    expect((await style(page, '.grid thead th')).position).toBe('static')
    expect((await style(page, '.grid-scroll')).overflow).toBe('visible')
    await context.close()
  })

  test('a table is printed with more rows than its page, up to a bound that it names', async () => {
    const long = await publish(manyLines(2_100), { title: 'Long' })
    const { page, context } = await visit(dark)
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'true')
    })
    for (const [of, label, rows, note] of [
      [id, 'Imprimer', 100, /^100 lignes · /],
      [long, 'Imprimer les 2 000 premières lignes', 2_000, /^2.100 lignes \(les 2.000 premières\) · /],
    ] as const) {
      await page.goto(`${service.url}/dataset/${of}/table`)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.on-paper').textContent()).toMatch(/\(celles affichées sur la page\s; «\sImprimer\s» /)
      await page.emulateMedia({ media: 'screen' })
      await page.locator('.menu summary').last().click()
      await page.getByRole('link', { name: new RegExp(`^${label.replaceAll(' ', '\\s')}$`) }).click()
      await page.locator('html[data-printed]').waitFor()
      expect(await page.locator('tbody tr').count()).toBe(rows)
      await page.emulateMedia({ media: 'print' })
      expect((await page.locator('.on-paper').textContent())?.trim().replace(/\s+/g, ' ')).toMatch(note)
    }
    await context.close()
  })

  test('external links are printed with their address', async () => {
    const { page, context } = await visit(dark)
    await page.goto(`${service.url}/dataset/${id}`)
    await page.emulateMedia({ media: 'print' })
    const shown = await page.evaluate(() => {
      const link = document.querySelector('.prose a')
      return link && getComputedStyle(link, '::after').content
    })
    expect(shown).toContain('https://sensors.example/all')
    await context.close()
  })

  test('more columns than fit on a sheet become labelled values', async () => {
    const { page, context } = await visit(dark)
    await page.goto(`${service.url}/dataset/${wide}/table`)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1000, height: 700 })
    expect((await style(page, '.grid thead')).display).toBe('none')
    const last = page.locator('tbody td').last()
    expect(await last.evaluate((cell) => getComputedStyle(cell, '::before').content)).toContain('column 29')
    const { x = 0, width = 0 } = (await last.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(1_000)
    await context.close()
  })
})
