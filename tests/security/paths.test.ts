/** Each path has one spelling: paths that a guard and a router could interpret differently are refused. */

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { routedPath } from '../../worker/http/base-path'
import worker from '../../worker/index'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { origin, refusal, send } from '../support/http'

const spellings: ((id: string) => string)[] = [
  (id) => `//api/v1/datasets/${id}`,
  (id) => `/api//v1/datasets/${id}`,
  (id) => `/api/v1/datasets//${id}`,
  (id) => `/api/v1/datasets/${id}//lines`,
  (id) => `/api/v1%2fdatasets/${id}`,
  (id) => `/api/v1/datasets%2F${id}`,
  (id) => `/api/v1/datasets/${id}%2flines`,
  (id) => `/api/v1/datasets/${id}%252flines`,
  (id) => `/api/v1/datasets/${id}%5clines`,
  (id) => `/api/v1/datasets/${id};x=1`,
  (id) => `/api/v1/datasets/${id};/lines`,
  (id) => `/api/v1/datasets/${id}%00`,
  (id) => `/api/v1/datasets/${id}.`,
  (id) => `/api/v1/datasets/${id}%2e%2e`,
  (id) => `/api/v1/datasets/x/%2e%2e%2f${id}`,
  (id) => `/API/V1/datasets/${id}`,
  (id) => `/api/v1/Datasets/${id}`,
  (id) => `/api/v1/datasets/${id.toUpperCase()}`,
  (id) => `/api/v1/datasets/${id}/Lines`,
  (id) => `/api/v1/datasets/%20${id}`,
  (id) => `/api/v1/datasets/${id}%20`,
  (id) => `/api/v1/datasets/${id}/../${id}%2flines`,
  (id) => `/x/..;/api/v1/datasets/${id}`,
]

test.each(spellings.map((spell) => [spell('ID'), spell] as const))(
  '%s gives nothing, whoever asks',
  async (_, spell) => {
    const key = await keyOf()
    const { id } = await publish('name\nsecretcell\nB\n', { key })
    for (const used of [undefined, key]) {
      const response = await send(spell(id), { key: used })
      const text = await response.text()
      expect(response.status).toBe(404)
      expect(text).not.toContain('secretcell')
    }
  },
)

test.each([
  (id: string) => `/api/v1/datasets/./${id}`,
  (id: string) => `/api/v1/datasets/x/../${id}`,
  (id: string) => `/api/v1/datasets/x/%2e%2e/${id}`,
])('a path normalized by the URL parser has the permissions of its result', async (spell) => {
  const key = await keyOf()
  const { id } = await publish('name\nA\nB\n', { key })
  expect(await refusal(await send(spell(id)))).toEqual([403, 'dataset-private'])
  expect((await send(spell(id), { key })).status).toBe(200)
})

test('a percent-encoded letter is the same id, with the same permissions', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nA\nB\n', { key })
  const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
  expect(await refusal(await send(`/api/v1/datasets/${encoded}/lines`))).toEqual([403, 'permission-missing'])
  expect((await send(`/api/v1/datasets/${encoded}/lines`, { key })).status).toBe(200)
})

test.each(['%', '%zz', '%c3%28', '%ff', '%ED%A0%80'])('a path that cannot be decoded (%s) is refused', async (bad) => {
  for (const path of [`/api/v1/datasets/${bad}`, `/dataset/${bad}`, `/assets/${bad}`, `/${bad}`]) {
    const response = await send(path)
    expect(response.headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/)
    expect(await refusal(response), path).toEqual([400, 'address-malformed'])
  }
})

test.each(['%ff', '%C3%28', 'a%ED%A0%80'])('an API parameter that is not UTF-8 (%s) is refused', async (bad) => {
  for (const query of [`q=${bad}`, `sort=title&${bad}=1`]) {
    expect(await refusal(await send(`/api/v1/datasets?${query}`)), query).toEqual([400, 'parameter-invalid'])
  }
  expect((await send(`/?q=${bad}`)).status).toBe(200)
})

test.each(['100%', '%', '%zz', 'a%2', '%E2%82%AC'])(
  'a percent sign without an escape (%s) is text, as in browsers',
  async (q) => {
    expect((await send(`/api/v1/datasets?q=${q}`)).status).toBe(200)
  },
)

test.each([
  '/assets/../wrangler.toml',
  '/assets/%2e%2e/wrangler.toml',
  '/assets/..%2fwrangler.toml',
  '/assets//etc/passwd',
  '/assets/nothing.css',
])('%s is not an asset', async (path) => {
  expect((await send(path)).status).toBe(404)
})

test('the host of a request does not change the response', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nA\nB\n', { key })
  for (const host of ['DATA.EXAMPLE.ORG', 'data.example.org.', 'data.example.org:443']) {
    const request = new Request<unknown, IncomingRequestCfProperties>(`https://${host}/api/v1/datasets/${id}/lines`)
    const response = await worker.fetch(request, env, createExecutionContext())
    expect(await refusal(response)).toEqual([403, 'permission-missing'])
  }
})

test.each([
  [`${origin}/a/b`, '', '/a/b'],
  [`${origin}/base/a`, `${origin}/base`, '/a'],
  [`${origin}/base`, `${origin}/base`, '/'],
  [`${origin}/base/`, `${origin}/base`, '/'],
  [`${origin}/based`, `${origin}/base`, undefined],
  [`${origin}/a`, `${origin}/base`, undefined],
  [`${origin}/base//a`, `${origin}/base`, undefined],
  [`${origin}/a%2fb`, '', undefined],
  [`${origin}/a%5Cb`, '', undefined],
  [`${origin}/a;b`, '', undefined],
  [`${origin}/api/v1/datasets/x/lines/`, '', '/api/v1/datasets/x/lines'],
  [`${origin}/data-fair/api/v1/datasets/`, '', '/api/v1/datasets'],
  [`${origin}/api/v1/remote-services/x/proxy/a/`, '', '/api/v1/remote-services/x/proxy/a/'],
  [`${origin}/api/v1/datasets/x/attachments/a/`, '', '/api/v1/datasets/x/attachments/a/'],
  [`${origin}/app/x/`, '', '/app/x/'],
  [`${origin}/api/v1/datasets/x/data-files/a%2fb;c.csv`, '', '/api/v1/datasets/x/data-files/a%2fb;c.csv'],
])('routedPath(%s, %j) is %j', (url, publicUrl, path) => {
  expect(routedPath(new URL(url), publicUrl)).toBe(path)
})
