/** A file is published in the browser, without the API. The pages warn before typed work is lost. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { root } from '../architecture/sources'
import { file, send } from './publishing-support'
import { executablePath, looks, picture, service, signIn, useBrowser, violations, visit } from './support'

const real = join(root, '../shared/data/Antennes du CD22.csv')
const own =
  'Sites,adresse,codepostal,lat,lon\nDinan,7 rue Victor,22106,48.45,-2.05\nLannion,1 bd Louis,22302,48.72,-3.44\n'
const coordinates = existsSync(real) ? real : { name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(own) }

describe.skipIf(!executablePath)('publishing in a browser', () => {
  useBrowser()

  test.each(looks)(
    'a file with coordinates is a public map on another site in five clicks, $width px, $scheme',
    async (look) => {
      const visitor = await visit(look)
      const { page, faults } = visitor
      await signIn(visitor)
      await page.goto(`${service.url}/publish`)
      let clicks = 0
      let seconds = 0
      const click = async (selector: string) => {
        clicks++
        await page.click(selector, { timeout: 30_000 })
      }
      /** Runs a part of the flow, whose time counts. */
      const timed = async (part: () => Promise<void>) => {
        const start = performance.now()
        await part()
        seconds += (performance.now() - start) / 1_000
      }
      await timed(async () => {
        // Choosing the file is a click on its input.
        clicks++
        await page.setInputFiles('input[name=file]', coordinates)
        await page.waitForURL(/\/review$/, { timeout: 60_000 })
        await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
      })
      expect(await violations(page)).toEqual([])
      await picture(page, 'review', look)
      await timed(async () => {
        await click('[name=access][value=public]')
        await click('.review-form [value=publish]')
        await page.waitForURL(/\/dataset\/[a-z0-9]+$/)
        await page.locator('.tabs a[href$="/map"]').waitFor({ timeout: 30_000 })
        await click('.actions [data-share]')
        await click('dialog .copied:has-text("/map") [data-copy]')
      })
      const code = await page.evaluate(() => navigator.clipboard.readText())
      console.info(`${clicks} clicks, ${seconds.toFixed(1)} s at ${look.width} px`)
      expect(clicks).toBeLessThanOrEqual(5)
      const reader = await visit(look)
      await reader.page.goto(/src="([^"]+)"/.exec(code)?.[1] ?? '')
      await reader.page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
      const api = page.url().replace('/dataset/', '/api/v1/datasets/')
      const { results } = (await (await fetch(`${api}/lines?size=1`)).json()) as { results: Record<string, unknown>[] } // a page of lines
      expect(results[0]).toMatchObject({ codepostal: '22106' })
      expect(faults).toEqual([])
    },
  )

  test.each(looks.slice(0, 2))('an upload is cancelled, and leaves nothing, $width px, $language', async (look) => {
    const visitor = await visit(look)
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    const datasets = async () => {
      const read = await fetch(`${service.url}/api/v1/datasets?size=0`, { headers: { 'x-apikey': service.apiKey } })
      return ((await read.json()) as { count: number }).count // a list
    }
    const before = await datasets()
    // The creation of the dataset is held until the button is pressed.
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const { promise: isCancelled, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/datasets?draft=true', async (route) => {
      hold()
      await isCancelled
      await route.continue()
    })
    await page.setInputFiles('input[name=file]', file('name,height\na,1\n'))
    await isHeld
    expect(await page.isVisible('.upload [type=submit]')).toBe(false)
    await picture(page, 'uploading', look)
    expect(await violations(page)).toEqual([])
    await page.click('.upload-progress button')
    release()
    await expect.poll(() => page.textContent('.upload-progress p')).toMatch(/cancelled|annulé/)
    expect(await page.inputValue('input[name=file]')).toBe('')
    expect(page.url()).toMatch(/\/publish$/)
    expect(await datasets()).toBe(before)
    await page.unroute('**/api/v1/datasets?draft=true')
    await send(page, file('name,height\na,1\n'))
  })

  test('an upload after the end of the session leads to the sign-in in a new tab, then goes on', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.setInputFiles('input[name=file]', file('name,height\na,1\n'))
    const link = page.locator('.upload-progress a')
    await link.waitFor()
    expect(await page.textContent('.upload-progress p')).toMatch(/^You have been signed out\./)
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
      `${service.url}/sign-in?back=%2Fpublish`,
      '_blank',
    ])
    await page.context().addCookies(cookies)
    await page.click('.upload [type=submit]')
    await page.waitForURL(/\/review/, { timeout: 60_000 })
  })

  test('an upload waits for the options that are open', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    await page.click('.upload summary >> nth=1')
    await page.selectOption('[name=file_encoding]', 'windows-1252')
    await page.setInputFiles('input[name=file]', {
      ...file(''),
      buffer: Buffer.from('name,town\na,Fréhel\n', 'latin1'),
    })
    expect(await page.isVisible('.upload-progress')).toBe(false)
    await page.click('.upload [type=submit]')
    await page.waitForURL(/\/review/, { timeout: 60_000 })
    expect(await page.textContent('.review')).toContain('Fréhel')
  })

  test('the embed code of the map of a file in Lambert-93 is copied four clicks after the file is chosen', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    await page.setInputFiles(
      'input[name=file]',
      file('name;x_l93;y_l93\nDinan;329700,5;6826400\nLannion;225500;6865800\n'),
    )
    await page.waitForURL(/\/review$/, { timeout: 60_000 })
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    expect(await page.inputValue('[name=projection]')).toBe('EPSG:2154')
    const tree = await page.locator('.review-form').ariaSnapshot()
    expect(tree).toContain('combobox "Concept: x_l93"')
    expect(tree).toContain('checkbox "Use the proposed concept: x_l93, X coordinate" [checked]')
    expect(tree).toContain('combobox "Projection of the coordinates"')
    expect(tree).toMatch(/group "Access":\n(.*\n)*?.*radio "Private/)
    await page.selectOption('[name=concept-1]', '')
    expect(await page.isVisible('[name=projection]')).toBe(true)
    await page.selectOption('[name=concept-2]', '')
    expect(await page.isVisible('[name=projection]')).toBe(false)
    await page.locator('#map').waitFor({ state: 'hidden' })
    await page.reload()
    await page.click('[data-restored] button')
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    expect(await violations(page)).toEqual([])
    await page.click('[name=access][value=public]')
    await page.click('.review-form [value=publish]')
    await page.waitForURL(/\/dataset\/[a-z0-9]+$/)
    await page.locator('.tabs a[href$="/map"]').waitFor({ timeout: 30_000 })
    await page.click('.actions [data-share]')
    await page.locator('.copied:has-text("/map") [data-copy]').click({ timeout: 30_000 })
    const code = await page.evaluate(() => navigator.clipboard.readText())
    const reader = await visit()
    await reader.page.goto(/src="([^"]+)"/.exec(code)?.[1] ?? '')
    await reader.page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    expect(faults).toEqual([])
  })

  test('the map of the review follows the projection and the concepts that are chosen', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    await send(page, file('name;x_l93;y_l93\nDinan;329700,5;6826400\nLannion;225500;6865800\n'))
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    await page.fill('[name=title-0]', 'Town')
    const choose = async (name: string, value: string) => {
      const [answer] = await Promise.all([
        page.waitForResponse('**/review/points'),
        page.selectOption(`[name=${name}]`, value),
      ])
      return (await answer.json()) as { points: { features: { geometry: { coordinates: number[] } }[] }; text: string }
    }
    const lambert2 = await choose('projection', 'EPSG:27572')
    const [longitude = 0] = lambert2.points.features[0]?.geometry.coordinates ?? []
    // The same numbers are at another place in another projection.
    expect(Math.abs(longitude - -2.04)).toBeGreaterThan(0.5)
    await page.locator('#map[data-ready=places]').waitFor()
    const utm = await choose('projection', 'EPSG:3857')
    const [, south = 0] = utm.points.features[0]?.geometry.coordinates ?? []
    expect(south).toBeGreaterThan(50)
    const lambert93 = await choose('projection', 'EPSG:2154')
    expect(lambert93.points.features[0]?.geometry.coordinates.map(Math.round)).toEqual([-2, 48])
    await choose('concept-1', '')
    await page.locator('#map').waitFor({ state: 'hidden' })
    await choose('concept-1', 'http://data.ign.fr/def/geometrie#coordX')
    await page.locator('#map[data-ready=places]').waitFor()
    expect(await page.inputValue('[name=title-0]')).toBe('Town')
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test.each(looks.slice(0, 2))(
    'a header below a title is used at once, and taken back with one button, $width px, $language',
    async (look) => {
      const visitor = await visit(look)
      const { page, faults } = visitor
      await signIn(visitor)
      await page.goto(`${service.url}/publish`)
      const rows = [['Racks of the town in 2025'], [], ['name', 'places'], ['A', 12], ['B', 3]]
      const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      await send(page, { name: 'racks.xlsx', mimeType, buffer: Buffer.from(xlsx([{ name: 'Racks', rows }])) })
      await page.locator('.review th:has-text("places")').waitFor({ timeout: 30_000 })
      await picture(page, 'header-chosen', look)
      expect(await violations(page)).toEqual([])
      const chosen = page.locator('form.notice:has([name=spreadsheetHeaderLine])')
      expect(await chosen.textContent()).toMatch(/^(Row 3 was used as the header|La ligne 3 a servi d’en-tête)\./)
      await chosen.locator('button').click()
      await page.locator('.review th:has-text("Racks of the town in 2025")').waitFor({ timeout: 30_000 })
      expect(await chosen.textContent()).toMatch(/^(Row|La ligne) 1 /)
      expect(faults).toEqual([])
    },
  )

  test('a proposal that is declined is not applied', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    await send(page, file('name,contact\na,a@b.fr\nb,c@d.fr\n'))
    await page.uncheck('[name=accept-1]')
    await page.click('.review-form [value=publish]')
    await page.waitForURL(/\/dataset\/[a-z0-9]+$/)
    await page.locator('.tabs a[href$="/table"]').waitFor({ timeout: 30_000 })
    const api = `${page.url().replace('/dataset/', '/api/v1/datasets/')}/schema`
    const read = await fetch(api, { headers: { 'x-apikey': service.apiKey } })
    const [name, contact] = (await read.json()) as Record<string, unknown>[] // of fields
    expect(name).toMatchObject({ 'x-refersTo': 'http://www.w3.org/2000/01/rdf-schema#label' })
    expect(contact).not.toHaveProperty('x-refersTo')
  })

  test('a new file without some columns is published only after a confirmation', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    await send(page, file('name,height\na,1\nb,2\n'))
    await page.click('.review-form [value=publish]')
    await page.waitForURL(/\/dataset\/[a-z0-9]+$/)
    const address = page.url()
    await page.locator('.tabs a[href$="/table"]').waitFor({ timeout: 30_000 })
    await page.goto(`${address}/replace`)
    await send(page, file('name,width\na,1\nb,2\nc,3\n'))
    const changes = await page.textContent('.changes')
    expect(changes).toMatch(/2 → 3/)
    expect(changes).toMatch(/removedheight/)
    expect(changes).toMatch(/New columnswidth/)
    expect(await violations(page)).toEqual([])
    await page.click('.review-form [value=publish]')
    expect(page.url()).toMatch(/review$/)
    await page.check('[name=anyway]')
    await page.click('.review-form [value=publish]')
    await page.waitForURL(address)
    // The page says that the version is processed, and shows it without being reloaded.
    await page.locator('.tabs a[href$="/table"]:has-text("3")').waitFor({ timeout: 30_000 })
    expect(await page.locator('[data-progress]').count()).toBe(0)
    await expect
      .poll(async () => (await page.goto(`${address}/table`)) && page.textContent('.grid'), { timeout: 30_000 })
      .toContain('width')
  })

  test('a failed file shows the reason, and leaving typed values requires a confirmation', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/publish`)
    await send(page, file('a,b\n'))
    expect(await page.textContent('.notice.danger')).toContain('No row could be read from the file')
    await page.goto(`${service.url}/publish`)
    await send(page, file('name,height\na,1\nb,2\n'))
    await page.fill('[name=title-0]', 'The name')
    const asked = page.waitForEvent('dialog')
    void page.goto(`${service.url}/`).catch(() => undefined)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await page.inputValue('[name=title-0]')).toBe('The name')
  })
})
