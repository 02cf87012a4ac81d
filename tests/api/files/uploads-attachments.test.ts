/** The archive of attachments as a resumable upload beside the data file (docs/uploads.md). */
import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, untilFinalized, untilJournaled } from '../../support/datasets'
import { ask, multipart, refusal, send } from '../../support/http'
import { objects } from '../../support/stored'
import { append, begin, idOf, offsetOf } from '../../support/uploads'

const csv = strToU8('file,n\na.txt,1\ndir/b.txt,2\n')
const archive = zipSync({ 'a.txt': strToU8('first words'), 'dir/b.txt': strToU8('second words') })
let key = ''

beforeEach(async () => {
  key = await keyOf()
})

async function sent(bytes: Uint8Array, name: string): Promise<string> {
  const path = await begin(key, bytes.length, name)
  expect((await append(path, { key, offset: 0, body: new Uint8Array(bytes) })).status).toBe(204)
  return path
}

const contents = async (id: string) =>
  (await lines(id, 'select=_file.content', key)).results.map((line) => line['_file.content'])

test('both files are resumable uploads', async () => {
  const json = { upload: idOf(await sent(csv, 'data.csv')), attachmentsUpload: idOf(await sent(archive, 'files.zip')) }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  const { storage } = await untilFinalized(id, key)
  expect(storage).toMatchObject({ attachments: { count: 2, size: 23 } })
  expect(await contents(id)).toEqual(['first words', 'second words'])
  expect((await refusal(await send('/api/v1/datasets', { key, json })))[0]).toBe(410)
})

test.each(['upload', 'attachmentsUpload'] as const)(
  'only the %s is a resumable upload, the other file is a part of the body',
  async (role) => {
    const path = role === 'upload' ? await sent(csv, 'data.csv') : await sent(archive, 'files.zip')
    const form = multipart([
      { name: role, value: idOf(path) },
      role === 'upload'
        ? { name: 'attachments', value: archive, fileName: 'files.zip' }
        : { name: 'file', value: csv, fileName: 'data.csv' },
    ])
    const { id } = await ask<Dataset>('/api/v1/datasets', { key, ...form }, 201)
    await untilFinalized(id, key)
    expect(await contents(id)).toEqual(['first words', 'second words'])
  },
)

test('an archive alone replaces the attachments of a dataset', async () => {
  const form = multipart([
    { name: 'file', value: csv, fileName: 'data.csv' },
    { name: 'attachments', value: archive, fileName: 'files.zip' },
  ])
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, ...form }, 201)
  await untilFinalized(id, key)
  const other = await sent(zipSync({ 'a.txt': strToU8('other words') }), 'files.zip')
  await ask(`/api/v1/datasets/${id}`, { key, json: { attachmentsUpload: idOf(other) } })
  await untilJournaled(id, key, 'finalize-end', 2)
  expect((await contents(id))[0]).toBe('other words')
})

test('a refused upload leaves the attachments unchanged', async () => {
  const [data, files] = [await sent(csv, 'data.csv'), await sent(csv, 'other.csv')]
  const refused: [json: object, code: string][] = [
    [{ upload: idOf(data), attachmentsUpload: idOf(files) }, 'attachments-not-zip'],
    [{ upload: idOf(data), attachmentsUpload: idOf(data) }, 'body-invalid'],
    [{ upload: idOf(data), attachmentsUpload: 'x' }, 'upload-not-found'],
  ]
  for (const [json, code] of refused) {
    expect((await refusal(await send('/api/v1/datasets', { key, json })))[1]).toBe(code)
  }
  expect([await offsetOf(data, key), await offsetOf(files, key)]).toEqual([csv.length, csv.length])
})

test('an empty file field of a form is ignored', async () => {
  const form = multipart([
    { name: 'file', value: csv, fileName: 'data.csv' },
    { name: 'attachments', value: new Uint8Array(0), fileName: '' },
  ])
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, ...form }, 201)
  await untilFinalized(id, key)
  expect(await objects()).toHaveLength(1)
})
