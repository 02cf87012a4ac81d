/** Remote services in the browser: registered by address, shown with inputs and outputs, tried, removed. */
import { describe, expect, inject, test } from 'vitest'
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

const remote = `http://${inject('remoteHost')}`
useBrowser()

async function administrator(look: (typeof looks)[number] = looks[0]): Promise<Visit> {
  const who = await visit(look)
  await signIn(who)
  return who
}

describe.skipIf(!executablePath)('an administrator', () => {
  test('registers an API by its address, sees its actions, tries one, and removes it', async () => {
    const { page } = await administrator()
    // Of an earlier attempt.
    await page.request.delete(`${service.url}/api/v1/remote-services/towns-by-postal-code`)
    await page.goto(`${service.url}/remote-services`)
    await page.getByRole('link', { name: 'Register an API' }).click()
    const address = page.getByLabel('URL of its OpenAPI description')
    await address.fill(`${remote}/absent/none`)
    const submit = page.locator('form.form').getByRole('button', { name: 'Register an API' })
    await submit.click()
    expect(await page.getByRole('alert').textContent()).toContain('The description')
    expect(await address.inputValue()).toContain('/absent/none')
    await address.fill(`${remote}/tried/openapi.json`)
    await page.getByLabel('Name', { exact: true }).fill('x-key')
    await page.getByLabel('Value').fill('a secret')
    await submit.click()
    await page.waitForURL('**/remote-service/towns-by-postal-code?saved=registered')
    const action = page.locator('.action', { hasText: 'Find many towns' })
    expect(await action.textContent()).toMatch(/Adds columns.*Postal code.*\(required\).*Latitude.*Places to visit/s)
    expect(await page.content()).not.toContain('a secret')

    await page.getByRole('link', { name: 'Try this API' }).click()
    await page.getByRole('button', { name: 'Test Request' }).first().waitFor()
    const answer = await page.evaluate(async () => {
      const response = await fetch('/api/v1/remote-services/towns-by-postal-code/proxy/town?q=69009')
      return response.json()
    })
    expect(answer).toMatchObject({ name: 'Lyon' })
    const calls = await (await fetch(`${remote}/_calls/tried`)).json()
    expect(calls.at(-1)).toMatchObject({ headers: { 'x-key': 'a secret' } })

    await page.getByRole('link', { name: 'Back to the service' }).click()
    await page.getByLabel('Title').fill('Postal codes')
    await page.getByRole('button', { name: 'Save' }).first().click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Postal codes')
    await page.getByRole('button', { name: 'Fetch the description again' }).click()
    expect(await page.getByRole('status').first().textContent()).toContain('The description was fetched again')
    await page.locator('summary', { hasText: 'Delete the service' }).click()
    await page.getByRole('button', { name: /^Confirm: Delete the service/ }).click()
    await page.getByText('No remote service yet').waitFor()
  })

  test('registers a proposed API, whose pages have no accessibility violation in any theme', async () => {
    const first = await administrator()
    await first.page.goto(`${service.url}/new-remote-service`)
    await first.page.getByRole('button', { name: 'Register an API: Towns' }).click()
    // It is there already when the test runs again.
    await first.page.goto(`${service.url}/remote-service/towns-by-postal-code`)
    for (const look of looks) {
      const { page, faults } = await administrator(look)
      for (const path of ['remote-services', 'remote-service/towns-by-postal-code', 'new-remote-service']) {
        await page.goto(`${service.url}/${path}`)
        expect(await violations(page), path).toEqual([])
        await picture(page, path.replace('/', '-'), look)
      }
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  test('uses an operation of an ordinary API to enrich a dataset, and stops', async () => {
    const first = await administrator()
    const { page } = first
    const address = `${service.url}/remote-service/places-without-annotations`
    await page.request.delete(`${service.url}/api/v1/remote-services/places-without-annotations`)
    await page.goto(`${service.url}/new-remote-service`)
    await page.getByLabel('URL of its OpenAPI description').fill(`${remote}/used/places.json`)
    await page.locator('form.form').getByRole('button', { name: 'Register an API' }).click()
    await page.getByRole('link', { name: 'Use to enrich: Read a city' }).click()
    await page.getByLabel('Fixed value: lang').fill('fr')
    await page.getByLabel('Title: center.lat').fill('North')
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Choose the concept')
    expect(await page.getByLabel('Title: center.lat').inputValue()).toBe('North')
    await page.getByLabel('Concept: code').selectOption({ label: 'Postal code' })
    await page.getByRole('checkbox', { name: 'tags' }).uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**?saved=operation')
    const used = page.locator('#operations .card').first()
    expect(await used.textContent()).toContain('GET /cities/{code}')

    for (const look of looks) {
      const visitor = await administrator(look)
      for (const path of ['', `/operation?path=${encodeURIComponent('/cities/{code}')}`]) {
        await visitor.page.goto(address + path)
        expect(await violations(visitor.page), path).toEqual([])
        await picture(visitor.page, path ? 'operation' : 'operations', look)
      }
      expect(visitor.faults).toEqual([])
      await visitor.page.context().close()
    }

    const csv = 'code,visits\n69009,12\n00000,3\n'
    const id = await publish(csv, { title: 'Visits' }, { code: 'http://schema.org/postalCode' })
    await page.goto(`${service.url}/dataset/${id}/add-column?from=service`)
    await page.getByLabel('Service').selectOption({ label: 'Places - Read a city' })
    const row = page.locator('[data-region=preview] tbody tr')
    await row.first().waitFor()
    expect(await page.locator('[data-region=preview]').textContent()).toMatch(/North.*Lyon.*45[.,]768/s)

    await page.goto(address)
    await page.locator('summary', { hasText: 'Stop using' }).click()
    await page.getByRole('button', { name: /^Confirm: Stop using/ }).click()
    await page.getByText('No operation of this API enriches datasets yet.').waitFor()
    await page.request.delete(`${service.url}/api/v1/remote-services/places-without-annotations`)
    await page.request.delete(`${service.url}/api/v1/datasets/${id}`)
  })

  test('is the only user with access', async () => {
    const { page } = await visit()
    await page.goto(`${service.url}/remote-services`)
    expect(await page.content()).toContain('No remote service yet')
    expect((await page.goto(`${service.url}/remote-service/towns-by-postal-code`))?.status()).toBe(404)
  })
})
