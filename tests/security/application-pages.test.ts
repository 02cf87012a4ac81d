/** Pages of applications: hostile configurations, hostile base applications, and hosts that do not respond. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPages } from '../../worker/application-proxy/page-source'
import { signedIn } from '../support/accounts'
import {
  appHost,
  appPage,
  appUrl,
  configured,
  hosts,
  injectedIn,
  openPage,
  openToAll,
  withKey,
} from '../support/application-pages'
import { keyFor, operator, operatorAgain, register } from '../support/applications'
import { origin, refusal, send } from '../support/http'
import { eventually } from '../support/wait'

const indexUrl = `${appUrl}index.html`

beforeEach(async () => {
  hosts(appHost())
  await register(await operator(), appUrl)
})
afterEach(() => vi.restoreAllMocks())

async function opened(configuration: object = {}): Promise<string> {
  const key = await keyFor()
  const { id } = await configured({ key }, configuration)
  await openToAll({ key }, id)
  return id
}

/** Opens the page while its host answers so. */
async function openWith(answer: (request: Request) => Response | Promise<Response>) {
  const id = await opened()
  const requests = hosts({ ...appHost(), [indexUrl]: answer })
  const response = await openPage(id)
  return { response, asked: requests.map(({ url }) => url) }
}

describe('a configuration', () => {
  test.each([
    ['the end of a script', { a: '</script><script>alert(1)</script>' }],
    ['a comment of HTML', { a: '<!--<script>' }],
    ['patterns of replacements', { a: "$& $` $' $1 $$ %APPLICATION%" }],
    ['line separators', { a: '\u2028\u2029' }],
    ['names of prototypes', { constructor: 1, toString: { valueOf: 2 } }],
    ['two megabytes', { a: '<'.repeat(300_000) }],
    ['unknown datasets', { datasets: [{ id: 'unknown', href: 'javascript:alert(1)', title: '</script>' }, null] }],
  ])('with %s is embedded unchanged, and does not end the script', async (_, configuration) => {
    const response = await openPage(await opened(configuration))
    const text = await response.clone().text()
    expect(text.match(/<script/g)).toHaveLength(4)
    expect(text.match(/<\/script/g)).toHaveLength(4)
    expect((await injectedIn(response)).configuration).toEqual(configuration)
  })

  test('in an attribute is escaped', async () => {
    const configuration = { a: '"><img src=x onerror=alert(1)> \' onload=x' }
    const { response } = await openWith(() => new Response('<body data-application="%APPLICATION%"></body>'))
    expect(response.status).toBe(200)
    const id = await opened(configuration)
    const text = await (await openPage(id)).text()
    expect(text).not.toContain('<img')
    expect(text.match(/<body data-application="[^"<>]*">/)).toHaveLength(1)
  })
})

describe('the host of a base application', () => {
  const tooLong = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(1_000_000))
        },
      }),
    )
  test.each<[string, (request: Request) => Response | Promise<Response>]>([
    ['an endless page', tooLong],
    ['50 megabytes', () => new Response(new Uint8Array(50_000_000), { headers: { 'content-length': '50000000' } })],
    ['an error', () => new Response('no', { status: 503 })],
    ['nothing', () => Promise.reject(new TypeError('connection refused'))],
    ['304 to an unconditional request', () => new Response(null, { status: 304 })],
    ['an endless redirection', (request) => new Response(null, { status: 302, headers: { location: request.url } })],
  ])('that sends %s results in an error without details', async (_, answer) => {
    const { response } = await openWith(answer)
    expect(await refusal(response)).toEqual([500, 'application-page-unreachable'])
  })

  test.each([
    'http://127.0.0.1:9000/x',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'https://other.example.org/x',
    'file:///etc/passwd',
  ])('that redirects to %s is not followed there', async (location) => {
    const { response, asked } = await openWith(() => new Response(null, { status: 302, headers: { location } }))
    expect(await refusal(response)).toEqual([500, 'application-page-unreachable'])
    expect(asked).toEqual([indexUrl])
  })

  test('that redirects to itself is followed', async () => {
    const id = await opened()
    hosts({
      [indexUrl]: () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
      'https://apps.example.org/elsewhere': appPage,
    })
    expect((await openPage(id)).status).toBe(200)
  })

  test.each([
    ['no head', '<p>x</p><script>window.APPLICATION=%APPLICATION%;</script>'],
    ['no body', '<head><script>window.APPLICATION=%APPLICATION%;</script>'],
    ['unclosed elements', `${'<div>'.repeat(5_000)}<script>window.APPLICATION=%APPLICATION%;</script>`],
  ])('that sends a page with %s is served', async (_, page) => {
    const { response } = await openWith(() => new Response(page))
    expect(response.status).toBe(200)
    expect(await injectedIn(response)).toMatchObject({ status: 'configured' })
  })

  test('receives neither the session nor the key nor the query of a visitor', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    await withKey({ key }, id, 'secret')
    const requests = hosts(appHost())
    const { headers } = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    await openPage(`secret%3A${id}?key2=x`, { headers: { ...headers, authorization: 'Bearer x' } })
    const [request] = requests
    expect(requests.map(({ url }) => url)).toEqual([indexUrl])
    for (const name of ['cookie', 'authorization', 'x-apikey', 'referer'])
      expect(request?.headers.has(name)).toBe(false)
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'x-exposed-url': `${origin}/app/${id}`,
      'x-application-url': `${origin}/api/v1/applications/${id}`,
      'x-api-url': `${origin}/api/v1`,
      'x-directory-url': `${origin}/simple-directory`,
    })
  })

  test('that renders pages itself gets the address of each application', async () => {
    const render = (request: Request) => new Response(`<p>${request.headers.get('x-exposed-url')}</p>`)
    const ids = [await opened(), await opened()]
    hosts({ [indexUrl]: render })
    for (const id of [...ids, ...ids]) {
      expect(await (await openPage(id)).text()).toContain(`<p>${origin}/app/${id}</p>`)
    }
  })

  test('that stops responding has its last page served, from memory and from the edge', async () => {
    const id = await opened()
    hosts(appHost(() => new Response(appPage, { headers: { etag: '"one"', 'cache-control': 'no-cache' } })))
    expect((await openPage(id)).status).toBe(200)
    await eventually(async () => {
      const down = hosts({ [indexUrl]: () => new Response('down', { status: 500 }) })
      expect((await openPage(id)).status).toBe(200)
      expect(down[0]?.headers.get('if-none-match')).toBe('"one"')
    })
    hosts({ [indexUrl]: () => Promise.reject(new TypeError('connection refused')) })
    expect((await openPage(id)).status).toBe(200)
    forgetPages()
    expect((await openPage(id)).status).toBe(200)
  })

  test('gets conditional requests, and its new page is served', async () => {
    const id = await opened()
    let page = appPage
    const answer = (request: Request) => {
      const etag = `"${page.length}"`
      const headers = { etag, 'cache-control': 'no-cache' }
      return request.headers.get('if-none-match') === etag
        ? new Response(null, { status: 304, headers })
        : new Response(page, { headers })
    }
    hosts({ [indexUrl]: answer })
    for (let at = 0; at < 2; at++) expect(await (await openPage(id)).text()).toContain('<h1>An app</h1>')
    page = appPage.replace('<h1>An app</h1>', '<h1>A new app</h1>')
    expect(await (await openPage(id)).text()).toContain('<h1>A new app</h1>')
  })
})

describe('files below the page', () => {
  test('are requested without the keys of the visitor', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    await withKey({ key }, id, 'secret')
    const file = `${appUrl}info.txt?x=%C3%A9`
    const requests = hosts({ ...appHost(), [file]: () => new Response('info') })
    for (const sent of [`key=secret&x=%C3%A9`, `x=%C3%A9&apiKey=${key}`]) {
      expect(await (await openPage(`${id}/info.txt?${sent}`)).text()).toBe('info')
    }
    expect(requests.map(({ url }) => url)).toEqual([file, file])
  })

  test('are those of the base application, with few headers', async () => {
    const id = await opened()
    const requests = hosts({
      [`${appUrl}dir1/info.txt?a=1`]: () =>
        new Response('information', {
          headers: { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-other': 'c', 'last-modified': 'd' },
        }),
      [`${appUrl}dir1/page.html`]: () => new Response('<p>', { headers: { 'content-type': 'text/plain' } }),
      [`${appUrl}logo.svg`]: () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
      [`${appUrl}submit`]: async (request) => new Response(`got ${await request.text()}`),
    })
    const file = await openPage(`${id}/dir1/info.txt?a=1`, { headers: { cookie: 'x=y' } })
    expect([file.status, await file.text()]).toEqual([200, 'information'])
    expect(file.headers.get('content-type')).toBe('text/plain')
    expect([file.headers.has('set-cookie'), file.headers.has('x-other')]).toEqual([false, false])
    expect(requests[0]?.headers.has('cookie')).toBe(false)
    const page = await openPage(`${id}/dir1/page.html`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.has('content-security-policy')).toBe(false)
    expect((await openPage(`${id}/logo.svg`)).headers.get('content-security-policy')).toContain('sandbox')
    expect(await (await openPage(`${id}/submit`, { body: 'a form', method: 'POST' })).text()).toBe('got a form')
  })

  test('redirect within the application, and are not followed', async () => {
    const id = await opened()
    const to = (location: string) => () => new Response(null, { status: 302, headers: { location } })
    const requests = hosts({
      [`${appUrl}a`]: to(`${appUrl}b?c=d`),
      [`${appUrl}e`]: to('f'),
      [`${appUrl}g`]: to('http://127.0.0.1/'),
    })
    const locations = ['a', 'e', 'g'].map(async (path) => (await openPage(`${id}/${path}`)).headers.get('location'))
    expect(await Promise.all(locations)).toEqual([
      `${origin}/app/${id}/b?c=d`,
      `${origin}/app/${id}/f`,
      'http://127.0.0.1/',
    ])
    expect(requests).toHaveLength(3)
  })

  test('are not served as service workers, nor from outside the base application', async () => {
    const id = await opened()
    const requests = hosts({ [`${appUrl}sw.js`]: 'x' })
    expect((await openPage(`${id}/sw.js`, { headers: { 'service-worker': 'script' } })).status).toBe(404)
    for (const path of ['../../x', '..%2f..%2fx', '/other.example.org/x', '%5c%5cother.example.org/x']) {
      expect((await openPage(`${id}/${path}`)).status).toBe(404)
    }
    expect(requests).toEqual([])
  })

  test('of a private application are served only to users who may open it', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    const requests = hosts({ [`${appUrl}a.txt`]: 'x' })
    const response = await openPage(`${id}/a.txt`)
    expect([response.status, response.headers.get('location')]).toEqual([302, `${origin}/app/${id}/login`])
    expect(requests).toEqual([])
    expect((await openPage(`${id}/a.txt`, { key })).status).toBe(200)
  })
})

test('a base application of the service itself is read from its assets, not over the network', async () => {
  const url = `${origin}/build/applications/own/`
  const files: Record<string, string> = {
    '/build/applications/own/index.html': appPage,
    '/build/applications/own/config-schema.json': '{}',
  }
  const assets = {
    fetch: async (request: Request) => {
      const { pathname } = new URL(request.url)
      return files[pathname] === undefined ? new Response(null, { status: 404 }) : new Response(files[pathname])
    },
  }
  const vars = { ASSETS: assets }
  const requests = hosts({})
  const headers = await operatorAgain()
  const registered = await send('/api/v1/base-applications', {
    headers,
    json: { url },
    vars,
  })
  const base = await registered.json<{ id: string }>()
  expect([registered.status, base]).toMatchObject([201, { applicationName: 'app', hasConfigSchema: true }])
  await send(`/api/v1/base-applications/${base.id}`, {
    headers,
    method: 'PATCH',
    json: { public: true },
  })
  const key = await keyFor()
  const { id } = await configured({ key }, {}, { url })
  await openToAll({ key }, id)
  expect((await openPage(id, { vars })).status).toBe(200)
  expect(requests).toEqual([])
})
