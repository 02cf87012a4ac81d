/** The profile of a user, filled in: name, address, password, sessions, deletion of the account. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeAt } from '../../worker/accounts/two-factor/totp'
import { lastLink, type MailingService, startMailingService } from './mailing-service'
import { executablePath, type Look, looks, picture, useBrowser, type Visit, violations, visit } from './support'

describe.skipIf(!executablePath)('the profile', () => {
  useBrowser()
  let own: MailingService
  beforeAll(async () => {
    own = await startMailingService()
  })
  afterAll(() => own?.stop())

  async function enter(look: Look, email: string, password: string): Promise<Visit> {
    const visitor = await visit(look, true, own.url)
    await visitor.page.goto(`${own.url}/sign-in?back=%2Fsettings%2Fprofile`)
    await visitor.page.fill('[name=email]', email)
    await visitor.page.fill('[name=password]', password)
    await visitor.page.click('main form[action$="/sign-in"] button')
    await visitor.page.waitForURL(`${own.url}/settings/profile`)
    return visitor
  }

  test.each(looks)('at $width px, $scheme, $language', async (look) => {
    const email = `profile-${look.width}-${look.scheme}@example.org`
    const newEmail = `new-${email}`
    const { page, context, faults } = await visit(look, true, own.url)
    const seen = async (name: string) => {
      expect([name, await violations(page)]).toEqual([name, []])
      await picture(page, `profile-${name}`, look)
    }
    const done = (name: string) => page.waitForURL(`${own.url}/settings/profile?done=${name}`)
    const form = (name: string) => page.locator(`form[action$="/settings/profile/${name}"]`)
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
    const second = await enter(look, email, 'the first password')
    const third = await enter(look, email, 'the first password')

    await page.click('.account summary')
    await page.click('.account a[href$="/settings/profile"]')
    await seen('all')
    await form('name').locator('[name=name]').fill('Ann Lee')
    await form('name').locator('button').click()
    await done('name')
    expect(await page.textContent('.eyebrow')).toBe('Ann Lee')

    await form('email').locator('[name=email]').fill(newEmail)
    await form('email').locator('[name=password]').fill('a wrong password')
    await form('email').locator('button').click()
    await page.locator('[role=alert]:visible').waitFor()
    expect(await form('email').locator('[name=email]').inputValue()).toBe(newEmail)
    await seen('refused')
    expect(faults.splice(0)).toEqual([expect.stringContaining('403')])
    await form('email').locator('[name=password]').fill('the first password')
    await form('email').locator('button').click()
    await done('email')
    expect(await page.textContent('#email .notice')).toContain(newEmail)
    await seen('pending')
    const link = await vi.waitUntil(() => lastLink(newEmail, /Confirm/), { timeout: 20_000, interval: 100 })
    await page.goto(link)
    await seen('confirm')
    await page.click('main button.primary')
    await done('confirmed')
    expect(await page.textContent('#email')).toContain(newEmail)

    await page.locator('#sessions li summary').first().click()
    await seen('sessions')
    await page.locator('#sessions li form button').first().click()
    await done('session')
    expect(await page.locator('#sessions li').count()).toBe(2)

    await form('password').locator('[name=password]').fill('the first password')
    await form('password').locator('[name=newPassword]').fill('the second password')
    await form('password').locator('button').click()
    await done('password')
    expect(await page.locator('#sessions li').count()).toBe(1)
    await second.page.goto(`${own.url}/`)
    await third.page.goto(`${own.url}/`)
    for (const other of [second, third]) expect(await other.page.locator('.account summary').count()).toBe(0)

    await form('two-factor').locator('[name=password]').fill('the second password')
    await form('two-factor').locator('button').click()
    await page.locator('.qr-code').waitFor()
    await seen('enrolment')
    const secret = ((await page.locator('.code code').textContent()) ?? '').replaceAll(' ', '')
    await page.fill('[name=code]', '000000')
    await page.click('main button.primary')
    await page.locator('[role=alert]:visible').waitFor()
    expect(await page.locator('.qr-code').count()).toBe(1)
    expect(faults.splice(0)).toEqual([expect.stringContaining('403')])
    await page.fill('[name=code]', codeAt(secret, Math.floor(Date.now() / 30_000) - 1))
    await page.click('main button.primary')
    await page.locator('.recovery-codes').waitFor()
    await seen('recovery-codes')
    const [recoveryCode = ''] = ((await page.textContent('.recovery-codes')) ?? '').split('\n')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[download]')])
    expect(download.suggestedFilename()).toMatch(/^(recovery-codes|codes-de-secours)\.txt$/)
    expect(readFileSync(await download.path(), 'utf8')).toContain(recoveryCode)
    await page.click('main a.primary')
    await seen('two-factor')

    const other = await visit(look, false, own.url)
    const askedCode = async (code: string) => {
      await other.page.goto(`${own.url}/sign-in?back=%2Fsettings`)
      await other.page.fill('[name=email]', newEmail)
      await other.page.fill('[name=password]', 'the second password')
      await other.page.click('main form[action$="/sign-in"] button')
      await other.page.waitForURL(`${own.url}/sign-in/code?back=%2Fsettings`)
      await other.page.fill('[name=code]', code)
      await other.page.click('main button.primary')
    }
    await askedCode('123456')
    await other.page.locator('main [role=alert]').waitFor()
    await askedCode(codeAt(secret, Math.floor(Date.now() / 30_000)))
    await other.page.waitForURL(`${own.url}/settings`)
    await other.context.clearCookies()
    await askedCode(recoveryCode)
    await other.page.waitForURL(`${own.url}/settings`)
    await other.context.close()

    await page.goto(`${own.url}/sign-in/code`)
    await seen('code')
    await page.goto(`${own.url}/settings/profile`)
    await page.click('#deletion summary')
    await seen('deletion')
    await page.fill('#deletion [name=password]', 'the second password')
    await page.click('#deletion button')
    await page.waitForURL(`${own.url}/sign-in?told=deleted`)
    await page.fill('[name=email]', newEmail)
    await page.fill('[name=password]', 'the second password')
    await page.click('main form[action$="/sign-in"] button')
    await page.locator('main [role=alert]:visible').waitFor()
    expect(faults.splice(0)).toEqual([expect.stringContaining('401')])
    await context.close()
  })
})
