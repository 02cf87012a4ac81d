/** Sign-in with a passkey: a virtual authenticator of the browser, through the pages. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, service, useBrowser, type Visit, violations, visit } from './support'

/** A passkey belongs to a name: that of this machine. */
const url = service.url.replace('127.0.0.1', 'localhost')

/** A device with a lock that its owner opens. @returns how many credentials it holds */
async function plugDevice({ page, context }: Visit): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
}

describe.skipIf(!executablePath)('a passkey', () => {
  useBrowser()

  test('is created in the settings, signs in, and is refused once removed', async () => {
    const visitor = await visit(looks[0])
    const { page, context } = visitor
    const credentials = await plugDevice(visitor)
    await page.goto(`${url}/sign-up`)
    await page.fill('[name=name]', 'Passkey Paul')
    await page.fill('[name=email]', `paul-${Date.now()}@example.org`)
    await page.fill('[name=password]', 'a password of Paul')
    await page.click('main button.primary')
    await page.waitForURL(`${url}/`)

    await page.goto(`${url}/settings/profile`)
    await page.fill('#passkeys [name=title]', 'Telephone')
    await page.fill('#passkeys form[data-passkey] [name=password]', 'another password')
    await page.click('#passkeys form[data-passkey] button')
    await page.locator('#passkeys [role=alert]:has-text("password")').waitFor()
    expect(await credentials()).toBe(0)
    await page.fill('#passkeys form[data-passkey] [name=password]', 'a password of Paul')
    expect(await violations(page)).toEqual([])
    await page.click('#passkeys form[data-passkey] button')
    await page.locator('#passkeys th:has-text("Telephone")').waitFor()
    expect(await credentials()).toBe(1)

    await context.clearCookies()
    await page.goto(`${url}/sign-in?back=%2Fsettings%2Fprofile`)
    expect(await violations(page)).toEqual([])
    await page.click('form[data-passkey] button')
    await page.waitForURL(`${url}/settings/profile`)
    expect(await page.textContent('.account summary')).toContain('Passkey Paul')

    await page.click('#passkeys tr:has-text("Telephone") summary')
    await page.fill('#passkeys tr:has-text("Telephone") [name=password]', 'a password of Paul')
    await page.click('#passkeys tr:has-text("Telephone") button')
    await expect.poll(() => page.locator('#passkeys th').count()).toBe(0)
    await context.clearCookies()
    await page.goto(`${url}/sign-in`)
    await page.click('form[data-passkey] button')
    await page.locator('form[data-passkey] [role=alert]').waitFor()
    const session = await page.evaluate(async () => (await fetch('/api/v1/session')).json())
    expect(session).toMatchObject({ user: null })
    await context.close()
  })

  test('is not offered without support of the browser', async () => {
    const visitor = await visit(looks[0])
    await visitor.page.goto(`${service.url}/sign-in`)
    expect(await visitor.page.locator('form[data-passkey]').isVisible()).toBe(false)
    await visitor.context.close()
  })
})
