/** The client library of Opendatasoft, unchanged except for the address, on the compatible routes. */
import { ApiClient, all, date, fromCatalog, NotFoundError, UserError } from '@opendatasoft/api-client'
import { beforeAll, expect, test, vi } from 'vitest'
import { signIn } from '../bench/publish.mjs'
import { service } from '../support/started-service'

const { url, email, password } = service
const csv = 'city,pop,day,open\nLyon,522,2024-02-29,true\nÉvreux,47,2024-03-01,false\nLyon,9,2025-01-01,true\n'

/** The library puts the routes of a domain under `/api/explore/v2.1`. */
const client = new ApiClient({
  domain: url,
  interceptRequest: async (request) =>
    new Request(request.url.replace('/api/explore/v2.1/', '/api/v1/compat-ods/v2.1/'), request),
})
type Records = { total_count: number; results: Record<string, unknown>[] }

let id: string
beforeAll(async () => {
  // The administrator's own account: keys do not change settings.
  const session = { cookie: await signIn({ url, email, password }), origin: url }
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { ...session, ...init.headers } })
    if (!response.ok) throw new Error(await response.text())
    return response
  }
  const json = (method: string, value: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
  const body = new FormData()
  body.append('file', new File([csv], 'cities.csv'))
  // The id and the owner are all that is read of it.
  const created = (await (await send('/datasets', { method: 'POST', body })).json()) as {
    id: string
    owner: { type: string; id: string }
  }
  id = created.id
  const status = async () => Reflect.get(Object(await (await send(`/datasets/${id}`)).json()), 'status')
  await vi.waitFor(async () => expect(await status()).toBe('finalized'), { timeout: 30_000, interval: 200 })
  await send(`/datasets/${id}/permissions`, json('PUT', [{ operations: [], classes: ['read', 'list'] }]))
  await send(`/settings/${created.owner.type}/${created.owner.id}`, json('PUT', { compatODS: true }))
})

const records = () => fromCatalog().dataset(id).records()

test('reads records by condition, order and page', async () => {
  const query = records()
    .where(all("city = 'Lyon'", `day >= ${date({ year: 2024, month: 1, day: 1 })}`))
    .orderBy('pop desc')
    .select('city, pop')
    .limit(1)
  expect(await client.get<Records>(query)).toEqual({ total_count: 2, results: [{ city: 'Lyon', pop: 522 }] })
  expect((await client.get<Records>(query.offset(1))).results).toEqual([{ city: 'Lyon', pop: 9 }])
})

test('groups and refines; facets are ignored', async () => {
  const groups = records().select('city, sum(pop) as people').groupBy('city').orderBy('people desc')
  expect((await client.get<Records>(groups)).results).toEqual([
    { city: 'Lyon', people: 531 },
    { city: 'Évreux', people: 47 },
  ])
  const refined = records().refine('city:Évreux').refine('open:false').facet('city').lang('fr').timezone('Europe/Paris')
  expect((await client.get<Records>(refined)).results).toEqual([
    { city: 'Évreux', pop: 47, day: '2024-03-01', open: false },
  ])
})

test('exports', async () => {
  const query = fromCatalog().dataset(id).export('json').select('city').limit(-1)
  expect(await client.get(query)).toEqual([{ city: 'Lyon' }, { city: 'Évreux' }, { city: 'Lyon' }])
})

test('gets errors of the user with the reason', async () => {
  await expect(client.get(records().where('nowhere = 1'))).rejects.toThrow(UserError)
  await expect(client.get(fromCatalog().dataset('nothing').records())).rejects.toThrow(NotFoundError)
})
