/** The base map configured by an operator, below the places of a dataset. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PhotonImage } from '@cf-wasm/photon/node'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, open, untilFinalized } from '../bench/publish.mjs'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { smallWorld } from '../support/basemap-archive'
import { executablePath, looks, picture, places, violations } from './support'

const style = {
  version: 8,
  sources: { ground: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, attribution: 'Town' } },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': '#ff00ff' } },
    { id: 'areas', type: 'fill', source: 'ground' },
  ],
}

/** The colour of the map away from its place and controls. */
async function groundOf(page: Page, map = '#map'): Promise<string> {
  const { x = 0, y = 0, height = 0 } = (await page.locator(map).boundingBox()) ?? {}
  const clip = { x: x + 20, y: y + height / 2, width: 4, height: 4 }
  const pixels = PhotonImage.new_from_byteslice(await page.screenshot({ clip })).get_raw_pixels()
  return Buffer.from(pixels.subarray(0, 3)).toString('hex')
}

type Service = Awaited<ReturnType<typeof startServer>>

/** Publishes two places, for everyone. @returns the addresses of its map, and of a visualization by the Map application */
async function publishPlaces(service: Service): Promise<{ map: string; application: string }> {
  const form = new FormData()
  form.set('file', new Blob(['name,lat,lon\nLighthouse,48.4,-4.5\nTower,45,1\n']), 'places.csv')
  const { id } = await ask(service, '/datasets', { method: 'POST', body: form })
  const { schema } = await untilFinalized(service, id)
  const json = {
    schema: schema.map((field: { key: string }) => ({ ...field, 'x-refersTo': concepts[field.key] ?? null })),
  }
  await ask(service, `/datasets/${id}`, { method: 'PATCH', json })
  await untilFinalized(service, id)
  await open(service, id)
  const { id: application } = await ask(service, '/applications', {
    method: 'POST',
    json: { url: `${service.url}/build/applications/map/`, title: 'Places' },
  })
  const configuration = { datasets: [{ id, href: `${service.url}/api/v1/datasets/${id}` }], data: { label: 'name' } }
  await ask(service, `/applications/${application}/configuration`, { method: 'PUT', json: configuration })
  await ask(service, `/applications/${application}/permissions`, { method: 'PUT', json: [{ classes: ['read'] }] })
  return { map: `${service.url}/dataset/${id}/map`, application: `${service.url}/app/${application}` }
}
/** The map of the application, once it is drawn. */
const drawnMap = 'html[data-ready] .surface'
const concepts: Record<string, string> = places

/** What the policies of a page and of its workers refuse, and requests to other hosts than the service. */
function watch(page: Page, service: Service): { refused: string[]; elsewhere: string[] } {
  const seen = { refused: [] as string[], elsewhere: [] as string[] }
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) seen.refused.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && /^http/.test(request.url())) seen.elsewhere.push(request.url())
  })
  return seen
}

describe.skipIf(!executablePath)('the base map of the operator', () => {
  const folders = [makeFolder(), makeFolder()] as const
  let browser: Browser
  let host: Server
  let isDown = false
  const started: Service[] = []
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] })
    host = createServer((_, response) => {
      response.writeHead(isDown ? 503 : 200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
      response.end(JSON.stringify(style))
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await browser?.close()
    for (const service of started) await service.stop()
    host?.close()
    for (const folder of folders) removeFolder(folder)
  })
  const start = async (folder: string, BASEMAP: string) => {
    const service = await startServer(folder, { variables: { BASEMAP } })
    started.push(service)
    return service
  }

  test('a style replaces the coastline, which stays when the style cannot be read', async () => {
    const { port } = host.address() as AddressInfo // a TCP server
    const service = await start(folders[0], `http://127.0.0.1:${port}/style.json`)
    const { map: address, application } = await publishPlaces(service)
    const page = await browser.newPage()
    const { refused } = watch(page, service)
    await page.goto(application)
    await page.locator(drawnMap).waitFor({ timeout: 60_000 })
    await page.locator('.maplibregl-ctrl-attrib:has-text("Town")').waitFor()
    expect(await groundOf(page, drawnMap)).toBe('ff00ff')
    await page.goto(address)
    await page.locator('#map[data-basemap-shown=true]').waitFor({ timeout: 60_000 })
    await page.locator('.maplibregl-ctrl-attrib:has-text("Town")').waitFor({ state: 'attached' })
    await expect.poll(() => groundOf(page), { timeout: 30_000 }).toBe('ff00ff')
    isDown = true
    await page.goto(address)
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    expect(await page.locator('#map[data-basemap-shown]').count()).toBe(0)
    expect(await groundOf(page)).not.toBe('ff00ff')
    await page.goto(application)
    await page.locator(drawnMap).waitFor({ timeout: 60_000 })
    expect(await groundOf(page, drawnMap)).not.toBe('ff00ff')
    expect(refused).toEqual([])
  })

  test('an archive in the bucket is drawn with its attribution and labels, without requests to other hosts', async () => {
    // As the operator puts it there, before the service starts.
    const data = join(folders[1], 'data')
    const bucket = new Miniflare(
      convertV4MiniflareOptions({
        ...{ modules: true, script: 'export default {}', r2Buckets: { FILES: 'fairway-files' } },
        ...{ defaultPersistRoot: data, resourcePersistencePath: data, host: '127.0.0.1', port: 0 },
      }),
    )
    await (await bucket.getR2Bucket('FILES')).put('basemaps/world.pmtiles', smallWorld())
    await bucket.dispose()
    const service = await start(folders[1], 'pmtiles:world.pmtiles')
    const { map: address, application } = await publishPlaces(service)
    for (const look of looks.slice(0, 2)) {
      const page = await browser.newPage({
        ...{ colorScheme: look.scheme, locale: look.language, viewport: { width: look.width, height: 800 } },
        extraHTTPHeaders: { 'accept-language': look.language },
      })
      const seen = watch(page, service)
      const tiles: (string | null)[] = []
      page.on('response', async (response) => {
        if (response.url().includes('.mvt')) tiles.push(await response.headerValue('content-encoding'))
      })
      await page.goto(address)
      await page.locator('#map[data-basemap-shown=true]').waitFor({ timeout: 60_000 })
      await page.locator('.maplibregl-ctrl-attrib:has-text("© OpenStreetMap Protomaps")').waitFor({ state: 'attached' })
      await expect.poll(() => groundOf(page), { timeout: 30_000 }).toBe(look.scheme === 'dark' ? '1f1f1f' : 'e2dfda')
      expect(tiles).toContain('gzip')
      await page.waitForLoadState('networkidle')
      await picture(page, 'basemap-archive', look)
      expect(await violations(page)).toEqual([])
      await page.goto(application)
      await page.locator(drawnMap).waitFor({ timeout: 60_000 })
      await page.locator('.maplibregl-ctrl-attrib:has-text("© OpenStreetMap Protomaps")').waitFor()
      expect(await groundOf(page, drawnMap)).toBe(look.scheme === 'dark' ? '1f1f1f' : 'e2dfda')
      await picture(page, 'basemap-application', look)
      expect(await violations(page)).toEqual([])
      expect(seen).toEqual({ refused: [], elsewhere: [] })
    }
  })
})
