/** Errors in the language of the request, their reasons included. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { json, type Sent, send } from '../../support/http'

const english = /\b(the|is|not|more|than|expected|nor|needs|with)\b/i
const french = /\b(le|la|les|est|sont|pas|plus|attendue?|une?)\b/i

const requests: [string, (id: string) => [path: string, init?: Sent]][] = [
  ['a number', (id) => [`/datasets/${id}/lines?height_gte=high`]],
  ['a date', (id) => [`/datasets/${id}/lines?built_lt=tomorrow`]],
  ['a size', (id) => [`/datasets/${id}/lines?size=-1`]],
  ['a query without its end', (id) => [`/datasets/${id}/lines?qs=${encodeURIComponent('name:(A')}`]],
  ['too many groups', (id) => [`/datasets/${id}/values_agg?field=name;height;built;name;height;built;name`]],
  ['a percentile', (id) => [`/datasets/${id}/metric_agg?metric=percentiles&field=height&percents=120`]],
  ['a facet of the catalogue', () => ['/datasets?facets=colour']],
  ['an owner', () => ['/datasets?owner=nobody']],
  ['a site of a list', () => ['/datasets?visibility=secret']],
  ['a title of another type', (id) => [`/datasets/${id}`, { method: 'PATCH', body: JSON.stringify({ title: 12 }) }]],
  ['a thumbnail', (id) => [`/datasets/${id}/lines?thumbnail=big`]],
  [
    'a private address',
    () => [
      '/remote-services',
      {
        method: 'POST',
        body: JSON.stringify({ url: 'http://10.0.0.1/api.json' }),
      },
    ],
  ],
]

async function detail(key: string, [path, init]: [string, Sent?], language: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'accept-language': language, 'x-apikey': key }
  const response = await send(`/api/v1${path}`, { ...init, headers })
  expect(response.status).toBeGreaterThanOrEqual(400)
  return (await json<{ detail: string }>(response)).detail
}

test('a refused request is explained in the language of its caller, with the reason', async () => {
  const key = await keyOf()
  const { id } = await publish('name,height,built\nA,12,2024-01-01\n', { key })
  for (const [subject, request] of requests) {
    const inFrench = await detail(key, request(id), 'fr')
    expect(inFrench, subject).toMatch(french)
    expect(inFrench, subject).not.toMatch(english)
    const inEnglish = await detail(key, request(id), 'en')
    expect(inEnglish, subject).toMatch(english)
    expect(inEnglish, subject).not.toMatch(french)
  }
})
