/** The first steps of a new user: an account, an organization, an API key, and its revocation. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, service, useBrowser, visit } from './support'

describe.skipIf(!executablePath)('a new user', () => {
  useBrowser()

  test('signs up, creates an organization and a key, publishes with it, revokes it and is refused', async () => {
    const { page, faults, context } = await visit(looks[0])
    await page.goto(`${service.url}/sign-up`)
    await page.fill('[name=name]', 'Nora')
    await page.fill('[name=email]', `nora-${Date.now()}@example.org`)
    await page.fill('[name=password]', 'a password of Nora')
    await page.click('main button.primary')
    await page.waitForURL(`${service.url}/`)

    const made = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ name: 'Harbour' })
      return (await fetch('/api/v1/organizations', { method: 'POST', headers, body })).status
    })
    expect(made).toBe(201)
    await page.reload()
    await page.click('.account summary')
    await page.click('.account form[action$="/account"] button:has-text("Harbour")')
    await expect.poll(() => page.textContent('.account summary')).toContain('Harbour')

    await page.goto(`${service.url}/settings`)
    await page.fill('form[action$="/settings/keys"] [name=title]', 'Buoys')
    expect(
      await page.locator('[name=scopes]:checked').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(['datasets-read'])
    await page.check('[name=scopes][value=datasets]')
    await page.click('form:has([name=scopes]) button.primary')
    const key = (await page.textContent('.new-key code')) ?? ''

    const publish = () => {
      const body = new FormData()
      body.append('file', new File(['buoy,depth\nA,3\nB,7\n'], 'buoys.csv'))
      return fetch(`${service.url}/api/v1/datasets`, { method: 'POST', headers: { 'x-apikey': key }, body })
    }
    const published = await publish()
    expect(published.status).toBe(201)
    const dataset = (await published.json()) as { id: string; owner: unknown } // a dataset
    expect(dataset.owner).toMatchObject({ type: 'organization', name: 'Harbour' })
    const status = async () => {
      const read = await fetch(`${service.url}/api/v1/datasets/${dataset.id}`, { headers: { 'x-apikey': key } })
      return ((await read.json()) as { status: string }).status // a dataset
    }
    await expect.poll(status, { timeout: 30_000 }).toBe('finalized')
    await page.goto(`${service.url}/dataset/${dataset.id}/table`)
    expect(await page.locator('tbody tr').count()).toBe(2)

    await page.goto(`${service.url}/settings`)
    await page.click('li:has-text("Buoys") summary')
    // The question alone changes nothing.
    expect(await status()).toBe('finalized')
    await page.click('li:has-text("Buoys") button.danger')
    await page.locator('.notice[role=status]').waitFor()
    await page.locator('li:has-text("Buoys")').waitFor({ state: 'detached' })
    const refused = await publish()
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ code: 'key-unknown' })
    expect(faults).toEqual([])
    await context.close()
  })
})
