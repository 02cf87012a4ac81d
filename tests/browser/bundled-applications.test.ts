/** The bundled applications in a browser: drawing, filters, keyboard. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  picture,
  places,
  publish,
  service,
  useBrowser,
  type Visit,
  violations,
  visit,
} from './support'

const towns = ['Rennes', 'Brest', 'Lorient', 'Vannes']
const csv = `name,town,people,opened,lat,lon\n${Array.from({ length: 60 }, (_, at) =>
  [`Place ${at}`, towns[(at * at) % 4], at * 37, `2024-0${(at % 6) + 1}-15`, 47 + at / 50, -4 + at / 40].join(','),
).join('\n')}\n`

describe.skipIf(!executablePath)('an application', () => {
  useBrowser()
  let dataset = {}
  let id = ''
  beforeAll(async () => {
    id = await publish(csv, { title: 'Places of Brittany' }, places)
    const read = await fetch(`${service.url}/api/v1/datasets/${id}`)
    // A dataset, of which the service writes these properties into the page.
    const { title, schema, finalizedAt, bbox } = (await read.json()) as Record<string, unknown>
    dataset = { id, href: `${service.url}/api/v1/datasets/${id}`, title, schema, finalizedAt, bbox }
  })

  /** Opens the page of an application with a configuration, as the service writes it into the page. */
  async function open(visited: Visit, name: string, configuration: object | undefined, query = ''): Promise<void> {
    const { page } = visited
    const url = `${service.url}/build/applications/${name}/`
    const html = await (await fetch(`${url}index.html`)).text()
    const application = { id: 'a', title: 'Demo', url, status: 'configured', configuration }
    const json = JSON.stringify(application).replaceAll('<', '\\u003c')
    const address = `${service.url}/app/a?${query}`
    await page.route(`${service.url}/app/a?**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: html.replace('%APPLICATION%', () => json) }),
    )
    await page.goto(address)
    await page.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 60_000 })
  }

  test.each(looks)('draws a chart: $width px, $scheme, $language', async (look) => {
    const visited = await visit(look)
    const { page, context, faults } = visited
    const data = { type: 'bar', group: 'town', metric: 'sum', metricField: 'people' }
    await open(visited, 'charts', { datasets: [dataset], data, display: { title: 'People by town' } })
    expect(await page.locator('tbody tr').count()).toBe(2)
    expect(await page.locator('html').getAttribute('lang')).toBe(look.language)
    await page.locator('canvas').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('[aria-live]').textContent()).toContain('Brest')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**_d_${id}_town_eq=Brest`)
    await page.locator('.filters button').waitFor()
    await picture(page, 'application-charts', look)
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  test.each([
    ['line', { type: 'line', group: 'opened', step: 'month', series: 'town' }, 6],
    ['pie', { type: 'pie', group: 'town' }, 2],
    ['histogram', { type: 'histogram', x: 'people', bins: 10 }, 5],
    ['scatter plot', { type: 'scatter', x: 'lon', y: 'lat', label: 'name' }, 60],
  ])('draws a %s, with its figures as a table', async (_, data, rows) => {
    const visited = await visit()
    const { page, context, faults } = visited
    await open(visited, 'charts', { datasets: [dataset], data }, 'thumbnail=true')
    expect(await page.locator('tbody tr').count()).toBe(rows)
    expect(await page.locator('canvas').count()).toBe(1)
    expect(faults).toEqual([])
    await context.close()
  })

  test.each(looks)('draws a map: $width px, $scheme, $language', async (look) => {
    const visited = await visit(look)
    const { page, context, faults } = visited
    const data = { label: 'name', colorBy: 'category', category: 'town', fields: ['town', 'people'] }
    await open(visited, 'map', { datasets: [dataset], data, display: { title: 'Places' } })
    await page.fill('input[type=search]', 'Place 59')
    await page.locator('.finder li button').first().click()
    const popup = page.locator('.maplibregl-popup')
    await expect
      .poll(() => popup.textContent(), { timeout: 30_000 })
      .toContain('2,183'.replace(',', look.language === 'fr' ? '\u202f' : ','))
    await picture(page, 'application-map', look)
    expect(await violations(page)).toEqual([])
    expect(await page.locator('.key').getAttribute('open')).toBe(look.width < 500 ? null : '')
    if (look.width < 500) await page.click('.key summary')
    await page.locator('.key button').first().click()
    await page.locator('.filters button').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('counts many places in squares', async () => {
    const visited = await visit()
    const { page, faults } = visited
    const lines = Array.from({ length: 9_000 }, (_, at) => `P${at},${47 + (at % 20) / 40},${-2 + (at % 13) / 40}`)
    const many = await publish(`name,lat,lon\n${lines.join('\n')}\n`, { title: 'Many' }, places)
    const { schema, bbox } = (await (await fetch(`${service.url}/api/v1/datasets/${many}`)).json()) as Record<
      string,
      unknown
    > // a dataset
    const dataset = { id: many, href: `${service.url}/api/v1/datasets/${many}`, title: 'Many', schema, bbox }
    await open(visited, 'map', { datasets: [dataset], data: { label: 'name', fields: ['name'] } })
    expect(await page.locator('.key .entry').count()).toBeGreaterThan(0)
    // Points of one colour in place of groups, if these are switched off.
    await open(visited, 'map', { datasets: [dataset], data: { label: 'name', fields: ['name'], cluster: false } })
    expect(await page.locator('.key').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('the popup goes through the rows at one place', async () => {
    const visited = await visit()
    const { page } = visited
    const two = await publish(
      'name,lat,lon\nUpper,47,-2\nLower,47,-2\nFar,47.5,-2\nSouth,46.5,-2\n',
      { title: 'Stacked' },
      places,
    )
    const { schema, bbox } = (await (await fetch(`${service.url}/api/v1/datasets/${two}`)).json()) as Record<
      string,
      unknown
    > // a dataset
    const stacked = { id: two, href: `${service.url}/api/v1/datasets/${two}`, title: 'Stacked', schema, bbox }
    await open(visited, 'map', { datasets: [stacked], data: { label: 'name', fields: ['name'] } })
    const surface = await page.locator('.surface').boundingBox()
    if (!surface) throw new Error('no map')
    const popup = page.locator('.maplibregl-popup')
    // The group is near the middle: controls take some room of the map.
    let tries = 0
    await expect
      .poll(
        async () => {
          const [across, down] = [(tries % 5) - 2, (Math.floor(tries / 5) % 5) - 1]
          tries++
          await page.mouse.click(
            surface.x + surface.width / 2 + across * 10,
            surface.y + surface.height / 2 + down * 10,
          )
          return popup.count()
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    const shown = async () => (await popup.locator('h2').textContent()) ?? ''
    await expect.poll(() => popup.locator('.steps').textContent()).toContain('1 / 2')
    const first = await shown()
    await popup.locator('.steps button').last().click()
    await expect.poll(async () => new Set([first, await shown()])).toEqual(new Set(['Upper', 'Lower']))
    await popup.locator('.maplibregl-popup-close-button').click()
    await expect.poll(() => popup.count()).toBe(0)
  })

  test.each(looks)('shows cards: $width px, $scheme, $language', async (look) => {
    const visited = await visit(look)
    const { page, context, faults } = visited
    const data = { title: 'name', subtitle: 'town', fields: ['people'], facets: ['town'], sort: 'people' }
    await open(visited, 'cards', { datasets: [dataset], data, display: { title: 'Places' } })
    expect(await page.locator('.card').count()).toBe(12)
    await page.locator('.pager button').last().click()
    await expect.poll(() => page.locator('.card h2').first().textContent()).toBe('Place 12')
    if (look.width < 500) await page.locator('summary').click()
    await page.locator('fieldset input').first().click()
    await page.waitForURL((url) => url.search.includes(`_d_${id}_town_eq=`) && !url.search.includes('page='))
    // Filtered rows replace the cards, and a button that has the focus.
    await page.locator('.cards[aria-busy=false]').waitFor()
    await expect.poll(() => page.locator('.card h2').first().textContent()).not.toBe('Place 12')
    await page.locator('.card h2 button').first().press('Enter')
    await page.locator('dialog dl').waitFor()
    await picture(page, 'application-cards', look)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  })

  test.each([
    ['nothing is configured', undefined, 'not configured'],
    ['the configuration is incomplete', { data: { group: 'gone' } }, 'Missing: the column of groups'],
    ['the dataset is gone', { data: { group: 'town' }, gone: true }, 'no longer exists'],
    ['a draft is configured', { data: { group: 'gone' } }, 'Still to choose: the column of groups', 'draft=true'],
  ])('shows a message when %s', async (_, configuration, text, query = '') => {
    const visited = await visit()
    const gone = { ...dataset, href: `${service.url}/api/v1/datasets/none` }
    const datasets = [configuration && 'gone' in configuration ? gone : dataset]
    await open(visited, 'charts', configuration && { ...configuration, datasets }, query)
    expect(await visited.page.locator('main').textContent()).toContain(text)
    expect(await violations(visited.page)).toEqual([])
    await visited.context.close()
  })
})
