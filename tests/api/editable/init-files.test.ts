/** Attachments copied to new datasets. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { forgetQuotas } from '../../../worker/accounts/quotas/account-usage'
import { ann, keyOf, village } from '../../support/accounts'
import { withArchive } from '../../support/attachments'
import { type Dataset, journal, lines, publish, read, untilFinalized, untilSettled } from '../../support/datasets'
import { createEditable, deleteLine, postLine, untilRefreshed } from '../../support/editable'
import { ask, multipart, refusal, send } from '../../support/http'
import { eventually } from '../../support/wait'

const documents = [
  { key: 'label', type: 'string' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]
const path = (id: string, rest = '') => `/api/v1/datasets/${id}${rest}`
const create = (key: string, json: Record<string, unknown>) => ask<Dataset>('/api/v1/datasets', { key, json }, 201)
const copyOf = (key: string, dataset: string, said: object = { isRest: true }) =>
  create(key, { title: 'Copy', ...said, initFrom: { dataset, parts: ['schema', 'data'] } })
const attach = (id: string, key: string, label: string, content: string) => {
  const file = { name: 'attachment', value: content, fileName: `${label} é.txt` }
  return send(path(id, '/lines'), { key, ...multipart([{ name: 'label', value: label }, file]) })
}

/** What readers see of the files of lines, each by its address in this dataset. */
async function filesOf(id: string, key: string): Promise<unknown[]> {
  const { results } = await lines(id, 'sort=label', key)
  return Promise.all(
    results.map(async ({ label, doc, _attachment_url: url }) => {
      if (url === undefined) return [label, doc]
      expect(String(url)).toContain(`/datasets/${id}/attachments/`)
      return [label, doc, await (await send(String(url), { key })).text()]
    }),
  )
}

test('attachments of lines are copied and read, and stay when the source is deleted', async () => {
  const key = await keyOf()
  const source = await createEditable(key, { schema: documents })
  for (const label of ['one', 'two']) await attach(source.id, key, label, `content of ${label}`)
  await postLine(source.id, key, { label: 'away', doc: 'https://example.org/a.pdf' })
  await attach(source.id, key, 'gone', 'of a line that goes')
  const [gone] = (await lines(source.id, 'label_eq=gone', key)).results
  await deleteLine(source.id, key, String(gone?._id))
  const before = await filesOf(source.id, key)
  expect(before.map((file) => (Array.isArray(file) ? file.length : 0))).toEqual([2, 3, 3])
  const { id } = await copyOf(key, source.id)
  expect(await untilFinalized(id, key)).toMatchObject({
    count: 3,
    storage: { attachments: { count: 2, size: 2 * 'content of one'.length } },
  })
  await send(path(source.id), { key, method: 'DELETE' })
  expect(await filesOf(id, key)).toEqual(before)
  await eventually(async () => expect((await lines(id, 'q=content', key)).total).toBe(2))
})

test('attachments of a file dataset or of a virtual dataset become attachments of lines', async () => {
  const key = await keyOf()
  const zip = zipSync({ 'a.txt': strToU8('first'), 'sub/b.txt': strToU8('second') })
  const source = await publish('label,doc\nA,a.txt\nB,sub/b.txt\n', { key, parts: withArchive(zip) })
  const files = [
    ['A', 'a.txt', 'first'],
    ['B', 'sub/b.txt', 'second'],
  ]
  const { id } = await copyOf(key, source.id)
  await untilFinalized(id, key)
  expect(await filesOf(id, key)).toEqual(files)
  const united = await create(key, { isVirtual: true, title: 'All', schema: documents, virtual: { children: [id] } })
  await untilFinalized(united.id, key)
  const again = await copyOf(key, united.id)
  await untilFinalized(again.id, key)
  expect(await filesOf(again.id, key)).toEqual(files)
  const asFile = await copyOf(key, source.id, {})
  await untilFinalized(asFile.id, key)
  await send(path(source.id), { key, method: 'DELETE' })
  expect(await filesOf(asFile.id, key)).toEqual(files)
})

test('a file is created from another dataset before it is stored', async () => {
  const key = await keyOf()
  const source = await publish('a\n1\n', { key })
  const initFrom = { dataset: source.id, parts: ['data', 'schema'] }
  const copy = await create(key, { title: 'Copy', initFrom })
  expect(copy.status).toBe('created')
  expect(await untilFinalized(copy.id, key)).toMatchObject({ count: 1 })
})

test('attachments beyond the storage quota put the copy in error', async () => {
  const key = await keyOf(ann)
  const source = await createEditable(key, { schema: documents })
  await attach(source.id, key, 'one', `basin ${'x'.repeat(5_000)}`)
  await eventually(async () => expect((await lines(source.id, 'q=basin', key)).total).toBe(1))
  const { storage } = await untilRefreshed(source.id, key)
  const vars = { SERVICE_KEY: 'a-service-key-for-tests' }
  const json = {
    lastUpdate: new Date().toISOString(),
    store_bytes: { limit: Number((storage as { size: number }).size) + 3_000 },
  }
  await ask(`/api/v1/limits/user/ann?key=${vars.SERVICE_KEY}`, { json, vars })
  forgetQuotas({ type: 'user', id: 'ann' })
  const { id } = await copyOf(key, source.id)
  expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
  expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code: 'quota-storage' })
})

test.each([
  ['an editable dataset', { isRest: true }],
  ['a virtual dataset', { isVirtual: true }],
  ['a metadata-only dataset', { isMetaOnly: true }],
])('the description and its attachments are copied to %s', async (_, nature) => {
  const key = await keyOf()
  const virtual = 'isVirtual' in nature ? { virtual: { children: [(await createEditable(key)).id] } } : {}
  const source = await createEditable(key, { description: 'Of the park', conformsTo: { title: 'Trees 1.0' } })
  const notice = { name: 'attachment', value: '# notice', fileName: 'notice.md' }
  await ask(path(source.id, '/metadata-attachments'), { key, ...multipart([notice]) })
  const attachments = [{ type: 'file', name: 'notice.md', title: 'Notice', size: 8 }]
  await ask(path(source.id), { key, method: 'PATCH', json: { attachments } })
  const isAlone = 'isMetaOnly' in nature
  const initFrom = { dataset: source.id, parts: ['schema', 'description', 'metadataAttachments', 'extensions'] }
  const created = await create(key, { ...nature, ...virtual, title: 'Copy', initFrom })
  const { id } = created
  expect(created.status).toBe(isAlone ? undefined : 'created')
  expect(created).toMatchObject({ description: 'Of the park', conformsTo: { title: 'Trees 1.0' } })
  expect(created.schema.some((field) => field.key === 'species')).toBe(!isAlone)
  if (!isAlone) await untilFinalized(id, key)
  const url = path(id, '/metadata-attachments/notice.md')
  await eventually(async () => expect(await (await send(url, { key })).text()).toBe('# notice'))
  await send(path(source.id), { key, method: 'DELETE' })
  expect((await send(url, { key })).status).toBe(200)
  expect(await read(id, key)).toMatchObject({
    attachments: [{ type: 'file', name: 'notice.md' }],
    storage: { metadataAttachments: { size: 8, count: 1 } },
  })
})

test('metadata attachments are copied to a file dataset', async () => {
  const key = await keyOf()
  const source = await publish('a\n1\n', { key })
  const notice = { name: 'attachment', value: '# notice', fileName: 'notice.md' }
  await ask(path(source.id, '/metadata-attachments'), { key, ...multipart([notice]) })
  const { id } = await create(key, { initFrom: { dataset: source.id, parts: ['data', 'metadataAttachments'] } })
  expect(await untilFinalized(id, key)).toMatchObject({ count: 1 })
  expect(await (await send(path(id, '/metadata-attachments/notice.md'), { key })).text()).toBe('# notice')
})

test.each([
  ['a virtual dataset', { isVirtual: true }],
  ['a metadata-only dataset', { isMetaOnly: true }],
])('lines cannot be copied to %s', async (_, nature) => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const json = { ...nature, title: 'x', initFrom: { dataset: id, parts: ['data'] } }
  expect(await refusal(await send('/api/v1/datasets', { key, json }))).toEqual([400, 'init-data-refused'])
})

test('an unreadable source is refused for metadata-only and virtual datasets', async () => {
  const source = await createEditable(await keyOf())
  const key = await keyOf(village)
  const said = { title: 'x', initFrom: { dataset: source.id, parts: ['schema'] } }
  const alone = await send('/api/v1/datasets', { key, json: { isMetaOnly: true, ...said } })
  expect(await refusal(alone)).toEqual([403, 'init-source-refused'])
  const { id } = await create(key, { isVirtual: true, ...said })
  expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
  expect((await journal(id, key))[0]).toMatchObject({ code: 'init-source-refused' })
  const { id: child } = await createEditable(key)
  await ask(path(id), { key, method: 'PATCH', json: { virtual: { children: [child] } } })
  await untilFinalized(id, key)
})

test('the copy of attachments requires the permission to read them', async () => {
  const source = await createEditable(await keyOf(), { schema: documents })
  const owner = await keyOf()
  const json = [{ operations: ['readDescription', 'readLines', 'list'], classes: [] }]
  await ask(path(source.id, '/permissions'), { key: owner, method: 'PUT', json })
  const key = await keyOf(village)
  const { id } = await copyOf(key, source.id)
  expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
  expect((await journal(id, key))[0]?.data).toContain('permission manquante')
})

test('the time zone of a calendar and the projection are copied with the schema', async () => {
  const key = await keyOf()
  const ics =
    'BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:America/Lima\r\nBEGIN:VEVENT\r\nSUMMARY:A\r\nDTSTART:20240102T030405Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
  const calendar = await publish(ics, { key, fileName: 'a.ics' })
  const dated = await copyOf(key, calendar.id)
  const { schema } = await untilFinalized(dated.id, key)
  expect(schema.find((field) => field.key === 'DTSTART')).toMatchObject({ timeZone: 'America/Lima' })
  await postLine(dated.id, key, { DTSTART: '2024-01-02 03:04:05', SUMMARY: 'B' })
  expect((await lines(dated.id, 'qs=SUMMARY:B', key)).results[0]).toMatchObject({
    DTSTART: '2024-01-02T03:04:05-05:00',
  })
  const projection = { code: 'EPSG:2154', title: 'RGF93' }
  const placed = await createEditable(key, { projection })
  expect(await copyOf(key, placed.id)).toMatchObject({ projection: { code: 'EPSG:2154' } })
})
