/** Main user flows, from end to end, at both widths. */
import { beforeAll, describe, expect, test } from 'vitest'
import { leadingColors } from '../../applications/shared/legends/palette'
import {
  executablePath,
  looks,
  manyLines,
  places,
  publish,
  service,
  signIn,
  signInByForm,
  useBrowser,
  visit,
} from './support'

describe.skipIf(!executablePath)('flows in a browser', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(manyLines(400), { title: 'Counts of visits', keywords: ['flow'] }, places)
  })

  describe.each(looks)('$width px, $scheme', (look) => {
    test('the catalogue is searched during typing, and the address is updated', async () => {
      const { page, faults } = await visit(look)
      await page.goto(service.url)
      await page.locator('input[type=search]').pressSequentially('counts of vis')
      await page.waitForURL(/q=counts/)
      await page.locator('.item h2').first().waitFor()
      expect(await page.locator('.item').count()).toBeGreaterThan(0)
      await page.fill('input[type=search]', 'nothing like this zzz')
      await page.locator('.empty').waitFor()
      expect(faults).toEqual([])
    })

    test('a table is searched, sorted and filtered, and its state is in the address', async () => {
      const { page, faults } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      await page.click('.column-name:has-text("people")')
      await page.locator('.panel h2:has-text("people")').waitFor()
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-title')
      await page.fill('[name=people_gte]', '4900')
      await page.click('.panel button[type=submit]')
      await page.waitForURL(/people_gte=4900/)
      // The panel stays open, and covers the table of a phone.
      if (look.width < 500) await page.click('.panel .show-lines')
      await page.locator('.active-filters').waitFor()
      const shown = await page.locator('tbody tr').count()
      expect(shown).toBeGreaterThan(0)
      expect(shown).toBeLessThan(50)
      await page.click('.column-name:has-text("people")')
      await page.click('.panel a:has-text("↓"), .panel .button-row a >> nth=1')
      await page.waitForURL(/sort=-people/)
      await page.locator('th[aria-sort=descending]').waitFor()
      const copy = await visit(look)
      await copy.page.goto(page.url())
      expect(await copy.page.locator('tbody tr').count()).toBe(shown)
      const csv = await (await fetch(page.url().replace('/table?', '/table.csv?'))).text()
      expect(csv.trim().split('\n')).toHaveLength(shown + 1)
      await page.goBack()
      await page.waitForURL((url) => !url.search.includes('sort='))
      expect(faults).toEqual([])
    })

    test('lines are loaded during scrolling, each once', async () => {
      const { page, faults } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      await expect
        .poll(
          async () => {
            await page.evaluate(() => {
              document.querySelector('[data-scroller]')?.scrollTo(0, 1e9)
              scrollTo(0, 1e9)
            })
            return page.locator('tbody tr').count()
          },
          { timeout: 30_000 },
        )
        .toBe(400)
      const numbers = await page.locator('tbody th.line-number').allTextContents()
      expect(new Set(numbers).size).toBe(400)
      expect(faults).toEqual([])
    })

    test('columns are chosen, a line is opened and closed from the keyboard', async () => {
      const { page, faults } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/table`)
      await page.click('.toolbar details.menu >> nth=0 >> summary')
      await page.uncheck('input[name=select][value=notes]')
      await page.click('.columns button[type=submit]')
      await page.waitForURL(/select=/)
      await expect.poll(() => page.locator('th .column-name').count()).toBe(7)
      await page.locator('tbody th.line-number a').first().focus()
      await page.keyboard.press('Enter')
      await page.locator('.panel dl.line-values').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.panel').waitFor({ state: 'detached' })
      expect(faults).toEqual([])
    })

    test('a chart changes with its settings', async () => {
      const { page, faults } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/charts?field=town`)
      // Its settings are in a sheet on a phone.
      const sheet = page.locator('button[popovertarget=chart-choices]')
      if (await sheet.isVisible()) await sheet.click()
      await page.selectOption('[name=metric]', 'sum')
      await page.selectOption('[name=metric_field]', 'people')
      await page.waitForURL(/metric_field=people/)
      await page.locator('figcaption:has-text("people")').waitFor()
      expect(await page.locator('.chart:visible rect').count()).toBe(5)
      expect(faults).toEqual([])
    })

    test('the map shows the places', async () => {
      const { page, faults } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/map`)
      await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
      expect(await page.textContent('#map-status')).toContain('400')
      expect(faults).toEqual([])
    })

    test('the map draws lines too, outside clusters', async () => {
      const track = 'name,shape\nTrack,"LINESTRING(-3 47.9,-2.9 48.1,-2.8 47.9,-2.7 48.1)"\n'
      const traced = await publish(track, { title: 'Track' }, { shape: 'https://purl.org/geojson/vocab#geometry' })
      const { page } = await visit(look)
      await page.goto(`${service.url}/dataset/${traced}/map`)
      await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
      const channels = leadingColors[look.scheme].match(/\w\w/g)?.map((digits) => Number.parseInt(digits, 16)) ?? []
      const coloured = () =>
        page.evaluate((wanted) => {
          const drawn = document.querySelector<HTMLCanvasElement>('#map canvas')
          const copy = new OffscreenCanvas(drawn?.width ?? 0, drawn?.height ?? 0).getContext('2d')
          if (!drawn || !copy) return 0
          copy.drawImage(drawn, 0, 0)
          const { data } = copy.getImageData(0, 0, drawn.width, drawn.height)
          let found = 0
          for (let at = 0; at < data.length; at += 4) {
            if (wanted.every((channel, index) => Math.abs((data[at + index] ?? 0) - channel) < 4)) found++
          }
          return found
        }, channels)
      await expect.poll(coloured, { timeout: 30_000 }).toBeGreaterThan(100)
    })

    test('code is copied', async () => {
      const { page } = await visit(look)
      await page.goto(`${service.url}/dataset/${id}/api`)
      const button = page.locator('[data-copy]').first()
      const announced = page.locator('[data-copy] + [role=status]').first()
      const [before, after] = look.language === 'fr' ? ['Copier', 'Copié'] : ['Copy', 'Copied']
      expect(await button.textContent()).toBe(before)
      await button.click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/dataset/${id}/table.csv`)
      await expect.poll(() => button.textContent()).toBe(after)
      expect(await announced.textContent()).toBe(after)
      // Two seconds later another copy can be announced.
      await expect.poll(() => button.textContent(), { timeout: 5_000 }).toBe(before)
      expect(await announced.textContent()).toBe('')
    })

    test('the API reference is served locally, and sends requests', async () => {
      const { page, faults } = await visit(look)
      for (const path of [`/dataset/${id}/api-docs`, '/api-docs']) {
        await page.goto(service.url + path)
        await page.locator('#reference >> text=/Counts of visits|Fairway/').first().waitFor({ timeout: 60_000 })
      }
      expect(faults).toEqual([])
    })

    test('a file is published: sent, reviewed, corrected, opened, replaced, deleted', async () => {
      const visitor = await visit(look)
      const { page, faults } = visitor
      await signInByForm(visitor)
      await page.goto(`${service.url}/publish`)
      await page.setInputFiles('input[type=file]', {
        name: 'rooms.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('room;seats\nHall;12\nAttic;7\n'),
      })
      await page.waitForURL(/\/review$/, { timeout: 60_000 })
      expect(await page.textContent('.decisions')).toMatch(
        look.language === 'fr' ? /point-virgule \(;\)/ : /semicolon \(;\)/,
      )
      expect(await page.inputValue('[name=type-1]')).toBe('integer')
      if (look.width < 500) await page.locator('tr:has([name=type-1]) .fold').click()
      await page.selectOption('[name=type-1]', 'string')
      await page.fill('[name=title-1]', 'The code')
      await page.fill('[name=title]', `Rooms ${look.width}`)
      await page.click('[value=publish]')
      await page.locator('.tabs a:has-text("2")').first().waitFor({ timeout: 30_000 })
      const address = page.url()
      const [, seats] = (await (
        await fetch(`${address.replace('/dataset/', '/api/v1/datasets/')}/schema`, {
          headers: { 'x-apikey': service.apiKey },
        })
      ).json()) as { key: string; type: string }[] // of fields
      expect(seats).toMatchObject({ key: 'seats', type: 'string' })
      await page.goto(`${address}/edit`)
      await page.fill('[name=summary]', 'Rooms to let')
      await page.click('#description button.primary')
      await page.locator('.notice[role=status]').waitFor()
      await page.click('.actions [data-share]')
      await page.check('dialog [name=access][value=public]')
      await page.click('dialog form:has([name=access]) button')
      await page.locator('dialog .notice[role=status]').waitFor()
      await page.keyboard.press('Escape')
      expect(await (await fetch(`${address}/table`)).text()).toContain('The code')
      await page.goto(`${address}/replace`)
      await page.setInputFiles('input[type=file]', {
        name: 'rooms.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('room;seats\nCellar;1\n'),
      })
      await page.waitForURL(/\/review$/, { timeout: 60_000 })
      expect(await page.textContent('.changes')).toMatch(/2 → 1/)
      expect(await (await fetch(`${address}/table`)).text()).not.toContain('Cellar')
      await page.click('[value=publish]')
      await expect.poll(async () => (await fetch(`${address}/table`)).text(), { timeout: 30_000 }).toContain('Cellar')
      // The page loads itself again at the end of the processing.
      await page.locator('[data-progress]').waitFor({ state: 'detached' })
      await page.goto(`${address}/delete`)
      await page.click('button.danger')
      await page.waitForURL(`${service.url}/settings/trash?deleted=*`)
      expect((await fetch(address)).status).toBe(404)
      await page.locator(`form[action$="${new URL(address).pathname.split('/').at(-1)}/restore"] button`).click()
      await page.waitForURL(address)
      expect((await fetch(address)).status).toBe(200)
      expect(faults).toEqual([])
    })

    test('an unreadable file shows the position and the reason', async () => {
      const visitor = await visit(look)
      const { page } = visitor
      await signIn(visitor)
      await page.goto(`${service.url}/publish`)
      await page.setInputFiles('input[type=file]', {
        name: 'photo.exe',
        mimeType: 'application/x',
        buffer: Buffer.from('MZ'),
      })
      await page.locator('.upload-progress.danger').waitFor()
      expect(await page.textContent('.upload-progress p')).toMatch(/^(Files of type|Les fichiers) \.exe /)
    })
  })

  test('an embed ignores the session', async () => {
    const visitor = await visit()
    await signIn(visitor)
    const form = new FormData()
    form.append('file', new Blob(['a\n1\n']), 'secret.csv')
    const headers = { 'x-apikey': service.apiKey }
    const made = await fetch(`${service.url}/api/v1/datasets`, { method: 'POST', headers, body: form })
    const secret = (await made.json()) as { id: string } // a dataset
    await expect
      .poll(async () => (await visitor.page.goto(`${service.url}/dataset/${secret.id}/table`))?.status(), {
        timeout: 30_000,
      })
      .toBe(200)
    expect((await visitor.page.goto(`${service.url}/embed/dataset/${secret.id}/table`))?.status()).toBe(403)
  })

  test('only embeds can be framed by another page', async () => {
    for (const [path, shown] of [
      [`/embed/dataset/${id}/table`, true],
      [`/dataset/${id}/table`, false],
      ['/', false],
    ] as const) {
      const policy = (await fetch(service.url + path)).headers.get('content-security-policy')
      expect(policy).toContain(`frame-ancestors ${shown ? '*' : "'none'"}`)
    }
  })

  test('the drop zone accepts a file', async () => {
    const visitor = await visit()
    await signIn(visitor)
    const { page } = visitor
    await page.goto(`${service.url}/publish`)
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['a,b\n'], 'dropped.csv', { type: 'text/csv' }))
      return data
    })
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer })
    expect(await page.textContent('.drop strong')).toBe('dropped.csv')
  })
})
