/** Captures of pages and applications with a real browser. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PhotonImage } from '@cf-wasm/photon/node'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

const hasBrowser = inject('browser') !== ''

/** A page that is red until its script has run, then green; with `?colour=` of that colour. */
const page = `<!doctype html><html><head><title>Colours</title><meta name="application-name" content="colours">
<script>window.APPLICATION = %APPLICATION%</script></head>
<body style="margin:0;background:#f00"><script>
const colour = new URLSearchParams(location.search).get('colour')
const show = (value) => { document.body.style.background = value }
let frame = 0
window.animateCaptureFrame = async () => { show(['#00f', '#0ff', '#ff0'][frame++]); return frame === 3 }
setTimeout(async () => {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isFrench = (/i18n_lang=(..)/.exec(document.cookie)?.[1] ?? navigator.language).startsWith('fr')
  show(colour ? '#' + colour : isFrench ? '#00a' : isDark ? '#030' : '#0f0')
  if (window.triggerCapture && (await window.triggerCapture(true))) show('#00f')
}, 200)
</script></body></html>`

const elsewhere = createServer((request, response) => {
  const path = (request.url ?? '').replace(/\?.*/, '')
  const body = path.endsWith('/config-schema.json')
    ? JSON.stringify({ type: 'object', properties: {} })
    : path === '/colours/index.html' || path === '/colours/'
      ? page
      : undefined
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': path.endsWith('.json') ? 'application/json' : 'text/html',
  })
  response.end(body)
})

const folder = makeFolder()
let server: Awaited<ReturnType<typeof startServer>>
let application: { id: string; slug: string; updatedAt: string }
let url: string

const get = (path: string, headers: Record<string, string> = { 'x-apiKey': server.apiKey }) =>
  fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
const capture = (query = '', headers?: Record<string, string>) =>
  get(`/api/v1/applications/${application.id}/capture${query}`, headers)

async function send<Body = { id: string }>(method: string, path: string, body: unknown): Promise<Body> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { 'x-apiKey': server.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/** The size of a PNG, and the colour of its first pixel. */
async function pictureIn(response: Response) {
  const image = PhotonImage.new_from_byteslice(new Uint8Array(await response.arrayBuffer()))
  const colour = Buffer.from(image.get_raw_pixels().subarray(0, 3)).toString('hex')
  return { width: image.get_width(), height: image.get_height(), colour }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of that kind.
  const { port } = elsewhere.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  url = `http://${host}/colours/`
  server = await startServer(folder, { variables: { OUTGOING_ALLOW: host, BASE_APPLICATIONS: url } })
  application = await send('POST', 'applications', { url, title: 'Colours' })
  await send('PUT', `applications/${application.id}/configuration`, {})
})
afterAll(async () => {
  await server?.stop()
  elsewhere.close()
  removeFolder(folder)
})

describe.skipIf(!hasBrowser)('the thumbnail of an application', () => {
  const status = (response: Response) => [response.status, response.headers.get('x-capture-cache-status')]

  test('is stored until the application changes', async () => {
    const first = await capture()
    expect(status(first)).toEqual([200, 'MISS'])
    expect(first.headers.get('cache-control')).toBe('must-revalidate, private, max-age=0')
    expect(await pictureIn(first)).toEqual({ width: 1_050, height: 450, colour: '00ff00' })
    expect(status(await capture())).toEqual([200, 'HIT'])
    application = await send('PATCH', `applications/${application.id}`, { title: 'Other colours' })
    const versioned = `?updatedAt=${application.updatedAt}`
    const changed = await capture(versioned)
    expect(status(changed)).toEqual([200, 'EXPIRED'])
    expect(changed.headers.get('cache-control')).toBe('must-revalidate, private, max-age=604800')
    expect(status(await capture(versioned))).toEqual([200, 'HIT'])
    expect((await capture('?updatedAt=2999-01-01T00:00:00.000Z')).status).toBe(400)
    const dark = await capture('?colorScheme=dark')
    expect(status(dark)).toEqual([200, 'MISS'])
    expect((await pictureIn(dark)).colour).toBe('003300')
    expect(status(await capture('?colorScheme=dark'))).toEqual([200, 'HIT'])
    expect(status(await capture())).toEqual([200, 'HIT'])
  })

  test('is in the language of the request', async () => {
    const key = { 'x-apiKey': server.apiKey }
    const french = await capture('', { ...key, 'accept-language': 'fr-FR,fr;q=0.9' })
    expect([...status(french), french.headers.get('vary')]).toEqual([200, 'MISS', 'cookie, accept-language'])
    expect((await pictureIn(french)).colour).toBe('0000aa')
    expect(status(await capture('?lang=fr'))).toEqual([200, 'HIT'])
    // The parameter comes before the choice of the reader.
    const dark = await capture('?lang=fr&colorScheme=dark', { ...key, cookie: 'i18n_lang=en' })
    expect([...status(dark), (await pictureIn(dark)).colour]).toEqual([200, 'MISS', '0000aa'])
    expect(status(await capture('?lang=en', { ...key, cookie: 'i18n_lang=fr' }))).toEqual([200, 'HIT'])
  })

  test('requires read permission, and is deleted with the application', async () => {
    expect((await capture('', {})).status).toBe(403)
    const { id } = await send('POST', 'applications', { url, title: 'Short-lived' })
    const own = `/api/v1/applications/${id}`
    await send('PUT', `applications/${id}/configuration`, {})
    expect(status(await get(`${own}/capture`))).toEqual([200, 'MISS'])
    await fetch(`${server.url}${own}`, { method: 'DELETE', headers: { 'x-apiKey': server.apiKey } })
    expect((await get(`${own}/capture`)).status).toBe(404)
  })

  test('of everyone is a neutral image while its data is not public', async () => {
    const { id: dataset } = await send('POST', 'datasets', { isRest: true, title: 'Trees', schema: [] })
    const { id } = await send('POST', 'applications', { url, title: 'Trees' })
    const href = `${server.url}/api/v1/datasets/${dataset}`
    await send('PUT', `applications/${id}/configuration`, { datasets: [{ id: dataset, href }] })
    const read = [{ classes: ['list', 'read'] }]
    const access = (path: string, permissions: object[]) => send('PUT', `${path}/permissions`, permissions)
    const picture = () => get(`/api/v1/applications/${id}/capture`, {})
    await access(`applications/${id}`, read)
    expect((await picture()).status).toBe(302)
    await access(`datasets/${dataset}`, read)
    expect(status(await picture())).toEqual([200, 'MISS'])
    await access(`datasets/${dataset}`, [])
    expect((await picture()).status).toBe(302)
  })

  test('that fails is a neutral image', async () => {
    const { id } = await send('POST', 'applications', { url, title: 'Broken' })
    const failed = await get(`/api/v1/applications/${id}/capture?app_capture-test-error=true`)
    expect([failed.status, failed.headers.get('location'), failed.headers.get('cache-control')]).toEqual([
      302,
      `${server.url}/no-preview.png`,
      'no-cache',
    ])
    const neutral = await get('/no-preview.png')
    expect([neutral.status, neutral.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

describe.skipIf(!hasBrowser)('a capture with parameters', () => {
  test('has its size and the parameters of the page, and is not stored', async () => {
    const response = await capture('?width=300&height=200&app_colour=123456')
    expect([response.status, response.headers.get('x-capture-cache-status')]).toEqual([200, 'BYPASS'])
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${application.slug}.png"`)
    expect(await pictureIn(response)).toEqual({ width: 300, height: 200, colour: '123456' })
  })

  test('is an animation if the page draws one', async () => {
    const response = await capture('?type=gif&width=40&height=30&filename=colours.gif')
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      'image/gif',
      'inline; filename="colours.gif"',
    ])
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 6).toString()).toBe('GIF89a')
    // One graphic control extension per frame (GIF89a, section 23).
    expect(bytes.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(3)
  })

  test('that fails has a reason, and is not cached', async () => {
    const failed = await capture('?width=300&app_capture-test-error=true')
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([500, 'no-cache'])
  })

  test('prints a document', async () => {
    const response = await get(`/api/v1/applications/${application.id}/print?landscape=true`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
})

describe.skipIf(!hasBrowser)('the capture service', () => {
  const service = (path: string, headers?: Record<string, string>) => get(`/capture/api/v1/${path}`, headers)

  test('captures pages of this host only, for signed-in callers', async () => {
    expect((await service('screenshot?target=/', {})).status).toBe(401)
    for (const target of ['http://example.org/', url, 'file:///etc/passwd']) {
      const response = await service(`screenshot?target=${encodeURIComponent(target)}`)
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('Only same host targets')])
    }
    expect((await service('screenshot')).status).toBe(400)
    const path = `screenshot?width=400&height=auto&target=${encodeURIComponent(server.url)}/`
    // The browser refuses such a cookie without https.
    const response = await service(path, { 'x-apiKey': server.apiKey, cookie: '__Host-other=1' })
    expect(response.headers.get('content-type')).toBe('image/png')
    const { width, height } = await pictureIn(response)
    expect([width, height > 300]).toEqual([400, true])
  })

  test('limits the captures of one caller', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await service('screenshot?target=/missing')).status),
    )
    expect(statuses).toContain(429)
  })

  test('links to the description of its API', async () => {
    expect((await fetch(`${server.url}/capture/api/v1/api-docs.json`)).status).toBe(200)
  })
})

test('without a browser, thumbnails are the neutral image, and other captures are 501', async () => {
  const other = makeFolder()
  const bare = await startServer(other, { variables: { CHROMIUM: '/none' } })
  try {
    const response = await fetch(`${bare.url}/capture/api/v1/screenshot?target=/`, {
      headers: { 'x-apiKey': bare.apiKey },
    })
    expect([response.status, await response.text()]).toEqual([501, expect.stringContaining('capture-unavailable')])
  } finally {
    await bare.stop()
    removeFolder(other)
  }
})
