/** Lines over HTTP: pagination, exact CSV, validators. */

import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../../worker/create-context'
import { forgetDataset } from '../../../worker/datasets'
import { keyOf } from '../../support/accounts'
import { type Lines, lines, open, publish, untilJournaled, upload } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask, json, origin, refusal, send } from '../../support/http'

const csv =
  'id,adr,some date,loc,bool,nb\nk1,12 rue X,2017-12-12,"47.6,-2.7",0,11\nk2,"dit ""B""",2017-12-13,,1,22.5\nk3,,,,,\n'
const many = `name,n\n${Array.from({ length: 25 }, (_, i) => `p${i},${i % 4}`).join('\n')}\n`
const linesOf = (id: string, query: string) => `/api/v1/datasets/${id}/lines?${query}`

/** Moves a finalization into the past. */
async function finalizedLongAgo(id: string): Promise<void> {
  await env.DB.prepare(
    `update datasets set published = json_set(published, '$.finalizedAt', '2024-05-06T07:08:09.010Z'), version = version + 1`,
  ).run()
  forgetDataset(id)
}

test.each(['', '&sort=n', '&sort=-n,name', '&q=p1&sort=n', '&n_gte=1', '&select=name'])(
  'the next links return every line once (%j)',
  async (query) => {
    const key = await keyOf()
    const { id } = await publish(many, { key })
    const whole = await lines(id, `size=100${query}`, key)
    const seen: unknown[] = []
    let page: Lines | undefined
    for (let url: string | undefined = linesOf(id, `size=4${query}`); url; url = page.next) {
      const response = await send(url, { key })
      page = await json<Lines>(response)
      expect(response.headers.get('link')).toBe(page.next ? `<${page.next}>; rel=next` : null)
      expect(page.next ?? `${origin}/`).toContain(`${origin}/`)
      expect(page.next ?? '').not.toContain(key)
      expect('total' in page).toBe(seen.length === 0)
      seen.push(...page.results)
      if (seen.length > 60) throw new Error('the chain does not end')
    }
    expect(seen).toEqual(whole.results)
    expect(whole.total).toBe(seen.length)
  },
)

test('a page has a total, twelve lines by default, and the number of its database round trips', async () => {
  const key = await keyOf()
  const { id } = await publish(many, { key })
  const response = await send(linesOf(id, 'page=2'), { key })
  const page = await json<Lines>(response)
  expect([page.total, page.results.length]).toEqual([25, 12])
  expect(page.results[0]).toMatchObject({ name: 'p12', _i: 13, _score: null })
  expect(JSON.parse(response.headers.get('x-operation') ?? '')).toMatchObject({ class: 'read', id: 'readLines' })
  for (const [path, permissionClass] of [
    ['journal', 'readAdvanced'],
    ['permissions', 'admin'],
  ] as const) {
    const { headers } = await send(`/api/v1/datasets/${id}/${path}`, { key })
    expect(JSON.parse(headers.get('x-operation') ?? '')).toMatchObject({ class: permissionClass })
  }
  expect(response.headers.get('server-timing')).toMatch(/total;dur=/)
  await open(id, key)
  const told = async (query: string) => (await send(linesOf(id, query))).headers.get('server-timing') ?? ''
  // The dataset, then its lines and their number at once; the dataset is remembered.
  forgetDataset(id)
  expect(await told('n_gte=1')).toContain('trips;desc="2"')
  expect(await told('n_gte=2')).toContain('trips;desc="1"')
})

test.each([
  ['size=10001', 'window-too-large'],
  ['size=100&page=101', 'window-too-large'],
  ['page=0', 'parameter-invalid'],
  ['size=x', 'parameter-invalid'],
  ['after=%7B', 'after-malformed'],
  ['sort=nope', 'sort-field-unknown'],
  ['select=nope', 'select-field-unknown'],
  ['nope_eq=1', 'filter-field-unknown'],
  ['_eq=1', 'filter-field-unknown'],
  ['n_eq=', 'filter-value-missing'],
  ['n_eq=1&n_eq=2', 'parameter-repeated'],
])('%s is refused as %s', async (query, code) => {
  const key = await keyOf()
  const { id } = await publish(many, { key })
  const response = await send(linesOf(id, query), { key })
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(await refusal(response)).toEqual([400, code])
})

describe('CSV', () => {
  test('is the expected file, byte for byte', async () => {
    const key = await keyOf()
    const { id, slug } = await publish(csv, { key })
    const response = await send(linesOf(id, 'format=csv'), { key })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.csv"`)
    const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await response.arrayBuffer())
    expect(text).toBe(
      '\ufeff"id","adr","some date","loc","bool","nb"\n' +
        '"k1","12 rue X","2017-12-12","47.6,-2.7",0,11\n' +
        '"k2","dit ""B""","2017-12-13",,1,22.5\n' +
        '"k3",,,,,\n',
    )
  })

  test.each([
    ['header=false', '\ufeff"k1","12 rue X"'],
    ['sep=;', '\ufeff"id";"adr";'],
    ['select=nb,id', '\ufeff"nb","id"\n11,"k1"\n'],
    ['id_eq=none', '\ufeff"id","adr","some date","loc","bool","nb"\n'],
  ])('with %s starts with %j', async (query, start) => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const bytes = await (await send(linesOf(id, `format=csv&${query}`), { key })).arrayBuffer()
    expect(new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes).slice(0, start.length)).toBe(start)
  })

  test('of a page links to the next one', async () => {
    const key = await keyOf()
    const { id } = await publish(many, { key })
    const link = (await send(linesOf(id, 'format=csv&size=10'), { key })).headers.get('link') ?? ''
    const next = /^<(.+)>; rel=next$/.exec(link)?.[1] ?? ''
    expect(await (await send(`${next}&header=false`, { key })).text()).toContain('"p10",2\n')
  })

  test('of more than 10,000 lines is streamed completely, and can be published again', async () => {
    const key = await keyOf()
    const count = 12_345
    const rows = Array.from({ length: count }, (_, i) => `p${i},${i}\n`).join('')
    const dataset = await publish(`name,n\n${rows}`, { key })
    expect(dataset.count).toBe(count)
    const response = await send(linesOf(dataset.id, `format=csv&size=1000000`), { key })
    const text = await response.text()
    expect(text.split('\n').slice(1, -1)).toEqual(Array.from({ length: count }, (_, i) => `"p${i}",${i}`))
    expect(response.headers.get('content-length')).toBeNull()
    const again = await publish(text.replace('\ufeff', ''), { key })
    expect(again.count).toBe(count)
    const part = await (await send(linesOf(dataset.id, `format=csv&size=11000&sort=-n&header=false`), { key })).text()
    expect(part.split('\n').filter(Boolean)).toHaveLength(11_000)
    expect(part).toContain(`"p${count - 1}",${count - 1}\n`)
  })
})

describe('validators', () => {
  test('an unchanged response is 304 by date or by ETag', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    await finalizedLongAgo(id)
    const response = await send(linesOf(id, 'size=2'), { key })
    const [etag, date] = [response.headers.get('etag') ?? '', response.headers.get('last-modified') ?? '']
    expect(etag).toMatch(/^W\/"[0-9a-f]+-.{27}"$/)
    expect(date).toBe('Mon, 06 May 2024 07:08:09 GMT')
    for (const prefix of ['', 'x-private-']) {
      for (const headers of [{ [`${prefix}if-none-match`]: etag }, { [`${prefix}if-modified-since`]: date }]) {
        const again = await send(linesOf(id, 'size=2'), { key, headers })
        expect([again.status, await again.text()]).toEqual([304, ''])
      }
    }
    const earlier = { 'if-modified-since': 'Mon, 06 May 2024 07:08:08 GMT' }
    expect((await send(linesOf(id, 'size=2'), { key, headers: earlier })).status).toBe(200)
    expect((await send(linesOf(id, 'size=1'), { key, headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('each version of a file has its own Last-Modified from the start, which avoids a stale 304', async () => {
    const key = await keyOf()
    const { id, finalizedAt } = await publish(csv, { key })
    const first = (await send(linesOf(id, ''), { key })).headers.get('last-modified') ?? ''
    expect(first).toBe(new Date(finalizedAt ?? '').toUTCString())
    const headers = { 'if-modified-since': first }
    expect((await send(linesOf(id, ''), { key, headers })).status).toBe(304)
    await upload('name\nother\n', { key, id })
    await untilJournaled(id, key, 'finalize-end', 2)
    const next = await send(linesOf(id, ''), { key, headers })
    expect([next.status, next.headers.get('last-modified') === first]).toEqual([200, false])
  })

  test('editable lines have no Last-Modified within the second of a write', async () => {
    const key = await keyOf()
    const { id } = await createEditable(key)
    await env.DB.prepare(
      `update datasets set published = json_set(published, '$.finalizedAt', ?), version = version + 1`,
    )
      .bind(new Date(Date.now() + 900).toISOString())
      .run()
    forgetDataset(id)
    expect((await send(linesOf(id, ''), { key })).headers.get('last-modified')).toBeNull()
  })

  test('max-age is zero for private responses, five minutes for public ones, a week for versioned ones', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    await finalizedLongAgo(id)
    const policy = async (query: string, sent = {}) => {
      const { headers } = await send(linesOf(id, query), sent)
      return [headers.get('cache-control'), headers.get('x-accel-buffering')]
    }
    const dated = 'finalizedAt=2024-05-06T07:08:09.010Z'
    expect(await policy('', { key })).toEqual(['must-revalidate, private, max-age=0', 'no'])
    expect(await policy(dated, { key })).toEqual(['must-revalidate, private, max-age=604800', 'no'])
    // A browser that stored it does not give it to another session.
    expect((await send(linesOf(id, dated), { key })).headers.get('vary')).toContain('cookie')
    await open(id, key)
    expect(await policy('')).toEqual(['must-revalidate, public, max-age=300', 'yes'])
    expect(await policy('', { key })).toEqual(['must-revalidate, public, max-age=300', 'yes'])
    expect(await policy(dated)).toEqual(['must-revalidate, public, max-age=604800', 'yes'])
    expect(await policy('updatedAt=2024-05-06T07:08:00.000Z')).toEqual([
      'must-revalidate, public, max-age=604800',
      'yes',
    ])
    expect(await refusal(await send(linesOf(id, 'finalizedAt=2024-05-06T07:08:10.000Z')))).toEqual([
      400,
      'version-in-the-future',
    ])
    expect(await refusal(await send(linesOf(id, 'finalizedAt=now')))).toEqual([400, 'parameter-invalid'])
    // A later description has a date of its own, after which lines may still be written.
    const { updatedAt } = await ask(`/api/v1/datasets/${id}`)
    expect(await policy(`updatedAt=${updatedAt}`)).toEqual(['must-revalidate, public, max-age=300', 'yes'])
    expect(await refusal(await send(linesOf(id, `finalizedAt=${updatedAt}`)))).toEqual([400, 'version-in-the-future'])
    expect(await refusal(await send(linesOf(id, 'updatedAt=2999-01-01')))).toEqual([400, 'version-in-the-future'])
  })

  test('a request that names a newer version than the cached description reads it again', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    await finalizedLongAgo(id)
    for (const path of ['lines', 'values_agg?field=id']) {
      expect((await send(`/api/v1/datasets/${id}/${path}`, { key })).status).toBe(200)
      const finalizedAt = path === 'lines' ? '2025-01-01T00:00:00.000Z' : '2025-01-02T00:00:00.000Z'
      // Another isolate published it.
      await env.DB.prepare(
        `update datasets set published = json_set(published, '$.finalizedAt', ?), version = version + 1`,
      )
        .bind(finalizedAt)
        .run()
      const query = `${path.includes('?') ? '&' : '?'}finalizedAt=${finalizedAt}`
      expect((await send(`/api/v1/datasets/${id}/${path}${query}`, { key })).status).toBe(200)
    }
  })

  test('a long address of the next page is in the body alone: clients refuse headers of 16 KB', async () => {
    const key = await keyOf()
    const { id } = await publish(many, { key })
    const query = `size=1&n_nin=${Array.from({ length: 3_000 }, (_, at) => 1_000 + at).join()}`
    const response = await send(linesOf(id, query), { key })
    const { next } = await response.clone().json<{ next: string }>()
    expect([response.status, response.headers.get('link'), next.includes('3999')]).toEqual([200, null, true])
    expect((await send(linesOf(id, `${query}&format=csv`), { key })).headers.get('link')).toContain('3999')
  })
})

test('a withdrawn read permission applies to the next request', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  expect(await refusal(await send(linesOf(id, '')))).toEqual([403, 'permission-missing'])
  await open(id, key)
  expect((await send(linesOf(id, ''))).status).toBe(200)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect(await refusal(await send(linesOf(id, '')))).toEqual([403, 'permission-missing'])
})

test('a list of lines costs two round trips for a caller without a key', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await open(id, key)
  const { faultyEnv } = await import('../../support/faults')
  const { openLines, readLinesPage } = await import('../../../worker/datasets/lines-api/read/open-lines')
  const { parseLinesQuery } = await import('../../../worker/lines/query/parse/parse')
  const counted = faultyEnv()
  const ctx = createContext(counted.env, { identity: { actor: { type: 'anonymous' } }, requestId: 'test' })
  const opened = await openLines(ctx, { id, draft: false })
  await readLinesPage(ctx, opened, parseLinesQuery(new URLSearchParams('bool_eq=true&q=rue'), opened.source.fields))
  expect(counted.calls()).toBeLessThanOrEqual(2)
})
