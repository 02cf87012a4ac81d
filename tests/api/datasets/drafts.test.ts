/**
 * Replacement of a file: the old version is served until the new one is published, and the validation mode decides
 * when.
 */
import { describe, expect, test } from 'vitest'
import { keyOf, town, village } from '../../support/accounts'
import {
  type Dataset,
  decideDraft,
  journal,
  lines,
  post,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, json, refusal, send } from '../../support/http'

const old = 'name,n\nA,1\nB,2\n'
const alike = 'name,n\nC,3\nD,4\nE,5\n'
const wider = 'name,n,more\nF,6,x\n'
const retyped = 'name,n\nG,seven\n'
const narrower = 'name\nH\n'
const bad = 'name,Prix TTC,prix_ttc\n1,2,3\n'

const names = async (id: string, key: string, query = '') =>
  (await lines(id, `select=name${query}`, key)).results.map(({ name }) => name)
const types = async (id: string, key: string) =>
  (await journal(id, key)).map(({ type, draft }) => type + (draft ? '*' : '')).reverse()

async function replaced(content: string, query: string): Promise<{ id: string; key: string; answer: Dataset }> {
  const key = await keyOf()
  const { id } = await publish(old, { key })
  const response = await post(content, { key, id, query, method: 'PUT' })
  expect(response.status).toBe(200)
  return { id, key, answer: await json<Dataset>(response) }
}

test('a new file is answered as a draft, while the published version stays as it is', async () => {
  const { id, key, answer } = await replaced(alike, '?draft=never')
  expect(answer).toMatchObject({
    id,
    status: 'loaded',
    draftReason: { key: 'file-updated', validationMode: 'never' },
    originalFile: { size: alike.length },
  })
  await untilFinalized(id, key, '?draft=true')
  const published = await read(id, key)
  expect(published).toMatchObject({ status: 'finalized', count: 2, originalFile: { size: old.length } })
  expect(published).not.toHaveProperty('draftReason')
  expect(published).not.toHaveProperty('draft')
  expect(await names(id, key)).toEqual(['A', 'B'])
  expect(await names(id, key, '&draft=true')).toEqual(['C', 'D', 'E'])
})

describe('the mode', () => {
  test.each([
    ['', alike, 'published', ['dataset-created', 'finalize-end', 'data-updated*', 'draft-validated*', 'finalize-end']],
    [
      '',
      wider,
      'published',
      ['dataset-created', 'finalize-end', 'data-updated*', 'validation-error*', 'draft-validated*', 'finalize-end'],
    ],
    [
      '?draft=always',
      retyped,
      'published',
      ['dataset-created', 'finalize-end', 'data-updated*', 'validation-error*', 'draft-validated*', 'finalize-end'],
    ],
    [
      '?draft=true',
      alike,
      'published',
      ['dataset-created', 'finalize-end', 'data-updated*', 'draft-validated*', 'finalize-end'],
    ],
    [
      '?draft=compatible',
      alike,
      'published',
      ['dataset-created', 'finalize-end', 'data-updated*', 'draft-validated*', 'finalize-end'],
    ],
    [
      '?draft=true',
      wider,
      'waits',
      ['dataset-created', 'finalize-end', 'data-updated*', 'validation-error*', 'finalize-end*'],
    ],
    [
      '?draft=compatible',
      narrower,
      'waits',
      ['dataset-created', 'finalize-end', 'data-updated*', 'validation-error*', 'finalize-end*'],
    ],
    [
      '?draft=compatible',
      retyped,
      'waits',
      ['dataset-created', 'finalize-end', 'data-updated*', 'validation-error*', 'finalize-end*'],
    ],
    [
      '?draft=compatibleOrCancel',
      alike,
      'published',
      ['dataset-created', 'finalize-end', 'data-updated*', 'draft-validated*', 'finalize-end'],
    ],
    [
      '?draft=compatibleOrCancel',
      wider,
      'cancelled',
      ['dataset-created', 'finalize-end', 'data-updated*', 'validation-error*', 'draft-cancelled*'],
    ],
    ['?draft=never', alike, 'waits', ['dataset-created', 'finalize-end', 'data-updated*', 'finalize-end*']],
  ] as const)('%s over %j: the new version is %s', async (query, content, outcome, expected) => {
    const { id, key } = await replaced(content, query)
    const last = expected[expected.length - 1]?.replace('*', '') ?? ''
    const times = expected.filter((type) => type.replace('*', '') === last).length
    await untilJournaled(id, key, last, times)
    expect(await types(id, key)).toEqual(expected)
    const first = content.split('\n')[1]?.split(',')[0]
    expect((await names(id, key))[0]).toBe(outcome === 'published' ? first : 'A')
    const draft = await read(id, key, '?draft=true')
    expect('draftReason' in draft).toBe(outcome === 'waits')
    expect((await names(id, key, '&draft=true'))[0]).toBe(outcome === 'cancelled' ? 'A' : first)
  })

  test('that always publishes takes the permission to change columns', async () => {
    const key = await keyOf(town)
    const { id } = await publish(old, { key })
    const writer = await keyOf(village)
    const grant = (operations: string[]) =>
      ask(`/api/v1/datasets/${id}/permissions`, {
        key,
        method: 'PUT',
        json: [{ type: 'organization', id: village.id, classes: ['read', 'readAdvanced'], operations }],
      })
    await grant(['writeData'])
    for (const query of ['', '?draft=always']) {
      expect(await refusal(await post(wider, { key: writer, id, query }))).toEqual([403, 'draft-mode-refused'])
    }
    expect((await read(id, key, '?draft=true')).draftReason).toBeUndefined()
    expect((await post(alike, { key: writer, id, query: '?draft=true' })).status).toBe(200)
    await untilJournaled(id, key, 'finalize-end', 2)
    expect((await names(id, key))[0]).toBe('C')
    await grant(['writeData', 'writeDescriptionBreaking'])
    expect((await post(wider, { key: writer, id })).status).toBe(200)
  })

  test('is refused when unknown', async () => {
    const key = await keyOf()
    const { id } = await publish(old, { key })
    const response = await post(alike, { key, id, query: '?draft=maybe' })
    expect(await refusal(response)).toEqual([400, 'parameter-invalid'])
  })
})

test('a validated draft is indexed in full and becomes the published version', async () => {
  const many = `name,n\n${Array.from({ length: 250 }, (_, i) => `p${i},${i}\n`).join('')}`
  const { id, key } = await replaced(many, '?draft=never')
  const draft = await untilFinalized(id, key, '?draft=true')
  expect(draft.count).toBe(100)
  const response = await decideDraft(id, 'POST', key)
  expect(response.status).toBe(200)
  expect(await json<Dataset>(response)).toMatchObject({ id, status: 'validated' })
  await untilJournaled(id, key, 'draft-validated')
  expect(await read(id, key)).toMatchObject({ status: 'finalized', count: 250 })
  expect(await read(id, key, '?draft=true')).not.toHaveProperty('draftReason')
  expect((await journal(id, key)).find(({ type }) => type === 'draft-validated')).toMatchObject({
    data: 'validation manuelle',
  })
  expect(await refusal(await decideDraft(id, 'POST', key))).toEqual([409, 'not-a-draft'])
})

test('a cancelled draft leaves the published version unchanged', async () => {
  const { id, key } = await replaced(alike, '?draft=never')
  await untilFinalized(id, key, '?draft=true')
  const before = await read(id, key)
  const response = await decideDraft(id, 'DELETE', key)
  expect(response.status).toBe(200)
  expect(await json(response)).toMatchObject({ status: 'finalized', count: 2, finalizedAt: before.finalizedAt })
  expect(await names(id, key, '&draft=true')).toEqual(['A', 'B'])
  expect((await types(id, key)).at(-1)).toBe('draft-cancelled*')
  expect(await refusal(await decideDraft(id, 'DELETE', key))).toEqual([409, 'not-a-draft'])
})

test('an invalid file puts the draft in error; the published version is still served', async () => {
  const { id, key } = await replaced(bad, '')
  expect(await untilSettled(id, key, '?draft=true')).toMatchObject({ status: 'error', errorStatus: 'stored' })
  expect(await read(id, key)).toMatchObject({ status: 'finalized', count: 2 })
  expect(await names(id, key)).toEqual(['A', 'B'])
  const [event] = await journal(id, key)
  expect(event).toMatchObject({ type: 'error', draft: true, code: 'file-column-repeated' })
  expect((await post(alike, { key, id })).status).toBe(200)
  await untilJournaled(id, key, 'draft-validated')
  expect(await names(id, key)).toEqual(['C', 'D', 'E'])
})

describe('an initial draft', () => {
  test('is read and patched with draft=true only, and published when validated', async () => {
    const key = await keyOf()
    const created = await upload(old, { key, query: '?draft=true' })
    expect(created).toMatchObject({ status: 'loaded', draftReason: { key: 'file-new' } })
    const { id } = created
    await untilFinalized(id, key, '?draft=true')
    const published = await read(id, key)
    expect(published.status).toBe('draft')
    expect(published).not.toHaveProperty('file')
    expect(await refusal(await send(`/api/v1/datasets/${id}/lines`, { key }))).toEqual([409, 'status-incompatible'])
    expect(await names(id, key, '&draft=true')).toEqual(['A', 'B'])
    const json = { title: 'T' }
    expect(await refusal(await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json }))).toEqual([
      409,
      'status-incompatible',
    ])
    expect(await ask(`/api/v1/datasets/${id}?draft=true`, { method: 'PATCH', key, json })).toMatchObject({ title: 'T' })
    expect(await refusal(await decideDraft(id, 'DELETE', key))).toEqual([409, 'draft-without-published'])
    expect((await decideDraft(id, 'POST', key)).status).toBe(200)
    expect(await untilFinalized(id, key)).toMatchObject({ status: 'finalized', count: 2, title: 'T' })
    expect(await types(id, key)).toEqual(['dataset-created*', 'finalize-end*', 'draft-validated*', 'finalize-end'])
  })

  test('in error is processed again by an empty patch, and can be deleted', async () => {
    const key = await keyOf()
    const { id } = await upload(bad, { key, query: '?draft=true' })
    await untilSettled(id, key, '?draft=true')
    await ask(`/api/v1/datasets/${id}?draft=true`, { method: 'PATCH', key, json: {} })
    await untilJournaled(id, key, 'error', 2)
    expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)
  })

  test('is replaced by another file', async () => {
    const key = await keyOf()
    const { id } = await upload(old, { key, query: '?draft=true' })
    await untilFinalized(id, key, '?draft=true')
    expect(await refusal(await post(alike, { key, id }))).toEqual([409, 'status-incompatible'])
    expect((await post(alike, { key, id, query: '?draft=true' })).status).toBe(200)
    await untilJournaled(id, key, 'finalize-end', 2)
    expect(await names(id, key, '&draft=true')).toEqual(['C', 'D', 'E'])
  })
})

test('a PUT without a file changes only the properties that differ', async () => {
  const key = await keyOf()
  const before = await publish(old, { key, parts: [{ name: 'title', value: 'Said' }] })
  const again = await ask<Dataset>(`/api/v1/datasets/${before.id}`, { key, method: 'PUT', json: { title: 'Said' } })
  expect(again).toEqual(before)
  const other = await ask<Dataset>(`/api/v1/datasets/${before.id}`, { key, method: 'PUT', json: { title: 'Other' } })
  expect(other).toMatchObject({ title: 'Other', status: 'finalized' })
})

test('a file for a dataset that is being processed is refused: 409 with Retry-After', async () => {
  const key = await keyOf()
  const { env } = await import('cloudflare:workers')
  const { id } = await publish(old, { key })
  await env.DB.prepare(
    `update datasets set published = json_set(published, '$.status', 'analyzed'), version = version + 1`,
  ).run()
  const response = await post(alike, { key, id })
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refusal(response)).toEqual([409, 'status-incompatible'])
})

test.each(['schema', 'safe-schema', 'data-files', 'raw', 'convert', 'full', 'lines', 'api-docs.json'])(
  'an initial draft answers %s with draft=true only',
  async (path) => {
    const key = await keyOf()
    const { id } = await upload(old, { key, query: '?draft=true' })
    await untilFinalized(id, key, '?draft=true')
    const address = `/api/v1/datasets/${id}/${path}`
    expect(await refusal(await send(address, { key }))).toEqual([409, 'status-incompatible'])
    expect((await send(`${address}?draft=true`, { key })).status).toBe(200)
  },
)

test('a schema sent with the validation of a draft is applied by the publication', async () => {
  const key = await keyOf()
  const { id } = await upload('code,n\n12,1\n14,2\n', { key, query: '?draft=true' })
  const draft = await untilFinalized(id, key, '?draft=true')
  const schema = draft.schema
    ?.filter((field) => !field['x-calculated'])
    .map((field) => (field.key === 'code' ? { ...field, type: 'string', title: 'The code' } : field))
  const stranger = await keyOf({ type: 'organization', id: 'other', name: 'Other' })
  const path = `/api/v1/datasets/${id}/draft`
  expect((await send(path, { key: stranger, json: { schema } })).status).toBe(403)
  expect((await send(path, { key, json: { schema: [{ key: 'none', type: 'string' }] } })).status).toBe(400)
  expect((await send(path, { key, json: { schema } })).status).toBe(200)
  await untilFinalized(id, key)
  const [line] = (await lines(id, 'sort=code', key)).results
  expect(line).toMatchObject({ code: '12', n: 1 })
  expect((await read(id, key)).schema?.find((field) => field.key === 'code')).toMatchObject({
    title: 'The code',
    type: 'string',
  })
})
