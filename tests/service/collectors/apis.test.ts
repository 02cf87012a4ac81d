/** Collectors of APIs, feeds and other services. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CollectingService } from '../../support/collecting-service'
import { sendJson } from '../../support/source-server'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

describe('json-api', () => {
  const items = Array.from({ length: 25 }, (_, at) => ({ id: at, name: `n${at}`, place: { lat: at, lon: -at } }))

  test.each([
    ['page', { type: 'page', size: 10, sizeParameter: 'size' }],
    ['offset', { type: 'offset', size: 10, sizeParameter: 'size' }],
    ['cursor', { type: 'cursor', path: 'meta.cursor' }],
    ['next', { type: 'next', path: 'links.next' }],
  ])('reads all pages by %s, with a token of OAuth2', async (name, pagination) => {
    service.source.answers.set('/token', ({ headers }, _, response) => {
      const isKnown = headers.authorization === `Basic ${btoa('client:secret')}`
      sendJson(response, isKnown ? { access_token: 'abc' } : {}, isKnown ? 200 : 401)
    })
    service.source.answers.set(`/api/${name}`, ({ headers }, { searchParams, pathname }, response) => {
      if (headers.authorization !== 'Bearer abc') return sendJson(response, {}, 401)
      const size = Number(searchParams.get('size') ?? 10)
      const page = Number(searchParams.get('page') ?? 1)
      const from = Number(searchParams.get('offset') ?? searchParams.get('cursor') ?? (page - 1) * size)
      const next = from + size < items.length ? from + size : undefined
      const links = next === undefined ? {} : { next: `${pathname}?offset=${next}` }
      sendJson(response, { data: { items: items.slice(from, from + size) }, meta: { cursor: next }, links })
    })
    const { id } = await service.create('json-api', {
      datasetMode: 'create',
      url: `http://${service.host}/api/${name}`,
      resultsPath: 'data.items',
      columns: [
        { key: 'name', path: 'name' },
        { key: 'lat', path: 'place.lat' },
      ],
      pagination,
      auth: { type: 'oauth2', tokenUrl: `http://${service.host}/token`, username: 'client', secret: 'secret' },
    })
    expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
    expect(await service.linesOf(await service.datasetOf(id), '?sort=lat&size=2&select=name,lat')).toMatchObject({
      total: 25,
      results: [
        { name: 'n0', lat: 0 },
        { name: 'n1', lat: 1 },
      ],
    })
    expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The data has not changed.')
  })
})

describe('json-api reads all pages', () => {
  const items = Array.from({ length: 25 }, (_, id) => ({ id }))
  /** An API whose pages have 10 records at most. */
  const serve = (path: string, after: 'empty' | 'missing' | 'same') =>
    service.source.answers.set(path, (_, { searchParams }, response) => {
      const from = after === 'same' ? 0 : (Number(searchParams.get('page') ?? 1) - 1) * 10
      const page = after === 'same' ? items : items.slice(from, from + 10)
      sendJson(response, page, after === 'missing' && page.length === 0 ? 404 : 200)
    })

  test.each([
    ['of fewer records than requested', 'empty', { size: 1_000, sizeParameter: 'size' }],
    ['up to a missing one', 'missing', {}],
    ['of an API without pages', 'same', { size: 1_000, sizeParameter: 'size' }],
  ] as const)('%s', async (_, after, pagination) => {
    serve(`/capped/${after}`, after)
    const config = { datasetMode: 'create', url: `http://${service.host}/capped/${after}`, pagination }
    const { id } = await service.create('json-api', { ...config, pagination: { type: 'page', ...pagination } })
    expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
    expect((await service.linesOf(await service.datasetOf(id))).total).toBe(25)
  })
})

test('rss: the items of a feed are stored, and stay after they leave it', async () => {
  const item = (n: number) =>
    `<item><title>Title ${n} &amp; more</title><link>https://news.example.org/${n}</link><guid>g${n}</guid>
     <pubDate>Mon, 23 Nov 2026 10:0${n}:00 +0100</pubDate><description><![CDATA[<p>Text ${n}</p>]]></description></item>`
  const feed = (...numbers: number[]) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${numbers.map(item).join('')}</channel></rss>`
  service.source.files.set('/feed.xml', feed(1, 2))
  const { id } = await service.create('rss', { datasetMode: 'create', url: `http://${service.host}/feed.xml` })
  expect((await service.run(id)).status).toBe('finished')
  service.source.files.set('/feed.xml', feed(2, 3))
  expect((await service.run(id)).status).toBe('finished')
  expect(await service.linesOf(await service.datasetOf(id), '?sort=date')).toMatchObject({
    total: 3,
    results: [
      { title: 'Title 1 & more', link: 'https://news.example.org/1', date: '2026-11-23T09:01:00.000Z' },
      {},
      {},
    ],
  })
})

test('gbfs: stations with their state, replaced at each run', async () => {
  const feeds = ['station_information', 'station_status'].map((name) => ({
    name,
    url: `http://${service.host}/${name}.json`,
  }))
  service.source.files.set('/gbfs.json', JSON.stringify({ version: '2.3', data: { fr: { feeds } } }))
  const put = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => `s${at}`)
    const stations = ids.map((station_id, at) => ({
      station_id,
      name: `Place ${at}`,
      lat: 48 + at,
      lon: -2,
      capacity: 10,
    }))
    service.source.files.set('/station_information.json', JSON.stringify({ data: { stations } }))
    const states = ids.map((station_id, at) => ({
      ...{
        station_id,
        num_bikes_available: at,
        num_docks_available: 10 - at,
        is_renting: 1,
        last_reported: 1_795_000_000,
      },
    }))
    service.source.files.set('/station_status.json', JSON.stringify({ data: { stations: states } }))
  }
  put(3)
  const { id } = await service.create('gbfs', { datasetMode: 'create', url: `http://${service.host}/gbfs.json` })
  expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  const dataset = await service.datasetOf(id)
  expect(await service.linesOf(dataset, '?sort=name')).toMatchObject({
    total: 3,
    results: [{ name: 'Place 0', vehicles_available: 0, docks_available: 10, is_renting: true }, {}, {}],
  })
  put(2)
  await service.run(id)
  expect((await service.linesOf(dataset)).total).toBe(2)
})

test('data-fair-mirror: the lines and the description of a dataset of a service', async () => {
  service.source.files.set('/origin.csv', 'name,n\nA,1\nB,2\n')
  const { id: first } = await service.create('transfer-file', {
    datasetMode: 'create',
    url: `http://${service.host}/origin.csv`,
  })
  await service.run(first)
  const origin = await service.datasetOf(first)
  await service.call('PATCH', `/api/v1/datasets/${origin}`, { description: 'What it is.' })
  // The service may not call itself: another server stands between.
  service.source.answers.set(
    `/api/v1/datasets/${origin}`,
    (request, url, response) => void forward(request, url, response),
  )
  service.source.answers.set(
    `/api/v1/datasets/${origin}/lines`,
    (request, url, response) => void forward(request, url, response),
  )
  async function forward(
    ...[{ headers }, url, response]: Parameters<Parameters<typeof service.source.answers.set>[1]>
  ) {
    const key = String(headers['x-apikey'] ?? '')
    const answer = await fetch(`${service.url}${url.pathname}${url.search}`, { headers: { 'x-apiKey': key } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }
  const config = {
    datasetMode: 'create',
    url: `http://${service.host}/api/v1/datasets/${origin}`,
    apiKey: service.apiKey,
  }
  const { id } = await service.create('data-fair-mirror', config)
  expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  const mirror = await service.datasetOf(id)
  expect(await service.linesOf(mirror)).toMatchObject({ total: 2, results: [{ name: 'A', n: 1 }, {}] })
  expect(await service.call('GET', `/api/v1/datasets/${mirror}`)).toMatchObject({ description: 'What it is.' })
  expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The dataset has not changed.')
  await service.call('PATCH', `/api/v1/datasets/${origin}`, { description: 'Something else.' })
  expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  expect(await service.call('GET', `/api/v1/datasets/${mirror}`)).toMatchObject({ description: 'Something else.' })
})

test('data-fair-mirror: pages at another origin are read without the key', async () => {
  const keys: unknown[] = []
  const path = '/api/v1/datasets/moved'
  const elsewhere = `http://127.0.0.1:${new URL(`http://${service.host}`).port}`
  service.source.answers.set(path, (_, __, response) =>
    sendJson(response, { title: 'Moved', dataUpdatedAt: '2026-01-01' }),
  )
  service.source.answers.set(`${path}/lines`, ({ headers }, { searchParams }, response) => {
    keys.push(headers['x-apikey'])
    const isFirst = !searchParams.has('after')
    const next = `${elsewhere}${path}/lines?after=1`
    sendJson(response, { total: 2, results: [{ n: isFirst ? 1 : 2 }], ...(isFirst ? { next } : {}) })
  })
  const url = `${elsewhere.replace('127.0.0.1', 'localhost')}${path}`
  const { id } = await service.create('data-fair-mirror', { datasetMode: 'create', url, apiKey: 'a-key' })
  expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  expect((await service.linesOf(await service.datasetOf(id))).total).toBe(2)
  expect(keys).toEqual(['a-key', undefined])
})

test('ods-mirror: the records and the description of a dataset of a portal', async () => {
  const base = '/api/explore/v2.1/catalog/datasets/trees'
  const metas = {
    default: { title: 'Trees', description: 'Of the town', keyword: ['tree'], data_processed: '2026-01-01' },
  }
  service.source.answers.set(base, (_, __, response) => sendJson(response, { dataset_id: 'trees', metas }))
  service.source.answers.set(`${base}/exports/csv`, (_, { searchParams }, response) => {
    const rows = ['species;height', 'oak;12', ...(searchParams.has('where') ? [] : ['ash;9'])]
    response.end(`${rows.slice(0, Number(searchParams.get('limit')) > 0 ? 2 : 3).join('\n')}\n`)
  })
  const { id } = await service.create('ods-mirror', {
    datasetMode: 'create',
    portal: `http://${service.host}`,
    source: 'trees',
  })
  expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
  const mirror = await service.datasetOf(id)
  expect(await service.linesOf(mirror)).toMatchObject({ total: 2, results: [{ species: 'oak', height: 12 }, {}] })
  expect(await service.call('GET', `/api/v1/datasets/${mirror}`)).toMatchObject({ title: 'Trees', keywords: ['tree'] })
  expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The dataset has not changed.')
  const { config } = await service.read(id)
  await service.call('PATCH', `/api/v1/collectors/${id}`, { config: { ...config, where: 'height > 10' } })
  await service.run(id)
  expect((await service.linesOf(mirror)).total).toBe(1)
})
