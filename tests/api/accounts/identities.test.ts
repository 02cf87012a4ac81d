/** Changes of users and organizations, sent by a directory. */
import { expect, test } from 'vitest'
import { deleteDiscards } from '../../../worker/datasets/runs'
import { keyOf, signedIn, systemContext, town, village } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { application } from '../../support/links'
import { rows } from '../../support/stored'

const serviceKey = 'a-service-key-for-tests'
const vars = { SERVICE_KEY: serviceKey }
const path = `/api/v1/identities/organization/town?key=${serviceKey}`
const roads = { ...town, department: 'roads', departmentName: 'Roads' }
const csv = 'name\nA\n'

test('a new name is applied to datasets, and to permissions that refer to it', async () => {
  const { id } = await publish(csv, { key: await keyOf(roads) })
  const shared = await publish(csv, { key: await keyOf(village) })
  const json = [{ type: 'organization', id: 'town', name: 'Town', classes: ['read'] }]
  const permissions = `/api/v1/datasets/${shared.id}/permissions`
  await ask(permissions, { method: 'PUT', key: await keyOf(village), json })
  const renamed = { name: 'City', departments: [{ id: 'roads', name: 'Streets' }] }
  const response = await send(path, { json: renamed, vars })
  expect([response.status, await response.text()]).toEqual([200, ''])
  const [row] = await rows('select owner_name, owner_department_name from datasets where id = ?', id)
  expect(row).toEqual({ owner_name: 'City', owner_department_name: 'Streets' })
  expect(await ask(permissions, { key: await keyOf(village) })).toEqual([{ ...json[0], name: 'City' }])
  const { count } = await ask<{ count: number }>('/api/v1/datasets?q=city', { key: await keyOf() })
  expect(count).toBeGreaterThan(0)
})

test('applications are renamed, reported and deleted like datasets', async () => {
  const id = await application({ owner: roads, keys: ['link'], datasets: { d1: null } })
  const shared = await application({ owner: village })
  const names = JSON.stringify([{ type: 'organization', id: 'town', name: 'Town', classes: ['read'] }])
  await rows('update applications set permissions = ? where id = ?', names, shared)
  await rows(
    `update applications set metadata = '{"title":"A"}', created_by = '{"id":"a","name":"A"}', updated_by = '{"id":"a","name":"A"}'`,
  )
  const renamed = { name: 'City', departments: [{ id: 'roads', name: 'Streets' }] }
  expect((await send(path, { json: renamed, vars })).status).toBe(200)
  const [row] = await rows('select owner_name, owner_department_name from applications where id = ?', id)
  expect(row).toEqual({ owner_name: 'City', owner_department_name: 'Streets' })
  const report = () => ask<Record<string, unknown>>(path.replace('?', '/report?'), { vars })
  expect(await report()).toMatchObject({
    applications: { count: 1, results: [{ id, title: 'A' }] },
    applicationPermissions: { count: 1, results: [{ id: shared, title: 'A' }] },
  })
  expect((await send(path, { method: 'DELETE', vars })).status).toBe(200)
  const nothing = { count: 0, results: [] }
  expect(await report()).toMatchObject({ applications: nothing, applicationPermissions: nothing })
  expect(await rows('select id, permissions from applications')).toEqual([{ id: shared, permissions: '[]' }])
  expect(await rows('select * from application_keys')).toEqual([])
})

test('a deletion removes the datasets, collectors, settings, keys, limits and permissions of the account only', async () => {
  const key = await keyOf(town)
  const [own, department] = [await publish(csv, { key }), await publish(csv, { key: await keyOf(roads) })]
  const shared = await publish(csv, { key: await keyOf(village) })
  const entries = [
    { type: 'organization', id: 'town', name: 'Town', classes: ['read'] },
    { type: 'user', id: 'town', classes: ['read'] },
  ]
  const permissions = `/api/v1/datasets/${shared.id}/permissions`
  await ask(permissions, { method: 'PUT', key: await keyOf(village), json: entries })
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  await ask('/api/v1/settings/organization/town', { method: 'PATCH', headers: ada.as('town'), json: { topics: [] } })
  const collector = {
    ...{ title: 'Racks', plugin: 'transfer-file', active: true },
    config: { datasetMode: 'create', url: 'https://example.org/racks.csv' },
  }
  await ask('/api/v1/collectors', { key, json: collector })
  const limit = { lastUpdate: '2026-01-05T10:00:00.000Z', nb_datasets: { limit: 9 } }
  await ask(`/api/v1/limits/organization/town?key=${serviceKey}`, { json: limit, vars })

  const titled = ({ id, title }: { id: string; title: string }) => ({ id, title })
  const report = () => ask<Record<string, unknown>>(path.replace('?', '/report?'), { vars })
  expect(await report()).toEqual({
    datasets: { count: 2, results: [own, department].map(titled).sort((a, b) => (a.id < b.id ? -1 : 1)) },
    permissions: { count: 1, results: [titled(shared)] },
    applications: { count: 0, results: [] },
    applicationPermissions: { count: 0, results: [] },
    settings: 1,
    apiKeys: 2,
    webhooks: 0,
    limits: 1,
    remoteServices: 0,
  })
  const response = await send(path, { method: 'DELETE', vars })
  expect([response.status, await response.text()]).toEqual([200, ''])
  for (const { id } of [own, department]) {
    expect((await send(`/api/v1/datasets/${id}`, { key: await keyOf(village) })).status).toBe(404)
  }
  expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
  for (const table of ['settings', 'quotas', 'webhooks', 'collectors']) {
    expect(await rows(`select * from ${table} where owner_id = 'town'`)).toEqual([])
  }
  expect(await ask(permissions, { key: await keyOf(village) })).toEqual([entries[1]])
  await deleteDiscards(systemContext())
  const nothing = { count: 0, results: [] }
  expect(await report()).toMatchObject({ datasets: nothing, permissions: nothing, settings: 0, apiKeys: 0, limits: 0 })
  expect((await send(path, { method: 'DELETE', vars })).status).toBe(200)
})

test('only the service of the operator and a super-administrator may send changes', async () => {
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  for (const method of ['POST', 'DELETE']) {
    const sent = { method, headers: ada.as('town'), ...(method === 'POST' ? { json: { name: 'City' } } : {}), vars }
    const bad = await send('/api/v1/identities/organization/town?key=another', sent)
    expect(await bad.clone().text()).toContain('Bad secret in \\"key\\" parameter')
    expect(await refusal(bad)).toEqual([403, 'service-key-refused'])
    expect(await refusal(await send('/api/v1/identities/organization/town', sent))).toEqual([403, 'super-admin-only'])
    expect((await send(path.replace('organization', 'company'), sent)).status).toBe(400)
  }
})
