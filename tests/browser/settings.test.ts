/** The settings of an account, filled in: members, departments, topics, webhooks, keys, usage. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  picture,
  publish,
  service,
  signIn,
  useBrowser,
  type Visit,
  violations,
  visit,
} from './support'

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme, $language', (look) => {
  useBrowser()
  const own = `${look.width} ${look.scheme}`

  /** Signs in, and at the end looks at the page as it was left. */
  async function at(path: string, fill: (visitor: Visit) => Promise<void>): Promise<void> {
    const visitor = await visit(look)
    await signIn(visitor)
    await visitor.page.goto(service.url + path)
    await fill(visitor)
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  }

  async function seen({ page }: Visit, name: string): Promise<void> {
    expect(await violations(page)).toEqual([])
    await picture(page, `settings-${name}`, look)
  }

  /** Removes the row of an input by its button. */
  async function remove(page: Page, named: Locator): Promise<void> {
    const row = page.locator('li', { has: named })
    await row.locator('.confirmed > summary').click()
    await row.locator('.confirmed button').click()
    await named.waitFor({ state: 'detached' })
  }

  test('a user is invited by a link to copy, and the invitation is cancelled', () =>
    at('/settings/members', async (visitor) => {
      const { page } = visitor
      const email = `guest-${look.width}-${look.scheme}@example.org`
      await page.fill('[name=email]', email)
      await page.selectOption('#invited-role', 'user')
      await page.click('form[action$="/settings/invitations"] button.primary')
      const row = page.locator(`.rows li:has-text("${email}")`)
      await row.waitFor()
      await seen(visitor, 'invited')
      await row.locator('[data-copy]').click()
      const address = await page.evaluate(() => navigator.clipboard.readText())
      expect(address).toContain('/invitation/')
      const guest = await visit(look)
      await guest.page.goto(address)
      expect(await guest.page.textContent('main')).toContain(email)
      await seen(guest, 'invitation')
      await guest.context.close()
      await row.locator('.confirmed > summary').click()
      await row.locator('.confirmed button').click()
      await page.locator('.notice[role=status]').waitFor()
      await row.waitFor({ state: 'detached' })
    }))

  test('a department is added, offered in invitations, and removed', () =>
    at('/settings/members', async (visitor) => {
      const { page } = visitor
      const form = page.locator('form[action$="/settings/departments"]')
      await form.locator('[name=name]').last().fill(`Roads ${own}`)
      await form.locator('[name=name]').last().press('Enter')
      await page.locator('.notice[role=status]').waitFor()
      expect(await page.locator('[name=department] option').allTextContents()).toContain(`Roads ${own}`)
      await seen(visitor, 'departments')
      const row = form.locator(`.department:has(input[value="Roads ${own}"])`)
      await row.locator('summary').click()
      await row.locator('.confirmed button').click()
      await form.locator(`input[value="Roads ${own}"]`).waitFor({ state: 'detached' })
    }))

  test('the link of the page is in view', () =>
    at('/settings/webhooks', async ({ page }) => {
      const isInView = () =>
        page.locator('.side-nav [aria-current]').evaluate((link) => {
          const { left, right } = link.getBoundingClientRect()
          return left >= 0 && right <= document.documentElement.clientWidth
        })
      await expect.poll(isInView).toBe(true)
    }))

  test('a topic is added and removed', () =>
    at('/settings/topics', async (visitor) => {
      const { page } = visitor
      await page.locator('[name=title]').last().fill(`Harbours ${own}`)
      await page.click('main button.primary')
      const named = page.locator(`[name=title][value="Harbours ${own}"]`)
      await named.waitFor()
      await seen(visitor, 'topics')
      await remove(page, named)
    }))

  test('a webhook is added with its secret, tested, edited and removed', () =>
    at('/settings/webhooks', async (visitor) => {
      const { page } = visitor
      const form = page.locator('form.card')
      await form.locator('[name=title]').fill(`Portal ${own}`)
      // Private addresses are not called.
      await form.locator('[name=url]').fill('http://10.0.0.1/in')
      await form.locator('[name=events][value=dataset-error]').check()
      await form.locator('button.primary').click()
      const row = page.locator(`.rows li:has-text("Portal ${own}")`)
      await row.locator('details:not(.confirmed) summary').click()
      expect(await row.locator('code').textContent()).toContain('whsec_')
      await row.locator('form[action$="/test"] button').click()
      await row.locator('[role=status]', { hasText: '10.0.0.1' }).waitFor()
      await row.locator('.harmless > summary').click()
      await seen(visitor, 'webhooks')
      await row.locator('.harmless [name=title]').fill(`Portal ${own} moved`)
      await row.locator('.harmless button').click()
      const moved = page.locator(`.rows li:has-text("Portal ${own} moved")`)
      await moved.locator('.confirmed:not(.harmless) > summary').click()
      await moved.locator('.confirmed:not(.harmless) button').click()
      await page.locator('.notice[role=status]').waitFor()
      await moved.waitFor({ state: 'detached' })
    }))

  test('a licence is added and removed', () =>
    at('/settings/licenses', async (visitor) => {
      const { page } = visitor
      await page.locator('[name=title]').last().fill(`Licence ${own}`)
      await page.locator('[name=href]').last().fill('https://town.example/licence')
      await page.click('main button.primary')
      const named = page.locator(`[name=title][value="Licence ${own}"]`)
      await named.waitFor()
      await seen(visitor, 'licenses')
      await remove(page, named)
    }))

  test('a text of all datasets is added and removed', () =>
    at('/settings/datasets-metadata', async (visitor) => {
      const { page } = visitor
      await page.locator('[name=title]').last().fill(`Steward ${own}`)
      await page.check('[name=active][value=spatial]')
      await page.click('main button.primary')
      const named = page.locator(`[name=title][value="Steward ${own}"]`)
      await named.waitFor()
      await seen(visitor, 'metadata')
      await remove(page, named)
    }))

  test('a key is added and revoked in a frame of a page of this origin', () =>
    at('/settings/profile', async (visitor) => {
      const { page } = visitor
      const known = await fetch(`${service.url}/api/v1/datasets`, {
        method: 'POST',
        headers: { 'x-apikey': service.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ isMetaOnly: true, title: 'Of the account' }),
      })
      const { owner } = (await known.json()) as { owner: { type: string; id: string } } // a dataset
      const address = `${service.url}/embed/settings/${owner.type}/${owner.id}/api-keys?scopes=datasets-read`
      // A portal on a domain of this service is of the same origin.
      await page.route('**/portal', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<iframe src="${address}"></iframe>` }),
      )
      await page.goto(`${service.url}/portal`)
      const frame = page.frameLocator('iframe')
      await frame.locator('[name=title]').fill(`Buoys ${own}`)
      expect(await frame.locator('[name=scopes]').count()).toBe(1)
      await frame.locator('form:has([name=scopes]) button.primary').click()
      await frame.locator('.new-key code').waitFor()
      const row = frame.locator(`li:has-text("Buoys ${own}")`)
      await row.locator('summary').click()
      await row.locator('.confirmed button').click()
      await frame.locator('.notice[role=status]').waitFor()
      await row.waitFor({ state: 'detached' })
      await page.goto(address)
      await seen(visitor, 'embedded-keys')
    }))

  test('keys and usage are shown', () =>
    at('/settings/usage', async (visitor) => {
      expect(await visitor.page.locator('.usage dd').count()).toBe(4)
      await seen(visitor, 'keys')
    }))

  test('charts of the usage over time', async () => {
    const id = await publish('a\n1\n', { title: 'Read once' })
    await fetch(`${service.url}/api/v1/datasets/${id}/lines`)
    await at('/settings/usage', async (visitor) => {
      const charts = visitor.page.locator('svg.chart:visible')
      // Reads are counted after the response.
      await expect.poll(() => visitor.page.reload().then(() => charts.count())).toBe(3)
      await visitor.page.locator('details summary').last().click()
      await seen(visitor, 'usage')
    })
  })

  test('the last administrator of an organization cannot be removed, with the reason on the page', () =>
    at('/settings/members', async (visitor) => {
      const { page, faults } = visitor
      const form = page.locator('form[action$="/members/role"]').first()
      await form.locator('[name=role]').selectOption('user')
      await form.locator('button').click()
      await page.locator('[role=alert]').waitFor()
      await seen(visitor, 'refused')
      // The refusal is a page with status 409, which the console reports.
      expect(faults.splice(0)).toEqual([expect.stringContaining('409')])
    }))
})
