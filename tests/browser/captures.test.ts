/** Captures of visualizations beside their pages. */
import { PhotonImage } from '@cf-wasm/photon/node'
import { describe, expect, test } from 'vitest'
import { ask } from '../bench/publish.mjs'
import { executablePath, looks, publish, service, useBrowser, visit } from './support'

const [width, height] = [1_000, 600]

/** The share of pixels that are more than slightly different. */
function difference(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [one, other].map((bytes) => PhotonImage.new_from_byteslice(bytes).get_raw_pixels())
  if (!a || !b || a.length !== b.length) return 1
  let count = 0
  for (let at = 0; at < a.length; at += 4) {
    if ([0, 1, 2].some((part) => Math.abs((a[at + part] ?? 0) - (b[at + part] ?? 0)) > 24)) count++
  }
  return count / (a.length / 4)
}

describe.skipIf(!executablePath)('a capture', () => {
  useBrowser()

  test('shows the visitor view', async () => {
    const id = await publish('town,people\nRennes,220\nBrest,140\nLorient,57\n', { title: 'Towns' })
    const href = `${service.url}/api/v1/datasets/${id}`
    const url = `${service.url}/build/applications/charts/`
    const application = await ask(service, '/applications', { method: 'POST', json: { url, title: 'Towns' } })
    const data = { type: 'bar', group: 'town', metric: 'sum', metricField: 'people' }
    const configuration = { datasets: [{ id, href }], data }
    await ask(service, `/applications/${application.id}/configuration`, { method: 'PUT', json: configuration })
    await ask(service, `/applications/${application.id}/permissions`, {
      method: 'PUT',
      json: [{ classes: ['list', 'read'] }],
    })
    const address = `${service.url}/api/v1/applications/${application.id}/capture?width=${width}&height=${height}`
    const response = await fetch(address, { headers: { 'x-apikey': service.apiKey, 'accept-language': 'fr' } })
    expect(response.headers.get('content-type')).toBe('image/png')
    const captured = new Uint8Array(await response.arrayBuffer())
    const visitor = await visit(looks[1])
    await visitor.page.goto(`${service.url}/application/${application.id}`)
    await visitor.page.locator('.actions button', { hasText: 'Image ou PDF' }).click()
    const download = visitor.page.waitForEvent('download')
    await visitor.page.locator('#capture button:visible', { hasText: 'Télécharger l’image' }).click()
    expect((await download).suggestedFilename()).toBe(`${application.slug}.png`)
    const { page } = await visit()
    await page.setViewportSize({ width, height })
    await page.goto(`${service.url}/app/${application.id}`)
    await page.locator('html[data-ready]').waitFor({ state: 'attached' })
    // A picture has no controls.
    await page.locator('.closing button').evaluate((button) => button.remove())
    await expect.poll(async () => difference(captured, await page.screenshot())).toBeLessThan(0.01)
  })
})
