/** Earlier files of a dataset: listed, downloaded, restored and deleted by those who may replace its file. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf, village } from '../../support/accounts'
import { archive, withArchive } from '../../support/attachments'
import {
  type Dataset,
  decideDraft,
  lines,
  open,
  post,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  upload,
} from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type FileVersion = {
  id: string
  name: string
  size: number
  count: number
  updatedAt: string
  updatedBy: { name: string }
  replacedAt: string
  availableUntil: string
}
const first = 'room,places\nHall,40\n'
const second = 'room,places\nHall,41\nAttic,12\n'

const versions = (id: string, key?: string) =>
  ask<{ count: number; results: FileVersion[] }>(`/api/v1/datasets/${id}/file-versions`, { key })
const restore = (id: string, version: string, key: string, query = '') =>
  send(`/api/v1/datasets/${id}/file-versions/${version}/restore${query}`, { key, method: 'POST', json: {} })

async function replace(id: string, content: string, key: string): Promise<Dataset> {
  const { finalizedAt } = await read(id, key)
  await post(content, { key, id })
  await expect.poll(async () => (await read(id, key)).finalizedAt, { timeout: 10_000 }).not.toBe(finalizedAt)
  return untilFinalized(id, key)
}

async function replaced() {
  const key = await keyOf()
  const { id } = await publish(first, { key })
  await replace(id, second, key)
  const [version] = (await versions(id, key)).results
  if (!version) throw new Error('no earlier file')
  return { id, key, version }
}

test('a replaced file is listed with its rows and who sent it, and downloaded byte for byte', async () => {
  const { id, key, version } = await replaced()
  expect(version).toMatchObject({ name: 'places.csv', size: first.length, count: 1, updatedBy: { name: 'a key' } })
  const days = (Date.parse(version.availableUntil) - Date.parse(version.replacedAt)) / 86_400_000
  expect(days).toBe(30)
  const file = await send(`/api/v1/datasets/${id}/file-versions/${version.id}/raw`, { key })
  expect(await file.text()).toBe(first)
  expect(file.headers.get('content-disposition')).toContain('places.csv')
})

test('a restored file is published as a new one, and the file that it replaces is an earlier one', async () => {
  const { id, key, version } = await replaced()
  expect((await restore(id, version.id, key)).status).toBe(200)
  await untilJournaled(id, key, 'finalize-end', 3)
  expect((await lines(id, 'select=places', key)).results).toEqual([expect.objectContaining({ places: 40 })])
  const { results } = await versions(id, key)
  expect(results.map(({ count }) => count)).toEqual([2, 1])
})

test('a restored file waits for its review, and a discarded one stays available', async () => {
  const { id, key, version } = await replaced()
  expect(await (await restore(id, version.id, key, '?draft=never')).json()).toMatchObject({ status: 'loaded' })
  await untilFinalized(id, key, '?draft=true')
  expect((await lines(id, '', key)).total).toBe(2)
  expect((await decideDraft(id, 'DELETE', key)).status).toBe(200)
  expect(await (await send(`/api/v1/datasets/${id}/file-versions/${version.id}/raw`, { key })).text()).toBe(first)
})

test('a restored file is read with the options that it had', async () => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: '{"delimiter":";"}' }]
  const { id } = await publish('a;b\n1;2\n', { key, parts })
  await replace(id, 'a,b\n3,4\n', key)
  const [version] = (await versions(id, key)).results
  await restore(id, version?.id ?? '', key)
  await untilJournaled(id, key, 'finalize-end', 3)
  expect((await read(id, key)).originalFile).toMatchObject({ normalizeOptions: { delimiter: ';' } })
})

test('the same bytes sent again are no other version, and a deleted one is gone', async () => {
  const { id, key, version } = await replaced()
  await post(second, { key, id })
  await untilJournaled(id, key, 'data-updated', 2)
  await untilFinalized(id, key)
  expect((await versions(id, key)).count).toBe(1)
  const path = `/api/v1/datasets/${id}/file-versions/${version.id}`
  expect((await send(path, { key, method: 'DELETE' })).status).toBe(204)
  expect(await versions(id, key)).toEqual({ count: 0, results: [] })
  expect(await refusal(await send(`${path}/raw`, { key }))).toEqual([404, 'file-version-not-found'])
  expect(await refusal(await restore(id, version.id, key))).toEqual([404, 'file-version-not-found'])
})

test('the last files alone are available, and count in no quota', async () => {
  const { id, key } = await replaced()
  const { maxVersions } = limits.fileVersions
  for (let n = 0; n <= maxVersions; n++) await replace(id, `room,places\nHall,${100 + n}\n`, key)
  const { results } = await versions(id, key)
  expect(results).toHaveLength(maxVersions)
  expect(new Set(results.map(({ count }) => count))).toEqual(new Set([1]))
  const { storage } = await read(id, key)
  expect(storage).toMatchObject({ size: 'room,places\nHall,100\n'.length })
})

test('readers and other accounts have none of it', async () => {
  const { id, version } = await replaced()
  await open(id, await keyOf())
  const path = `/api/v1/datasets/${id}/file-versions`
  const other = await keyOf(village)
  for (const key of [undefined, other, await keyOf(undefined, { scopes: ['datasets-read'] })]) {
    for (const [method, address] of [
      ['GET', path],
      ['GET', `${path}/${version.id}/raw`],
      ['POST', `${path}/${version.id}/restore`],
      ['DELETE', `${path}/${version.id}`],
    ] as const) {
      const answer = await send(address, {
        ...(key ? { key } : {}),
        method,
        ...(method === 'POST' ? { json: {} } : {}),
      })
      expect([method, address, [401, 403].includes(answer.status)]).toEqual([method, address, true])
    }
  }
  const others = await publish(first, { key: other })
  const answer = await send(`/api/v1/datasets/${others.id}/file-versions/${version.id}/raw`, { key: other })
  expect(await refusal(answer)).toEqual([404, 'file-version-not-found'])
})

test('documents that were one archive come back with it, attachments of a data file do not', async () => {
  const key = await keyOf()
  const documents = await publish(archive(), { key, fileName: 'files.zip' })
  await upload(zipSync({ 'c.txt': strToU8('c'), 'd.txt': strToU8('d') }), { key, id: documents.id, fileName: 'b.zip' })
  await untilJournaled(documents.id, key, 'finalize-end', 2)
  const [version] = (await versions(documents.id, key)).results
  await restore(documents.id, version?.id ?? '', key)
  await untilJournaled(documents.id, key, 'finalize-end', 3)
  const { results } = await lines(documents.id, 'select=file&sort=file', key)
  expect(results.map(({ file }) => file)).toEqual(['a.txt', 'dir é/b.html'])
  const file = await send(`/api/v1/datasets/${documents.id}/attachments/a.txt`, { key })
  expect(await file.text()).toBe('Le texte du fichier, élan')

  const parts = (text: string) => withArchive(zipSync({ 'a.txt': strToU8(text), 'b.txt': strToU8(text) }))
  const { id } = await publish('name,file\nOne,a.txt\n', { key, parts: parts('former') })
  await post('name,file\nTwo,a.txt\n', { key, id, parts: parts('current') })
  await untilJournaled(id, key, 'finalize-end', 2)
  const [one] = (await versions(id, key)).results
  await restore(id, one?.id ?? '', key)
  await untilJournaled(id, key, 'finalize-end', 3)
  expect((await lines(id, 'select=name', key)).results).toMatchObject([{ name: 'One' }])
  expect(await (await send(`/api/v1/datasets/${id}/attachments/a.txt`, { key })).text()).toBe('current')
})
