/** Metadata-only datasets. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, journal, open, read } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

const create = (key: string, said: Record<string, unknown> = {}) =>
  ask<Dataset>(
    '/api/v1/datasets',
    { key, method: 'POST', json: { isMetaOnly: true, title: 'Bus stops', ...said } },
    201,
  )

describe('a metadata-only dataset', () => {
  test('has neither status nor finalization date nor previews, and has a journal entry', async () => {
    const key = await keyOf()
    const response = await send('/api/v1/datasets', { key, method: 'POST', json: { isMetaOnly: true, title: 'Stops' } })
    expect(response.status).toBe(201)
    const created = (await response.json()) as Dataset
    expect(created.storage).toMatchObject({ size: 0, indexed: { size: 0, parts: [] } })
    expect(created).toMatchObject({ isMetaOnly: true, title: 'Stops', slug: 'stops', schema: [], previews: [] })
    for (const absent of ['status', 'finalizedAt', 'count', 'isRest', 'isVirtual'])
      expect(created).not.toHaveProperty(absent)
    expect((await journal(created.id, key)).map(({ type }) => type)).toEqual(['dataset-created'])
  })

  test('is described by PATCH and deleted', async () => {
    const key = await keyOf()
    const { id } = await create(key)
    const patched = await ask<Dataset>(`/api/v1/datasets/${id}`, {
      key,
      method: 'PATCH',
      json: { description: 'Where they stop', keywords: ['bus'], constraints: null },
    })
    expect(patched).toMatchObject({ description: 'Where they stop', keywords: ['bus'] })
    expect(patched).not.toHaveProperty('status')
    expect((await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  })

  test.each([
    ['lines', 'no-data'],
    ['lines?format=csv', 'no-data'],
    ['values_agg?field=a', 'no-data'],
    ['values/a', 'no-data'],
  ])('has no %s', async (path, code) => {
    const key = await keyOf()
    const { id } = await create(key)
    expect(await refusal(await send(`/api/v1/datasets/${id}/${path}`, { key }))).toEqual([409, code])
  })

  test('refuses columns with a text that names no file', async () => {
    const key = await keyOf()
    const { id } = await create(key)
    const json = { schema: [{ key: 'a', type: 'string' }] }
    const response = await send(`/api/v1/datasets/${id}`, {
      key,
      method: 'PATCH',
      json,
      headers: { 'accept-language': 'fr' },
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("un jeu de données de métadonnées seules n'a pas de colonnes")
    expect((await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: [] } })).status).toBe(200)
  })

  test.each([
    ['POST', 'lines', { a: 1 }, 501, 'not-editable'],
    ['POST', '_bulk_lines', [], 501, 'not-editable'],
    ['PUT', '', { title: 'Other' }, 409, 'no-data'],
    ['PATCH', '', { constraints: [{ type: 'unique', properties: ['a'] }] }, 400, 'constraint-on-meta-only'],
  ])('refuses %s /%s', async (method, path, json, status, code) => {
    const key = await keyOf()
    const { id } = await create(key)
    const address = `/api/v1/datasets/${id}${path ? `/${path}` : ''}`
    expect(await refusal(await send(address, { key, method, json }))).toEqual([status, code])
  })

  test('is listed by its type, and not among queryable datasets', async () => {
    const key = await keyOf()
    const { id } = await create(key)
    const found = async (query: string) =>
      (await ask<{ results: Dataset[] }>(`/api/v1/datasets?${query}`, { key })).results.map((dataset) => dataset.id)
    for (const query of ['type=metaOnly', 'metaOnly=true', 'q=stops', 'status=null'])
      expect(await found(query)).toEqual([id])
    for (const query of ['metaOnly=false', 'queryable=true', 'status=finalized']) expect(await found(query)).toEqual([])
  })

  test('has a page without data tabs', async () => {
    const key = await keyOf()
    const { id, page } = await create(key, { description: 'Where they stop' })
    await open(id, key)
    const shown = await (await send(new URL(page).pathname)).text()
    expect(shown).toContain('Where they stop')
    expect(shown).not.toContain(`/dataset/${id}/table`)
    expect((await send(`/dataset/${id}/table`)).status).toBe(409)
    const docs = await ask<{ paths: object }>(`/api/v1/datasets/${id}/api-docs.json`)
    expect(Object.keys(docs.paths).filter((path) => path.includes('lines'))).toEqual([])
    expect(await read(id)).toMatchObject({ public: true })
  })
})
