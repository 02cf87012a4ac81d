/** Applications from end to end: from a dataset to a published visualization, and recovery of drafts. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  executablePath,
  type Look,
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

describe.skipIf(!executablePath)('applications in a browser', () => {
  useBrowser()
  let id = ''
  beforeAll(async () => {
    id = await publish(manyLines(60), { title: 'Visits of towns', summary: 'How many people came, day by day.' })
  })

  /** Creates an application of the dataset, and opens its configuration. */
  async function configure({ page }: Visit): Promise<string> {
    await page.goto(`${service.url}/new-application?dataset=${id}`)
    await page.getByRole('button', { name: /: (Bars|Barres)$/ }).click()
    await page.waitForURL(/\/application\/[a-z0-9]+\/config$/)
    await page.getByRole('combobox', { name: 'Dataset' }).waitFor()
    return page.url()
  }

  /** Chooses the column of towns with the keyboard. */
  async function chooseColumn({ page }: Visit): Promise<void> {
    const column = page.getByRole('combobox', { name: 'Column' })
    await column.press('ArrowDown')
    await page.getByRole('option', { name: 'town' }).waitFor()
    for (const _ of Array.from({ length: 8 })) {
      if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === 'town') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }

  const drawn = ({ page }: Visit) => page.frameLocator('#preview').locator('body[data-drawn="5"]').waitFor()

  async function seen({ page }: Visit, name: string, look: Look): Promise<void> {
    expect([name, await violations(page)]).toEqual([name, []])
    await picture(page, `application-${name}`, look)
  }

  describe.each(looks)('$width px, $scheme, $language', (look) => {
    test('a dataset becomes a visualization: chosen, configured, published, shared', async () => {
      const visitor = await visit(look)
      const { page, faults } = visitor
      await signIn(visitor)
      await page.goto(`${service.url}/dataset/${id}`)
      await page.click('#applications a.button')
      await page.waitForURL(/\/new-application\?dataset=/)
      await page.waitForLoadState('networkidle')
      await seen(visitor, 'gallery', look)
      await configure(visitor)
      await page.locator('#application-error:has-text("No column is chosen")').waitFor({ state: 'attached' })
      await chooseColumn(visitor)
      if (look.width < 500) await page.click('[data-shows=preview]')
      await drawn(visitor)
      await seen(visitor, 'preview', look)
      if (look.width < 500) await page.click('[data-shows=form]')
      await seen(visitor, 'configuration', look)
      await page.click('#publish')
      await page.waitForURL(/\/application\/[a-z0-9]+\?done=published$/)
      await page.frameLocator('d-frame iframe').locator('body[data-drawn="5"]').waitFor()
      await seen(visitor, 'page', look)
      expect(await page.textContent('.notice')).toMatch(
        /^(Published. Everyone can see|Publiée. Tout le monde peut voir)/,
      )
      await page.click('.actions [data-share]')
      await page.locator('dialog[open] [data-copy]').last().click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`<iframe src="${service.url}/app/`)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      const address = page.url().replace('?done=published', '')
      await page.goto(`${address}/edit`)
      await page.fill('[name=summary]', 'Rennes and Brest receive most visitors.')
      await page.click('#description button.primary')
      await page.locator('.notice[role=status]').waitFor()
      await seen(visitor, 'edit', look)
      await page.goto(`${service.url}/applications?mine=true`)
      await page.waitForLoadState('networkidle')
      await seen(visitor, 'list', look)
      expect(await page.textContent('.items')).toContain('Rennes and Brest receive most visitors.')
      await page.goto(`${service.url}/dataset/${id}`)
      await page.waitForLoadState('networkidle')
      await seen(visitor, 'dataset', look)
      expect(faults).toEqual([])
      await visitor.context.close()
    })
  })

  test('a draft that could not be stored is restored, and stored', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const address = await configure(visitor)
    await page.route('**/configuration-draft', (route) => route.abort())
    await chooseColumn(visitor)
    await page.locator('#state[data-progress=failed]').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(`${service.url}/applications`)
    await page.unroute('**/configuration-draft')
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.goto(address)
    await stored
    await drawn(visitor)
    await page.reload()
    await drawn(visitor)
    await visitor.context.close()
  })

  test.each(looks.filter(({ width }) => width < 500))(
    'the configuration of a long title fits the window, $width px, $language',
    async (look) => {
      const visitor = await visit(look)
      const { page } = visitor
      await signIn(visitor)
      const address = await configure(visitor)
      const api = address.replace('/application/', '/api/v1/applications/').replace(/\/config$/, '')
      const headers = { 'x-apikey': service.apiKey, 'content-type': 'application/json' }
      const title = 'Visits of the towns of the coast by day, month and year'
      const renamed = await fetch(api, { method: 'PATCH', headers, body: JSON.stringify({ title }) })
      expect(renamed.status).toBe(200)
      await page.goto(address)
      await page.getByRole('combobox', { name: 'Dataset' }).waitFor()
      await seen(visitor, 'configuration-long-title', look)
      const right = await page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('.bar *, main *')].map((one) => one.getBoundingClientRect().right)),
      )
      expect(right).toBeLessThanOrEqual(look.width)
      await visitor.context.close()
    },
  )

  test('a change is published at once, while it is still being stored as the draft', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const address = await configure(visitor)
    await chooseColumn(visitor)
    await drawn(visitor)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/configuration-draft', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('A last change')
    const storing = page.waitForRequest('**/configuration-draft')
    await page.click('#publish')
    await storing
    release()
    await page.waitForURL(/\/application\/[a-z0-9]+\?done=published$/)
    await page.goto(address)
    await page.frameLocator('#preview').locator('h1:text("A last change")').waitFor()
    expect(await page.textContent('#state')).toBe('Published version')
    await visitor.context.close()
  })

  test('a draft is discarded, and the published version stays', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const address = await configure(visitor)
    await chooseColumn(visitor)
    await drawn(visitor)
    await page.uncheck('#opens')
    await page.click('#publish')
    await page.waitForURL(/\/application\/[a-z0-9]+\?done=published$/)
    expect(await page.textContent('.notice')).toContain('Only ')
    await page.goto(address)
    expect(await page.isDisabled('#discard-draft')).toBe(true)
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await page.getByRole('textbox', { name: 'Heading' }).fill('Another heading')
    await page.frameLocator('#preview').locator('h1:text("Another heading")').waitFor()
    await page.click('#discard-draft')
    await Promise.all([page.waitForEvent('load'), page.click('#discard-confirm')])
    await drawn(visitor)
    expect(await page.frameLocator('#preview').locator('h1').textContent()).not.toBe('Another heading')
    expect(await page.textContent('#state')).toBe('Published version')
    await visitor.context.close()
  })

  test('a map by category is published once its column is chosen', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const csv = 'name,town,lat,lon\nHall,Rennes,48.1,-1.7\nPool,Brest,48.4,-4.5\nPark,Brest,48.3,-4.4\n'
    const dataset = await publish(csv, { title: 'Places by town' }, places)
    const api = `${service.url}/api/v1`
    const made = await page.request.post(`${api}/applications`, {
      data: { url: `${service.url}/build/applications/map/`, title: 'Towns' },
    })
    const { id: map } = await made.json()
    const datasets = [{ id: dataset, href: `${api}/datasets/${dataset}`, title: 'Places by town' }]
    const draft = `${api}/applications/${map}/configuration-draft`
    await page.request.put(draft, { data: { datasets, data: { colorBy: 'category' } } })
    await page.goto(`${service.url}/application/${map}/config`)
    await page.frameLocator('#preview').getByText('Still to choose: the column of categories.').waitFor()
    await page.click('#publish')
    await expect.poll(() => page.textContent('#problem')).toBe('Choose the column of categories first.')
    const column = page.getByRole('combobox', { name: 'Column of categories' })
    await column.click()
    await page.getByRole('option', { name: 'town' }).click()
    await page.click('#publish')
    await page.waitForURL(/\/application\/[a-z0-9]+\?done=published$/)
    await visitor.context.close()
  })

  test('a visualization is named after the title of its configuration, until somebody names it', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const dataset = await publish('name,lat,lon\nHall,48.1,-1.7\n', { title: 'Halls' }, places)
    const api = `${service.url}/api/v1`
    const url = `${service.url}/build/applications/map/`
    const made = await page.request.post(`${api}/applications`, { data: { url, title: 'Halls – Carte' } })
    const { id: map } = await made.json()
    const datasets = [{ id: dataset, href: `${api}/datasets/${dataset}`, title: 'Halls' }]
    const publishAs = async (title: string) => {
      const draft = `${api}/applications/${map}/configuration-draft`
      await page.request.put(draft, { data: { datasets, display: { title } } })
      await page.goto(`${service.url}/application/${map}/config`)
      await page.frameLocator('#preview').getByText(title).waitFor()
      await page.click('#publish')
      await page.waitForURL(/\/application\/[a-z0-9]+\?done=published$/)
    }
    await publishAs('Where the halls are')
    expect(await page.textContent('h1')).toContain('Where the halls are')
    await publishAs('Another title')
    expect(await page.textContent('h1')).toContain('Where the halls are')
    await visitor.context.close()
  })

  test('only the configuration page may compile code', async () => {
    const visitor = await visit()
    await signIn(visitor)
    const address = await configure(visitor)
    const policyOf = async (url: string) =>
      (await visitor.context.request.get(url)).headers()['content-security-policy'] ?? ''
    expect(await policyOf(address)).toContain("'unsafe-eval'")
    for (const url of [address.replace(/\/config$/, ''), `${address.replace(/\/config$/, '')}/edit`, service.url]) {
      expect(await policyOf(url)).not.toContain('unsafe')
    }
    await visitor.context.close()
  })
})
