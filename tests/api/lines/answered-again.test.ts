/** An isolate caches repeated responses by the version of the lines: a hit reads nothing, and is never stale. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../../support/accounts'
import { open, publish, untilJournaled, upload } from '../../support/datasets'
import { bulk, createEditable, deleteLine, patchLine, postLine, putLine } from '../../support/editable'
import { ask, json, send } from '../../support/http'

const csv = 'town,n\nLyon,1\nNice,2\nBrest,3\n'

type Page = { total: number; next?: string; results: Record<string, unknown>[] }

/** An answer, the rows that were read for it, and how often the databases were asked. */
async function asked(path: string, key?: string, headers: Record<string, string> = {}) {
  const response = await send(`/api/v1/datasets/${path}`, { key, headers })
  const timing = response.headers.get('server-timing') ?? ''
  const [rows, trips] = ['rows', 'trips'].map((name) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(timing)?.[1]))
  return { response, rows, trips, headers: Object.fromEntries(response.headers) }
}

/** Headers that differ from one answer to the next. */
const own = ['server-timing', 'x-request-id']
const lasting = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))

test.each([
  'lines?size=2',
  'lines?q=Lyon',
  'lines?n_gte=2&sort=-n&select=town',
  'lines?format=csv',
  'lines?format=xlsx',
  'values_agg?field=town',
  'values/town',
  'metric_agg?field=n&metric=sum',
])('%s is answered from the cache at the third request, with the same response', async (query) => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await open(id, key)
  const first = await asked(`${id}/${query}`)
  const second = await asked(`${id}/${query}`)
  const again = await asked(`${id}/${query}`)
  expect([first.response.status, again.response.status]).toEqual([200, 200])
  for (const { trips } of [first, second]) expect(trips).toBeGreaterThan(0)
  expect(again.trips).toBe(0)
  expect(lasting(again.headers)).toEqual(lasting(second.headers))
  expect(await again.response.text()).toBe(await first.response.text())
  const since = await asked(`${id}/${query}`, undefined, { 'if-none-match': first.headers.etag ?? '' })
  expect([since.response.status, await since.response.text()]).toEqual([304, ''])
})

test.each(['lines?on_gte=now-1d/d', 'values_agg?field=on&on_gte=now/y', 'lines?qs=on:[now-1d TO *]'])(
  '%s depends on the time: it is read each time, and has no date',
  async (query) => {
    const key = await keyOf()
    const today = new Date().toISOString().slice(0, 10)
    const { id, finalizedAt = '' } = await publish(`on,n\n${today},1\n2020-01-01,2\n`, {
      key,
    })
    await open(id, key)
    for (let time = 0; time < 3; time++) {
      const { response, trips, headers } = await asked(`${id}/${query}&finalizedAt=${encodeURIComponent(finalizedAt)}`)
      expect(await json(response)).toMatchObject({ total: 1 })
      expect(trips).toBeGreaterThan(0)
      expect(headers['cache-control']).toBe('must-revalidate, public, max-age=300')
      expect(headers['last-modified']).toBeUndefined()
    }
  },
)

test('a cached page of a private dataset is not served to other callers', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  for (const rows of [3, 3, 0]) expect(await asked(`${id}/lines`, key)).toMatchObject({ rows })
  expect((await asked(`${id}/lines`)).response.status).toBe(403)
  expect((await asked(`${id}/lines`, await keyOf(village))).response.status).toBe(403)

  await open(id, key)
  for (let time = 0; time < 2; time++) await asked(`${id}/lines`)
  const first = await asked(`${id}/lines`)
  expect(first.headers['cache-control']).toBe('must-revalidate, public, max-age=300')
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await asked(`${id}/lines`)).response.status).toBe(403)
  const withdrawn = await asked(`${id}/lines`, key)
  expect(withdrawn.headers['cache-control']).toBe('must-revalidate, private, max-age=0')
})

test('a page with finalizedAt is cached at its second request', async () => {
  const key = await keyOf()
  const { id, finalizedAt = '' } = await publish(csv, { key })
  const page = `${id}/lines?size=1&finalizedAt=${encodeURIComponent(finalizedAt)}`
  for (const isRead of [true, true, false]) expect((await asked(page, key)).trips !== 0).toBe(isRead)
})

test.each(['lines', 'lines?size=1'])('a key in the query of %s does not appear in cached responses', async (path) => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await open(id, key)
  await asked(`${id}/${path}`)
  const withKey = await asked(`${id}/${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`)
  const without = await asked(`${id}/${path}`)
  expect(without.rows).toBe(0)
  const text = await without.response.text()
  expect(text).toBe(await withKey.response.text())
  expect(`${text} ${JSON.stringify(without.headers)}`).not.toContain(key)
})

test('a new file, description or language invalidates the cached response', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const total = async () => (await json<Page>((await asked(`${id}/lines`, key)).response)).total
  for (let time = 0; time < 3; time++) expect(await total()).toBe(3)
  await upload(`${csv}Lille,4\n`, { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  expect(await total()).toBe(4)

  for (const isRead of [true, true, false]) {
    expect((await asked(`${id}/lines?format=xlsx`, key)).rows !== 0).toBe(isRead)
  }
  expect((await asked(`${id}/lines?format=xlsx`, key, { 'accept-language': 'fr' })).rows).toBeGreaterThan(0)
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { title: 'Towns' } })
  expect((await asked(`${id}/lines?format=xlsx`, key)).rows).toBeGreaterThan(0)
})

test('each write of editable lines is in the next response; repeated requests read no line', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const read = async (query = 'lines?sort=_id') => {
    const first = await asked(`${id}/${query}`, key)
    await asked(`${id}/${query}`, key)
    const again = await asked(`${id}/${query}`, key)
    expect(again.rows).toBe(0)
    const text = await first.response.text()
    expect(await again.response.text()).toBe(text)
    return JSON.parse(text) as Page
  }
  expect((await read()).total).toBe(0)
  await postLine(id, key, { _id: 'a', species: 'oak' })
  expect((await read()).results).toMatchObject([{ _id: 'a', species: 'oak' }])
  await patchLine(id, key, 'a', { species: 'ash' })
  expect((await read()).results).toMatchObject([{ _id: 'a', species: 'ash' }])
  await putLine(id, key, 'a', { age: 3 })
  expect((await read()).results).toMatchObject([{ _id: 'a', age: 3 }])
  await bulk(id, key, [{ _id: 'b', species: 'elm' }, { _id: 'c' }])
  expect((await read()).total).toBe(3)
  expect(await read('lines?q=elm')).toMatchObject({ total: 1 })
  await deleteLine(id, key, 'b')
  expect((await read()).results.map(({ _id }) => _id)).toEqual(['a', 'c'])
  expect(await read('lines?q=elm')).toMatchObject({ total: 0 })
  await send(`/api/v1/datasets/${id}/lines`, { key, method: 'DELETE' })
  expect((await read()).total).toBe(0)
})
