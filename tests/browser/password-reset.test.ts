/** A forgotten password: from the sign-in page to the mail, the new password and back, with and without scripts. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lastLink, type MailingService, startMailingService } from './mailing-service'
import { executablePath, looks, picture, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath)('a forgotten password', () => {
  useBrowser()
  let own: MailingService
  beforeAll(async () => {
    own = await startMailingService()
  })
  afterAll(() => own?.stop())

  test.each(looks)('at $width px, $scheme, $language', async (look) => {
    const email = `reset-${look.width}-${look.scheme}@example.org`
    const scripts = look.width > 500
    const { page, context, faults } = await visit(look, true, own.url)
    const seen = async (name: string) => {
      expect([name, await violations(page)]).toEqual([name, []])
      await picture(page, `reset-${name}`, look)
    }
    await page.goto(`${own.url}/sign-up`)
    await page.fill('[name=name]', 'Ann')
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', 'the first password')
    await page.click('main button.primary')
    await page
      .getByText(`to ${email}`)
      .or(page.getByText(`à ${email}`))
      .waitFor()
    await page.click('main a.primary')
    await page.waitForURL(`${own.url}/`)

    // Elsewhere, without the session.
    const elsewhere = await visit(look, scripts, own.url)
    await elsewhere.page.goto(`${own.url}/sign-in`)
    await elsewhere.page.click('a[href$="/forgotten-password"]')
    await elsewhere.page.fill('[name=email]', email)
    await elsewhere.page.click('main button.primary')
    await elsewhere.page.locator('.notice[role=status]').waitFor()
    await page.goto(`${own.url}/forgotten-password?sent`)
    await seen('sent')
    await page.goto(`${own.url}/forgotten-password`)
    await seen('asked')
    const link = await vi.waitUntil(() => lastLink(email, /Reset|Réinitialiser/), { timeout: 20_000, interval: 100 })

    await page.goto(link)
    await seen('form')
    await elsewhere.page.goto(link)
    await elsewhere.page.fill('[name=password]', 'the second password')
    await elsewhere.page.click('main button.primary')
    await elsewhere.page.waitForURL(/\/sign-in\?told=resetUnconfirmed$/)
    expect(await elsewhere.page.locator('.notice[role=status]').count()).toBe(1)
    await elsewhere.page.fill('[name=email]', email)
    await elsewhere.page.fill('[name=password]', 'the second password')
    await elsewhere.page.click('main button.primary')
    await elsewhere.page.waitForURL(`${own.url}/`)
    await elsewhere.context.close()

    // The first browser is signed out, and the link is used up.
    await page.goto(`${own.url}/sign-in?told=reset`)
    await seen('done')
    expect(await page.locator('.account summary').count()).toBe(0)
    expect(faults).toEqual([])
    await page.goto(link)
    await page.locator('[role=alert]').waitFor()
    await seen('used')
    expect(faults.splice(0)).toEqual([expect.stringContaining('410')])
    await page.click('a[href$="/forgotten-password"].primary')
    await page.waitForURL(`${own.url}/forgotten-password`)
    await context.close()
  })
})
