/** Every page in every theme: no errors, no other hosts, no accessibility violations, no horizontal overflow. */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  manyLines,
  picture,
  places,
  publish,
  service,
  signIn,
  useBrowser,
  type Visit,
  violations,
  visit,
} from './support'

const said = {
  title: 'Visits of towns',
  summary: 'How many people came, day by day.',
  description: '## What it is\n\nCounted by **sensors**.\n\n- every day\n- everywhere',
  license: { title: 'CC0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  frequency: 'daily',
  keywords: ['visits', 'towns'],
  topics: [{ id: 'mobility', title: 'Mobility' }],
}

describe.skipIf(!executablePath)('pages in a browser', () => {
  // Half of the time of a test is the wait for a silent network.
  useBrowser({ isConcurrent: true })
  let id = ''
  let withFiles = ''
  beforeAll(async () => {
    id = await publish(manyLines(400), said, places)
    const texts = {
      'notes.txt': strToU8('The harbour of Brest, and its ships. '.repeat(20)),
      'plan.svg': strToU8('<svg/>'),
    }
    withFiles = await publish('file,n\nnotes.txt,1\nplan.svg,2\n', { title: 'With files' }, {}, zipSync(texts))
    await publish('a,b\n1,2\n', { title: 'Another one', topics: [{ id: 'nature', title: 'Nature' }] })
  })

  test('a row under the pointer or with the focus offers to open it, and its text can be selected', async () => {
    const { page, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table`)
    const offered = (at: number) =>
      page
        .locator('.grid tbody .line-number a')
        .nth(at)
        .evaluate((link) => {
          const { display, content } = getComputedStyle(link, '::after')
          return display === 'none' ? '' : content
        })
    expect(await offered(1)).toBe('')
    await page.locator('.grid tbody tr').nth(1).locator('td').first().hover()
    await expect.poll(() => offered(1)).toBe('"Open"')
    expect(await offered(2)).toBe('')
    await picture(page, 'row-under-pointer', looks[0])
    await page
      .locator('.grid tbody tr')
      .nth(1)
      .locator('td')
      .first()
      .dblclick({ position: { x: 16, y: 14 } })
    expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
    expect(await page.locator('.panel').count()).toBe(0)
    await page.mouse.move(0, 0)
    await expect.poll(() => offered(1)).toBe('')
    await page.locator('.grid tbody .line-number a').nth(2).focus()
    await expect.poll(() => offered(2)).toBe('"Open"')
    await page.keyboard.press('Enter')
    await page.locator('.panel').waitFor()
    expect(faults).toEqual([])
  })

  test('pictures of white pages are dimmed in the dark, and logos have a light ground; pictures of rows are as they are', async () => {
    for (const look of [looks[0], looks[3]]) {
      const { page } = await visit(look)
      await page.goto(`${service.url}/`)
      const shown = await page.evaluate(() => {
        const add = (parent: Element | null, html: string) => {
          parent?.insertAdjacentHTML('beforeend', html)
          const image = parent?.querySelector(':scope > img:last-child, td > img')
          if (!image) throw new Error('no image')
          const { filter, backgroundColor } = getComputedStyle(image)
          return { filter, backgroundColor }
        }
        const main = document.querySelector('main')
        return {
          picture: add(main, '<img class="picture" alt="">').filter,
          sketch: add(main, '<img class="picture sketch" alt="">').filter,
          logo: add(document.querySelector('.brand'), '<img alt="">').backgroundColor,
          cell: add(main, '<table class="grid"><tr><td><img alt=""></td></tr></table>').filter,
        }
      })
      const isDark = look.scheme === 'dark'
      expect(shown).toEqual({
        picture: isDark ? 'brightness(0.82)' : 'none',
        sketch: 'none',
        logo: isDark ? 'rgb(233, 239, 236)' : 'rgba(0, 0, 0, 0)',
        cell: 'none',
      })
    }
  })

  const open = [
    ['catalogue', '/'],
    ['search', '/?q=towns&topics=mobility'],
    ['nothing', '/?q=zzzz'],
    ['description', '/dataset/{id}'],
    ['table', '/dataset/{id}/table'],
    ['column', '/dataset/{id}/table?column=people&town_eq=Brest&sort=-people'],
    ['line', '/dataset/{id}/table?q=lorem&line=none'],
    ['charts', '/dataset/{id}/charts?field=day&metric=avg&metric_field=people'],
    ['table-words', '/dataset/{id}/table?q=lorem+brest&widths=notes:9&fixed=town'],
    ['column-found', '/dataset/{id}/table?town_eq=Brest&column=people'],
    ['chart-stacked', '/dataset/{id}/charts?chart=stacked&field=town&series=open'],
    ['chart-area', '/dataset/{id}/charts?chart=area&field=day&interval=month&series=town'],
    ['chart-pie', '/dataset/{id}/charts?chart=pie&field=town'],
    ['chart-scatter', '/dataset/{id}/charts?chart=scatter&field=people&metric_field=lat'],
    ['chart-calendar', '/dataset/{id}/charts?chart=calendar&interval=month'],
    ['statistics', '/dataset/{id}/statistics?repeated=true'],
    ['bars', '/dataset/{id}/charts?field=town'],
    ['schema', '/dataset/{id}/schema'],
    ['api', '/dataset/{id}/api'],
    ['map', '/dataset/{id}/map'],
    ['files', '/dataset/{withFiles}/files?q=harb'],
    ['embed-table', '/embed/dataset/{id}/table'],
    ['embed-cards', '/embed/dataset/{id}/table?display=cards&cols=town,people&interaction=false'],
    ['embed-map', '/embed/dataset/{id}/map?category=town'],
    ['embed-chosen', '/embed/dataset/{id}/table?selectable=true&fixed=people'],
    ['embed-bounds', '/embed/dataset/{id}/map-bounds'],
    ['embed-fields', '/embed/dataset/{id}/fields'],
    ['embed-download', '/embed/dataset/{id}/download'],
    ['embed-thumbnails', '/embed/dataset/{id}/thumbnails'],
    ['reference', '/api-docs'],
    ['reference-dataset', '/dataset/{id}/api-docs'],
    ['embed-chart', '/embed/dataset/{id}/charts?field=town'],
    ['sign-in', '/sign-in'],
    ['publish-anonymous', '/publish'],
    ['missing', '/dataset/none'],
  ] as const
  const own = [
    ['publish', '/publish'],
    ['edit', '/dataset/{id}/edit'],
    ['share', '/dataset/{id}/share'],
    ['replace', '/dataset/{id}/replace'],
    ['new-dataset', '/new-dataset'],
    ['new-dataset-template', '/new-dataset?start=template'],
    ['new-dataset-copy', '/new-dataset?source={id}'],
    ['delete', '/dataset/{id}/delete'],
    ['journal', '/dataset/{id}/journal'],
    ['settings', '/settings'],
    ['deleted-datasets', '/settings/trash'],
    ['members', '/settings/members'],
    ['topics', '/settings/topics'],
    ['webhooks', '/settings/webhooks'],
    ['organization', '/new-organization'],
    ['embed-journal', '/embed/dataset/{id}/journal'],
    ['embed-sites', '/embed/dataset/{id}/publication-sites'],
  ] as const

  describe.each(looks)('$width px, $scheme, $language', (look) => {
    // A new window costs a third of the CPU time of a page: the tests of a look use each other's.
    const idle: Visit[] = []
    afterAll(async () => {
      await Promise.all(idle.map(({ context }) => context.close()))
    })

    test.concurrent.each(open)('%s', async (name, path) => {
      const visitor = idle.pop() ?? (await visit(look))
      const { page, faults } = visitor
      await page.goto(service.url + path.replace('{id}', id).replace('{withFiles}', withFiles))
      await page.waitForLoadState('networkidle')
      if (name.startsWith('reference')) {
        await page.locator('#reference main').waitFor()
        // Once scrolled, the bar of narrow windows names the section.
        await page.mouse.move(200, 400)
        await page.mouse.wheel(0, 800)
        if (look.width < 1000) await page.locator('#reference header > span:not(:empty)').first().waitFor()
      }
      await picture(page, name, look)
      expect(await violations(page)).toEqual([])
      expect(faults.filter((fault) => !(name === 'missing' && fault.includes('404')))).toEqual([])
      faults.length = 0
      idle.push(visitor)
    })

    test.concurrent('pages of a signed-in user', async () => {
      const visitor = await visit(look)
      await signIn(visitor)
      for (const [name, path] of own) {
        await visitor.page.goto(service.url + path.replace('{id}', id))
        await visitor.page.waitForLoadState('networkidle')
        await picture(visitor.page, name, look)
        expect([name, await violations(visitor.page)]).toEqual([name, []])
      }
      expect(visitor.faults).toEqual([])
      await visitor.context.close()
    })
  })

  test.each(['/', '/dataset/{id}', '/dataset/{id}/table'])(
    '%s is under 50 kB and needs no script to be read',
    async (path) => {
      const { page, context, bytes } = await visit(looks[0], false)
      await page.goto(service.url + path.replace('{id}', id), { waitUntil: 'load' })
      expect(await page.textContent('h1')).toMatch(/Datasets|Visits of towns/)
      expect(bytes()).toBeGreaterThan(1_000)
      expect(bytes()).toBeLessThan(50_000)
      await context.close()
    },
  )
})
