// External APIs on a port of their own: what remote services of the tests call. Started for the tests by `vitest.config.ts`.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const fixtures = join(dirname(dirname(fileURLToPath(import.meta.url))), 'fixtures/remote-services')
const slowMs = 400

/** Serves the towns of a file by postal code, as services that behave in different ways. */
export async function serveRemoteApis() {
  const [, ...rows] = readFileSync(join(fixtures, 'towns.csv'), 'utf8').trim().split('\n')
  const towns = new Map(
    rows
      .map((row) => row.split(','))
      .map(([code, name, lat, lon, places]) => [
        code,
        { name, lat: Number(lat), lon: Number(lon), places: Number(places) },
      ]),
  )
  const description = readFileSync(join(fixtures, 'geocoder.json'), 'utf8')
  const places = readFileSync(join(fixtures, 'places.json'), 'utf8')
  const calls = new Map()
  const mails = []
  /** Until when services are down, by behaviour. */
  const downUntil = new Map()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost')
    const [, behaviour = '', ...path] = url.pathname.split('/')
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks).toString()
    const lines = sent.split('\n').filter(Boolean)
    const send = (status, type, body, headers = {}) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    if (behaviour === 'mail') return receiveMail(send, mails, { request, sent, path })
    if (behaviour === '_calls') return send(200, 'application/json', JSON.stringify(calls.get(path[0]) ?? []))
    if (behaviour === '_down') {
      downUntil.set(path[1] ?? 'down', Date.now() + Number(path[0]))
      return send(200, 'text/plain', 'down')
    }
    if (path.at(-1) === 'openapi.json') return send(200, 'application/json', description)
    if (path.at(-1) === 'places.json') return send(200, 'application/json', places)
    const call = { path: request.url, lines: lines.length, headers: request.headers, at: Date.now() }
    calls.set(behaviour, [...(calls.get(behaviour) ?? []), call])
    const isLookup = path[0] === 'cities' || path[0] === 'search'
    if (request.method === 'GET' && !isLookup) return read(send, towns, url, behaviour)
    if (Date.now() < (downUntil.get(behaviour) ?? 0)) return send(503, 'text/plain', 'down', { 'retry-after': '0' })
    const manner = behaviour.replace(/^lookup-/, '')
    if (manner === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
    if (manner === 'busy' && calls.get(behaviour).length % 2 === 1)
      return send(429, 'text/plain', 'later', { 'retry-after': '0' })
    if (manner === 'html') return send(200, 'text/html', '<h1>It works</h1>')
    if (manner === 'endless') return endless(response)
    if (isLookup) return lookUp(send, towns, path, url, manner)
    const answers = lines.map((line) => JSON.parse(line)).map((line, at) => answerOf(towns, line, at, behaviour))
    send(200, 'application/x-ndjson', answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: `127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

/** A provider of mail: keeps what it is sent, and tells what it was sent for an address. It refuses mail with the token `expired`. */
function receiveMail(send, mails, { request, sent, path }) {
  if (request.method === 'GET') {
    const to = decodeURIComponent(path[0])
    return send(200, 'application/json', JSON.stringify(mails.filter((mail) => mail.to === to)))
  }
  const { authorization } = request.headers
  if (authorization === 'Bearer expired') return send(401, 'application/json', sent)
  mails.push({ ...JSON.parse(sent), authorization })
  return send(200, 'application/json', '{"id":"1"}')
}

function answerOf(towns, { q, id }, at, behaviour) {
  const town = towns.get(q)
  if (behaviour === 'tenth' && at % 10 === 9) return { id, error: `no luck with ${q}` }
  if (!town) return { id, error: 'unknown postal code' }
  if (behaviour === 'liar') return { id, ...town, lat: `${town.lat}`, places: 'many', name: { en: town.name } }
  return { id, ...town }
}

function read(send, towns, url, behaviour) {
  if (behaviour === 'silent') return
  if (behaviour === 'large') return send(200, 'text/plain', 'x'.repeat(30_000_000))
  if (behaviour === 'html')
    return send(200, 'text/html', '<script>alert(1)</script>', {
      'set-cookie': 'a=b',
      'cache-control': 'public, max-age=60',
    })
  const town = towns.get(url.searchParams.get('q'))
  const headers = { etag: '"1"', 'cache-control': 'public, max-age=60' }
  return town
    ? send(200, 'application/json', JSON.stringify(town), headers)
    : send(404, 'application/json', '{"error":"unknown"}')
}

/** An ordinary API, which takes one value: `/cities/{code}`, and `/search?q=` with a list. */
function lookUp(send, towns, [kind, code], url, manner) {
  const json = (status, body) => send(status, 'application/json', JSON.stringify(body))
  if (manner === 'refusing') return json(400, { error: 'bad request' })
  if (kind === 'cities') {
    const town = towns.get(decodeURIComponent(code))
    if (!town) return json(404, { error: 'unknown' })
    const { lat, lon, name, places } = town
    return json(200, { name, places, center: { lat, lon }, tags: ['town', url.searchParams.get('lang')] })
  }
  const town = towns.get(url.searchParams.get('q'))
  const feature = town && {
    properties: { label: town.name, score: 0.9 },
    geometry: { coordinates: [town.lon, town.lat] },
  }
  return json(200, { count: town ? 1 : 0, features: town ? [feature, { properties: { label: 'other' } }] : [] })
}

/** A response that never ends, as fast as it is read. */
function endless(response) {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const block = `${JSON.stringify({ id: '0', name: 'x'.repeat(50_000) })}\n`
  const write = () => {
    while (!response.destroyed && response.write(block));
    if (!response.destroyed) response.once('drain', write)
  }
  response.on('error', () => undefined)
  write()
}

/** The global set-up of the tests within the engine. */
export default async function setup(project) {
  const { host, stop } = await serveRemoteApis()
  project.provide('remoteHost', host)
  return stop
}
