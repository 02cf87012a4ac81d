/** PUBLIC_URL with and without a path: every route and every link starts with it. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, open, publish } from '../../support/datasets'
import { ask, json, multipart, refusal, send } from '../../support/http'

const many = `name,n\n${Array.from({ length: 30 }, (_, i) => `p${i},${i}`).join('\n')}\n`

describe.each([
  ['https://data.example.org/data-fair', 'https://data.example.org/data-fair'],
  ['https://data.example.org/data-fair/', 'https://data.example.org/data-fair'],
  ['https://data.example.org', 'https://data.example.org'],
  ['', 'https://data.example.org'],
  ['https://other.example.net/a/b', 'https://other.example.net/a/b'],
])('with PUBLIC_URL=%s', (publicUrl, base) => {
  const vars = { PUBLIC_URL: publicUrl }
  const { origin, pathname } = new URL(base)
  const prefix = pathname.replace(/\/$/, '')

  test('every link of every response starts with it', async () => {
    const key = await keyOf()
    const { id } = await publish(many, { key })
    await open(id, key)
    const paths = [
      '/api/v1/datasets',
      `/api/v1/datasets/${id}`,
      `/api/v1/datasets/${id}/lines?size=5`,
      `/api/v1/datasets/${id}/lines?size=5&format=csv`,
      `/api/v1/datasets/${id}/data-files`,
      `/api/v1/datasets/${id}/journal`,
      '/api/v1/api-docs.json',
      '/',
      `/dataset/${id}`,
      '/dataset/none',
      '/?q=nothing',
    ]
    let links = 0
    for (const path of paths) {
      const response = await send(base + path, { key, vars })
      const text = `${response.headers.get('link') ?? ''} ${await response.text()}`
      const found = [...text.matchAll(/https?:\/\/(?:data\.example\.org|other\.example\.net)[^\s"'<>]*/g)].map(
        ([link]) => link,
      )
      const relative = [...text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, link]) => link)
      expect(relative, path).toEqual([])
      for (const link of found)
        expect(link.startsWith(base) && /^($|[/?#])/.test(link.slice(base.length)), `${path}: ${link}`).toBe(true)
      links += found.length
    }
    expect(links).toBeGreaterThan(20)
  })

  test('the links are served', async () => {
    const key = await keyOf()
    const { id } = await publish(many, { key })
    const { href, page } = await ask<Dataset>(`${base}/api/v1/datasets/${id}`, { key, vars })
    expect((await send(href, { key, vars })).status).toBe(200)
    expect((await send(page, { key, vars })).status).toBe(200)
    const { next } = await ask<{ next: string }>(`${href}/lines?size=20`, { key, vars })
    expect((await ask<{ results: unknown[] }>(next, { key, vars })).results).toHaveLength(10)
    const html = await (await send(page, { key, vars })).text()
    const stylesheet = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? ''
    const style = await send(stylesheet, { vars })
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('a creation returns its address', async () => {
    const key = await keyOf()
    const form = multipart([{ name: 'file', value: many, fileName: 'a.csv' }])
    const response = await send(`${base}/api/v1/datasets`, { method: 'POST', key, vars, ...form })
    const { id, href } = await json<Dataset>(response)
    expect(href).toBe(`${base}/api/v1/datasets/${id}`)
  })

  if (prefix) {
    test.each(['/', '/healthz', '/api/v1/datasets', '/data-fairy/healthz', `${prefix}x/healthz`])(
      '%s is not served',
      async (path) => {
        expect(await refusal(await send(origin + path, { vars }))).toEqual([404, 'route-not-found'])
      },
    )
  }
})

test.each(['not a url', 'data.example.org'])('PUBLIC_URL=%s is refused without details', async (PUBLIC_URL) => {
  const response = await send('/healthz', { vars: { PUBLIC_URL } })
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(text).toContain('configuration-invalid')
  expect(text).not.toContain(PUBLIC_URL)
})
