/** Datasets with reference data are remote services: `dataset:<id>`. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn, village } from '../../support/accounts'
import { operator, operatorAgain } from '../../support/applications'
import { type Dataset, lines, publish, read, untilSettled } from '../../support/datasets'
import { bulk, createEditable, getLine, putLine } from '../../support/editable'
import { ask, json, origin, refusal, send } from '../../support/http'
import { path, type Service } from '../../support/remote-services'

const siret = 'http://www.datatourisme.fr/ontology/core/1.0/#siret'
const bySiret = { title: 'By siret', id: 'siret', input: [{ type: 'equals', property: { key: 'siret' } }] }
type List = { count: number; results: (Service & { actions: Record<string, unknown>[] })[] }
type Actions = { results: { id: string; action: { id: string }; remoteService: { id: string } }[] }

const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })

async function offered(key: string, masterData: object = { bulkSearchs: [bySiret] }): Promise<string> {
  const schema = [
    { key: 'siret', type: 'string', title: 'Number', 'x-refersTo': siret },
    { key: 'town', type: 'string', 'x-refersTo': 'http://schema.org/addressLocality' },
    { key: 'tags', type: 'string', separator: ';' },
  ]
  const { id } = await createEditable(key, { title: 'Shops', schema })
  await bulk(id, key, [{ siret: '002', town: 'Dinan', tags: ['a', 'b'] }])
  await patch(id, key, { masterData })
  return id
}

const member = async (name: string, organization: string, role: 'admin' | 'user') =>
  (await signedIn(name, [{ organization, role }])).as(organization)
const mine = (query = '') => `${path}?privateAccess=organization:town${query}`
const idsOf = async (address: string, headers: Record<string, string>) =>
  (await ask<List>(address, { headers })).results.map(({ id }) => id)

describe('the service of a dataset', () => {
  test('describes the inputs and outputs of its searches', async () => {
    const key = await keyOf()
    const id = await offered(key)
    const headers = await member('ada', 'town', 'admin')
    const { results } = await ask<List>(mine(), { headers })
    const server = `${origin}/api/v1/datasets/${id}`
    expect(results).toMatchObject([
      {
        id: `dataset:${id}`,
        title: 'Shops',
        server,
        public: false,
        owner: { id: 'town' },
        href: `${origin}${path}/dataset:${id}`,
      },
    ])
    expect(results[0]?.actions).toMatchObject([
      {
        id: 'masterData_bulkSearch_siret',
        summary: 'By siret',
        type: 'http://schema.org/SearchAction',
        operation: { method: 'post', path: '/master-data/bulk-searchs/siret' },
        input: [
          { name: 'siret', concept: siret, in: 'body', required: true, title: 'Number' },
          { name: '_key', concept: 'http://schema.org/identifier', required: false },
        ],
        inputCollection: true,
        outputCollection: true,
        canUse: true,
      },
    ])
    const output = results[0]?.actions[0]?.output
    expect(output).toContainEqual({ name: 'tags', type: 'string', separator: ';' })
    expect(output).toContainEqual({ name: 'town', type: 'string', concept: 'http://schema.org/addressLocality' })
    const host = new URL(origin).host.replaceAll(/[.:]/g, '-')
    expect(await ask(`${path}/dataset:${id}`, { headers })).toMatchObject({
      apiDoc: {
        openapi: '3.1.0',
        info: { title: 'Shops', 'x-api-id': `${host}-dataset-${id}` },
        servers: [{ url: server }],
      },
    })
    for (const [query, count] of [
      ['input-concepts=siret', 1],
      ['input-concepts=postalCode', 0],
      ['output-concepts=siret', 1],
      ['inputCollection=true', 1],
      ['inputCollection=false', 0],
      ['virtual-datasets=true', 0],
      ['standard-schema=true', 0],
      [`api-id=${host}-dataset-${id}`, 1],
      ['q=shops', 1],
    ] as const) {
      expect((await ask<List>(mine(`&${query}`), { headers })).count, query).toBe(count)
    }
  })

  test('is an action that extends other datasets, without a request', async () => {
    const key = await keyOf()
    const id = await offered(key)
    const headers = await member('ada', 'town', 'admin')
    const { results } = await ask<Actions>('/api/v1/remote-services-actions?privateAccess=organization:town', {
      headers,
    })
    const [found] = results
    expect(found?.id).toBe(`dataset:${id}--masterData_bulkSearch_siret`)
    const extension = { type: 'remoteService', remoteService: found?.remoteService.id, action: found?.action.id }
    const schema = [{ key: 'shop', type: 'string', 'x-refersTo': siret }]
    const extended = await createEditable(key, { schema, extensions: [extension] })
    await bulk(extended.id, key, [{ _id: 'a', shop: '002' }])
    expect((await lines(extended.id, '', key)).results).toMatchObject([{ '_siret.town': 'Dinan' }])
    // One line is read as it is stored; values of the source are not written.
    expect(await json(await getLine(extended.id, key, 'a'))).toMatchObject({ shop: '002', _siret: { town: 'Dinan' } })
    expect((await putLine(extended.id, key, 'a', { shop: '002' })).status).toBe(304)
    for (const sent of [{ '_siret.town': 'Dinan' }, { _siret: { town: 'Dinan' } }]) {
      expect((await putLine(extended.id, key, 'a', { shop: '002', ...sent })).status).toBe(400)
    }
  })

  test('changes with the dataset, and is removed with its searches', async () => {
    const key = await keyOf()
    const headers = await member('ada', 'town', 'admin')
    const { id } = await publish('siret,town\n002,Dinan\n', { key, fileName: 'shops.csv' })
    expect(await idsOf(mine(), headers)).toEqual([])
    await patch(id, key, { masterData: { bulkSearchs: [bySiret], standardSchema: { active: true } } })
    expect(await idsOf(mine('&standard-schema=true'), headers)).toEqual([`dataset:${id}`])
    await patch(id, key, { title: 'Companies' })
    const { schema } = await read(id, key)
    const own = schema.filter((field) => !field['x-calculated'])
    await patch(id, key, { schema: own.map((one) => (one.key === 'town' ? { ...one, title: 'Where' } : one)) })
    await untilSettled(id, key)
    const [service] = (await ask<List>(mine(), { headers })).results
    expect(service).toMatchObject({
      title: 'Companies',
      standardSchema: { active: true, dataset: { id, title: 'Companies' } },
      actions: [
        { output: [{ name: 'siret' }, { name: 'town', title: 'Where' }, { name: '_key' }, { name: '_error' }] },
      ],
    })
    await patch(id, key, { masterData: { bulkSearchs: [] } })
    expect(await idsOf(mine(), headers)).toEqual([])
    await patch(id, key, { masterData: { virtualDatasets: { active: true } } })
    const [parent] = (await ask<List>(mine('&virtual-datasets=true'), { headers })).results
    expect(parent?.virtualDatasets).toMatchObject({
      active: true,
      parent: { id, owner: { id: 'town' } },
      storageRatio: 0,
    })
    await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
    expect(await idsOf(mine(), headers)).toEqual([])
  })
})

describe('visibility of the service of a dataset', () => {
  test('it is visible to readers in its account, and to organizations that it is shared with', async () => {
    const key = await keyOf()
    const id = await offered(key)
    const reader = await member('bob', 'town', 'user')
    const other = await member('eve', 'village', 'admin')
    const shared = `${path}?privateAccess=organization:village`
    expect(await idsOf(mine(), reader)).toEqual([])
    expect((await send(`${path}/dataset:${id}/api-docs.json`, { headers: reader })).status).toBe(404)
    expect(await idsOf(shared, other)).toEqual([])
    const permissions = [{ type: 'organization', id: 'town', roles: ['user'], classes: ['read'] }]
    await send(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json: permissions })
    expect(await idsOf(mine(), reader)).toEqual([`dataset:${id}`])
    expect((await send(`${path}/dataset:${id}/api-docs.json`, { headers: reader })).status).toBe(200)
    const shareOrgs = [{ id: 'village', name: 'Village' }]
    await patch(id, key, { masterData: { bulkSearchs: [bySiret], shareOrgs } })
    expect(await idsOf(shared, other)).toEqual([`dataset:${id}`])
    // It is shown, and still not read.
    const search = { headers: other, json: [{ siret: '002' }] }
    const response = await send(`/api/v1/datasets/${id}/master-data/bulk-searchs/siret`, search)
    expect(response.status).toBe(403)
    const schema = [{ key: 'shop', type: 'string', 'x-refersTo': siret }]
    const extensions = [
      { type: 'remoteService', remoteService: `dataset:${id}`, action: 'masterData_bulkSearch_siret' },
    ]
    const refused = await send('/api/v1/datasets', {
      key: await keyOf(village),
      json: { isRest: true, title: 'Visits', schema, extensions },
    })
    expect(await refusal(refused)).toEqual([403, 'master-data-refused'])
  })

  test('its values are in a line that is read, not in the response of its write, unless they are mandatory', async () => {
    const key = await keyOf()
    const id = await offered(key)
    const schema = [{ key: 'shop', type: 'string', 'x-refersTo': siret }]
    for (const mandatory of [false, true]) {
      const extension = {
        ...{ type: 'remoteService', remoteService: `dataset:${id}`, action: 'masterData_bulkSearch_siret' },
        ...{ active: true, propertyPrefix: '_shop', mandatory },
      }
      const visits = await createEditable(key, { title: 'Visits', schema, extensions: [extension] })
      const path = `/api/v1/datasets/${visits.id}/lines`
      const written = await ask<Record<string, unknown>>(path, { key, json: { _id: 'a', shop: '002' } })
      expect(Object.keys(written).some((name) => name.startsWith('_shop'))).toBe(mandatory)
      expect(await ask(`${path}/a`, { key })).toMatchObject({ _shop: expect.any(Object) })
    }
  })

  test('it is public when a super-administrator sets it; its description cannot be changed', async () => {
    const operators = await operator()
    const key = await keyOf()
    const id = await offered(key, { bulkSearchs: [bySiret], virtualDatasets: { active: true } })
    const service = `${path}/dataset:${id}`
    const headers = await member('ada', 'town', 'admin')
    const change = (as: Record<string, string>, json: object) => send(service, { method: 'PATCH', headers: as, json })
    expect(await refusal(await change(headers, { public: true }))).toEqual([403, 'super-admin-only'])
    expect(await refusal(await change(headers, { title: 'X' }))).toEqual([400, 'remote-service-of-dataset'])
    expect(await refusal(await send(service, { method: 'DELETE', headers }))).toEqual([
      400,
      'remote-service-of-dataset',
    ])
    const ratio = {
      active: true,
      parent: { id, title: 'Shops', owner: { type: 'organization', id: 'town', name: 'Town' } },
      storageRatio: 0.5,
    }
    expect((await change(operators, { public: true, virtualDatasets: ratio })).status).toBe(200)
    expect(await idsOf(path, {})).toEqual([`dataset:${id}`])
    // It stays as it was set.
    await patch(id, key, { title: 'Companies' })
    const stored = await ask(service, { headers: await operatorAgain() })
    expect(stored).toMatchObject({
      title: 'Companies',
      public: true,
      virtualDatasets: { storageRatio: 0.5 },
      privateAccess: [{ type: 'organization', id: 'town', name: 'Town' }],
    })
  })

  test('its proxy redirects to the dataset', async () => {
    const key = await keyOf()
    const id = await offered(key, { singleSearchs: [{ title: 'Names', output: { key: 'town' } }] })
    const headers = await member('ada', 'town', 'admin')
    const response = await send(`${path}/dataset:${id}/proxy/master-data/single-searchs/names?q=d`, { headers })
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${origin}/api/v1/datasets/${id}/master-data/single-searchs/names?q=d`,
    ])
    expect((await send(`${path}/dataset:${id}/proxy/lines`)).status).toBe(404)
  })
})
