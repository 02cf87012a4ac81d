/** Only users who may edit a dataset can read its draft, on every route that takes `draft=true`. */
import { env } from 'cloudflare:workers'
import { strToU8, zipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, superAdminHeaders, town, village } from '../support/accounts'
import { type Dataset, open, publish, untilFinalized, upload } from '../support/datasets'
import { lat, lon } from '../support/fields'
import { ask, refusal, send } from '../support/http'

type Operation = { operationId: string; parameters?: { name: string; in: string }[] }
type Description = { paths: Record<string, { get?: Operation }> }

const hex = (text: string) => Buffer.from(text).toString('hex')
const pictureOf = (word: string) => `https://pictures.example.org/${word}.png`
const content = (word: string, n: number) =>
  `name,n,note,lat,lon,photo,file,of_${word}\n${word},${n},${word} jam,${n % 10},${n % 10},${pictureOf(word)},${word}.txt,x\n`
const archive = (word: string) => [
  { name: 'attachments', value: zipSync({ [`${word}.txt`]: strToU8(`in ${word}`) }), fileName: 'files.zip' },
]
const concepts: Record<string, string> = { photo: 'http://schema.org/image', lat, lon }

/** A dataset for everybody, and a draft of it that waits; what each holds is named after the words. */
async function withDraft(key: string): Promise<string> {
  const { id, schema } = await publish(content('quince', 27182815), { key, parts: archive('quince') })
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => ({
      ...field,
      'x-refersTo': concepts[field.key] ?? field['x-refersTo'],
      'x-capabilities': field.key === 'note' ? { textAgg: true } : {},
    }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields } })
  await untilFinalized(id, key)
  await open(id, key)
  const file = { key, id, method: 'PUT', query: '?draft=never', fileName: 'medlar.csv' } as const
  await upload(content('medlar', 16180338), { ...file, parts: archive('medlar') })
  await untilFinalized(id, key, '?draft=true')
  return id
}

let key: string
let id: string
beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('no picture', { status: 500 }))
  key = await keyOf()
  id = await withDraft(key)
  return () => vi.restoreAllMocks()
})

/** Parameters that operations cannot do without. */
const queries: Record<string, string> = {
  getMetricAgg: 'metric=max&field=n',
  getValuesAgg: 'field=name',
  getWordsAgg: 'field=note',
  getSimpleMetricsAgg: 'fields=n',
}

/** What a path names: of the draft, and of the published version for those who may read it only. */
const pathOf = (path: string, field: string) =>
  path
    .replace('{id}', id)
    .replace('{field}', field)
    .replace('{name}', 'medlar.csv')
    .replace('{thumbId}', hex(pictureOf('medlar')))
    .replace('{path}', 'medlar.txt')

/** Every address of a dataset that takes `draft`, from the description of the API. */
async function addresses(): Promise<[operationId: string, address: string][]> {
  const { paths } = await ask<Description>('/api/v1/api-docs.json')
  return Object.entries(paths).flatMap(([path, { get }]): [string, string][] => {
    const takesDraft = get?.parameters?.some((one) => one.in === 'query' && one.name === 'draft')
    if (!get || !takesDraft || !path.includes('/datasets/{id}')) return []
    const field = /Min|Max/.test(get.operationId) ? 'n' : 'name'
    return [[get.operationId, `${pathOf(path, field)}?${queries[get.operationId] ?? ''}`]]
  })
}

type Answer = { status: number; text: string; isPublic: boolean }

async function answered(address: string, caller: string | undefined): Promise<Answer> {
  const response = await send(address, { key: caller })
  const told = ['location', 'content-disposition', 'etag'].map((name) => response.headers.get(name))
  const body = (await response.text()).replace(/"requestId":"[^"]+"/, '')
  const isPublic = /public/.test(response.headers.get('cache-control') ?? '')
  return { status: response.status, text: [...told, body].join('\n'), isPublic }
}

/** The same in both versions: the image of the dataset, and the lines that were refused. */
const sameInDraft = ['readThumbnail', 'readCancelledDraftDiagnostic', 'readValidationDiagnostic']

test('every route with the parameter `draft` returns the published version to its readers', async () => {
  const all = await addresses()
  const reader = await keyOf(village)
  const same: string[] = []
  for (const [operation, address] of all) {
    const draft = await answered(`${address}&draft=true`, key)
    if (draft.text === (await answered(address, key)).text) same.push(operation)
    expect([operation, draft.isPublic]).toEqual([operation, false])
    for (const caller of [reader, undefined]) {
      const shown = await answered(`${address}&draft=true`, caller)
      // Nothing that is asked of a draft is shared: at the same address others see the draft.
      expect([operation, shown]).toEqual([operation, { ...(await answered(address, caller)), isPublic: false }])
      expect([operation, /medlar(?!\.(csv|txt))|16180338/.test(shown.text)]).toEqual([operation, false])
    }
  }
  // A route that is the same for those who work on the draft would prove nothing above.
  expect(same.filter((operation) => !sameInDraft.includes(operation))).toEqual([])
  expect(all.length).toBeGreaterThan(20)
})

describe('a draft', () => {
  const names = async (caller: string | undefined) =>
    /medlar|quince/.exec((await answered(`/api/v1/datasets/${id}/lines?select=name&draft=true`, caller)).text)?.[0]

  test.each([
    [{ classes: ['read'] }, 'quince'],
    [{ classes: ['read', 'readAdvanced'] }, 'medlar'],
    [{ classes: ['read'], operations: ['writeData'] }, 'medlar'],
    [{ classes: ['read'], operations: ['validateDraft'] }, 'medlar'],
    [{ classes: ['read', 'manageOwnLines'], operations: ['createLine', 'delete'] }, 'quince'],
  ])('with %j the lines are those of %s', async (granted, expected) => {
    const json = [{ type: 'organization', id: village.id, ...granted }]
    await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
    expect(await names(await keyOf(village))).toBe(expected)
  })

  test('is read with a read-only key of its owner, not with the read key of the dataset', async () => {
    expect(await names(await keyOf(town, { scopes: ['datasets-read'] }))).toBe('medlar')
    const json = { readApiKey: { active: true, interval: 'P1W' } }
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
    const { current } = await ask<{ current: string }>(`/api/v1/datasets/${id}/read-api-key`, {
      headers: await superAdminHeaders(),
    })
    expect(await names(current)).toBe('quince')
  })

  test('is deleted with its dataset by users who may delete it but not read it', async () => {
    const json = [{ type: 'organization', id: village.id, operations: ['delete'] }]
    await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
    const stored = await env.DB.prepare("select draft->>'$.originalFile.object' as name from datasets").first('name')
    const vars = { TRASH_DAYS: '0' }
    const response = await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key: await keyOf(village), vars })
    expect(response.status).toBe(204)
    const { results } = await env.DB.prepare("select name from discards where kind = 'file'").all<{ name: string }>()
    expect(results.map(({ name }) => name)).toContain(stored)
  })

  test('is not visible to readers while nothing is published', async () => {
    const first = await upload(content('medlar', 1), { key, query: '?draft=true', parts: archive('medlar') })
    await untilFinalized(first.id, key, '?draft=true')
    await open(first.id, key)
    expect(await ask<Dataset>(`/api/v1/datasets/${first.id}?draft=true`)).toMatchObject({ status: 'draft' })
    for (const path of ['lines', 'schema', 'raw', 'values/name']) {
      const response = await send(`/api/v1/datasets/${first.id}/${path}?draft=true`)
      expect([path, await refusal(response)]).toEqual([path, [409, 'status-incompatible']])
    }
  })
})
