/** Visualizations as visitors get them. */
import { describe, expect, test } from 'vitest'
import { headers } from './editing-support'
import { executablePath, places, publish, service, signIn, useBrowser, visit } from './support'

const csv = `name,town,lat,lon\n${Array.from({ length: 6 }, (_, at) => `Place ${at},Brest,${at < 4 ? 47 + at : ''},${at < 4 ? -4 + at : ''}`).join('\n')}\n`

/** Publishes an application that everyone may see. @returns its id */
async function application(name: string, dataset: string): Promise<string> {
  const sent = { headers: { ...headers, 'content-type': 'application/json' } }
  const api = `${service.url}/api/v1`
  const url = `${service.url}/build/applications/${name}/`
  const post = { ...sent, method: 'POST', body: JSON.stringify({ url, title: `Seen ${name}` }) }
  const { id } = (await (await fetch(`${api}/applications`, post)).json()) as { id: string } // an application
  const put = (path: string, body: unknown) =>
    fetch(`${api}/applications/${id}/${path}`, { ...sent, method: 'PUT', body: JSON.stringify(body) })
  await put('configuration', { datasets: [{ id: dataset, href: `${api}/datasets/${dataset}`, title: 'Seen' }] })
  await put('permissions', [{ classes: ['list', 'read'] }])
  return id
}

const access = (dataset: string, permissions: object[]) =>
  fetch(`${service.url}/api/v1/datasets/${dataset}/permissions`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(permissions),
  })

describe.skipIf(!executablePath)('a visualization as a visitor gets it', () => {
  useBrowser()

  test('shows no private data that the reader has seen before, and public data', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    const dataset = await publish(csv, { title: 'Seen by visitors' }, places)
    const map = await application('map', dataset)
    const frame = page.frameLocator('iframe')
    await access(dataset, [])
    await page.goto(`${service.url}/application/${map}`)
    await page.frameLocator('iframe').locator('html[data-ready]').waitFor({ state: 'attached', timeout: 60_000 })
    await page.goto(`${service.url}/visitor/application/${map}`)
    await frame.locator('.notice').waitFor({ timeout: 60_000 })
    await access(dataset, [{ classes: ['list', 'read'] }])
    await page.reload()
    await frame.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 60_000 })
    // Rows without a place are not places.
    expect(await frame.locator('[role=status]').first().textContent()).toContain('4 ')
  })
})
