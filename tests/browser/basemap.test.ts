/** The base map that an operator chooses, below the places of a dataset. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PhotonImage } from '@cf-wasm/photon/node'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, open, untilFinalized } from '../bench/publish.mjs'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { executablePath } from './support'

const style = {
  version: 8,
  sources: { ground: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, attribution: 'Town' } },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': '#ff00ff' } },
    { id: 'areas', type: 'fill', source: 'ground' },
  ],
}

/** The colour of the map away from its place and controls. */
async function groundOf(page: Page): Promise<string> {
  const { x = 0, y = 0, height = 0 } = (await page.locator('#map').boundingBox()) ?? {}
  const clip = { x: x + 20, y: y + height / 2, width: 4, height: 4 }
  const pixels = PhotonImage.new_from_byteslice(await page.screenshot({ clip })).get_raw_pixels()
  return Buffer.from(pixels.subarray(0, 3)).toString('hex')
}

describe.skipIf(!executablePath)('the base map of the operator', () => {
  const folder = makeFolder()
  let host: Server
  let service: Awaited<ReturnType<typeof startServer>>
  let id = ''
  let isDown = false
  beforeAll(async () => {
    host = createServer((_, response) => {
      response.writeHead(isDown ? 503 : 200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
      response.end(JSON.stringify(style))
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const { port } = host.address() as AddressInfo // a TCP server
    service = await startServer(folder, { variables: { BASEMAP: `http://127.0.0.1:${port}/style.json` } })
    const form = new FormData()
    form.set('file', new Blob(['name,lat,lon\nLighthouse,48.4,-4.5\n']), 'places.csv')
    id = (await ask(service, '/datasets', { method: 'POST', body: form })).id
    const { schema } = await untilFinalized(service, id)
    const concepts: Record<string, string> = { lat: 'http://schema.org/latitude', lon: 'http://schema.org/longitude' }
    const json = {
      schema: schema.map((field: { key: string }) => ({ ...field, 'x-refersTo': concepts[field.key] ?? null })),
    }
    await ask(service, `/datasets/${id}`, { method: 'PATCH', json })
    await untilFinalized(service, id)
    await open(service, id)
  })
  afterAll(async () => {
    await service?.stop()
    host?.close()
    removeFolder(folder)
  })

  test('replaces the coastline, which stays where it cannot be read', async () => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] })
    try {
      const page = await browser.newPage()
      const refused: string[] = []
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) refused.push(message.text())
      })
      const address = `${service.url}/dataset/${id}/map`
      await page.goto(address)
      await page.locator('#map[data-basemap-shown=true]').waitFor({ timeout: 60_000 })
      await page.locator('.maplibregl-ctrl-attrib:has-text("Town")').waitFor({ state: 'attached' })
      await expect.poll(() => groundOf(page), { timeout: 30_000 }).toBe('ff00ff')
      isDown = true
      await page.goto(address)
      await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
      expect(await page.locator('#map[data-basemap-shown]').count()).toBe(0)
      expect(await groundOf(page)).not.toBe('ff00ff')
      expect(refused).toEqual([])
    } finally {
      await browser.close()
    }
  })
})
