/** Access to a dataset: granted by name, listed in words, and revoked. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, picture, publish, service, signIn, useBrowser, violations, visit } from './support'

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme, $language', (look) => {
  useBrowser()

  test('access is granted to a user and to all signed-in users, and revoked', async () => {
    const id = await publish('town,people\nBrest,3\n', { title: `Visits ${look.width} ${look.scheme}` })
    const visitor = await visit(look)
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/edit#access`)
    const access = page.locator('section:has(#access)')
    await access.locator('[name=access][value=protected]').check()
    await access.locator('form:has([value=access]) button').click()
    await page.locator('.notice[role=status]').waitFor()

    const give = async (who: string, name: string, level: string) => {
      await access.locator('[name=who]').selectOption(who)
      await access.locator('[name=name]').fill(name)
      await access.locator('[name=level]').selectOption(level)
      await access.locator('form:has([name=who]) button').click()
    }
    await give('email', 'Colleague@example.org', 'write')
    await access.locator('.rows li:has-text("colleague@example.org")').waitFor()
    await give('signed-in', '', 'read')
    await expect.poll(() => access.locator('.rows li').count()).toBe(3)
    expect(await violations(page)).toEqual([])
    await picture(page, 'access', look)

    const stranger = await visit(look)
    const address = `${service.url}/dataset/${id}`
    expect((await stranger.page.goto(address))?.status()).toBe(403)
    await stranger.page.goto(`${service.url}/sign-up`)
    await stranger.page.fill('[name=name]', 'A stranger')
    await stranger.page.fill('[name=email]', `stranger-${look.width}-${look.scheme}@example.org`)
    await stranger.page.fill('[name=password]', 'a long password of a stranger')
    await stranger.page.click('main button.primary')
    await stranger.page.waitForURL(`${service.url}/`)
    expect((await stranger.page.goto(address))?.status()).toBe(200)

    for (const left of [2, 1]) {
      await access.locator('.rows li button.danger').last().click()
      await expect.poll(() => access.locator('.rows li').count()).toBe(left)
    }
    expect((await stranger.page.goto(address))?.status()).toBe(403)
    expect(visitor.faults).toEqual([])
  })
})
