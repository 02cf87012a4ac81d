/** A draft is read again with the format options of its publisher (docs/deviations.md, Drafts). */
import { expect, test } from 'vitest'
import { keyOf, village } from '../../support/accounts'
import { type Dataset, post, publish, read, untilFinalized, untilSettled, upload } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

/** Read with commas this is two columns; it is written with semicolons. */
const misread = 'room;"size, in m2"\nHall;"40,5"\nAttic;"12,5"\n'

const reread = (id: string, key: string, json: unknown) =>
  send(`/api/v1/datasets/${id}/draft`, { method: 'PATCH', key, json })
const keys = ({ schema }: Dataset) => schema.filter((field) => !field['x-calculated']).map((field) => field.key)

async function drafted(content: string | Uint8Array, options: { value: string } | undefined = undefined) {
  const key = await keyOf()
  const parts = options ? [{ name: 'file_normalizeOptions', ...options }] : []
  const { id } = await upload(content, { key, query: '?draft=true', parts })
  return { id, key, draft: await untilFinalized(id, key, '?draft=true') }
}

test('a delimiter is set with the file, and corrected while it is a draft', async () => {
  const { id, key, draft } = await drafted(misread, { value: '{"delimiter":"|"}' })
  expect(draft.file?.props).toMatchObject({ fieldsDelimiter: '|' })
  expect(keys(draft)).toHaveLength(1)
  const answer = await reread(id, key, { delimiter: ';' })
  expect(answer.status).toBe(200)
  const again = await untilFinalized(id, key, '?draft=true')
  expect(again.file?.props).toMatchObject({ fieldsDelimiter: ';', quote: '"' })
  expect(keys(again)).toEqual(['room', 'size_in_m2'])
  expect(again.originalFile).toMatchObject({ normalizeOptions: { delimiter: ';' } })
  expect((await read(id, key)).status).toBe('draft')
  await ask(`/api/v1/datasets/${id}/draft`, { key, method: 'POST', json: {} })
  expect(await untilFinalized(id, key)).toMatchObject({ count: 2, status: 'finalized' })
})

test('an encoding is corrected, and null restores detection', async () => {
  const latin = new Uint8Array([...'name\nCaf'].map((letter) => letter.charCodeAt(0)).concat(0xe9, 0x0a))
  const { id, key, draft } = await drafted(latin)
  const detected = draft.file?.encoding
  await reread(id, key, { encoding: 'utf-16le', quote: "'" })
  expect((await untilSettled(id, key, '?draft=true')).originalFile).toMatchObject({ explicitEncoding: 'UTF-16LE' })
  await reread(id, key, { encoding: null, quote: null })
  const again = await untilFinalized(id, key, '?draft=true')
  expect(again.file?.encoding).toBe(detected)
  expect(again.originalFile).not.toHaveProperty('explicitEncoding')
  expect(again.originalFile).not.toHaveProperty('normalizeOptions')
})

test('a file that failed is read with corrected options', async () => {
  const key = await keyOf()
  const repeated = 'a;b,a;b\n1;2,1;2\n'
  const parts = [{ name: 'file_normalizeOptions', value: '{"delimiter":","}' }]
  const { id } = await upload(repeated, { key, query: '?draft=true', parts })
  expect((await untilSettled(id, key, '?draft=true')).status).toBe('error')
  expect((await reread(id, key, { delimiter: '|' })).status).toBe(200)
  expect((await untilFinalized(id, key, '?draft=true')).schema).not.toEqual([])
})

test('a corrected compatible draft waits for validation', async () => {
  const key = await keyOf()
  const { id } = await publish('room,places\nHall,40\n', { key })
  const parts = [{ name: 'file_normalizeOptions', value: '{"delimiter":"|"}' }]
  await post('room;places\nHall;41\n', { key, id, method: 'PUT', query: '?draft=true', parts })
  await untilFinalized(id, key, '?draft=true')
  await reread(id, key, { delimiter: ';' })
  const draft = await untilFinalized(id, key, '?draft=true')
  expect(draft.draftReason).toMatchObject({ validationMode: 'never' })
  expect(keys(draft)).toEqual(['room', 'places'])
})

test('invalid options, other accounts and published datasets are refused', async () => {
  const { id, key } = await drafted(misread)
  for (const said of [{ delimiter: 'x' }, { encoding: 'klingon' }, { quote: '`' }, { other: 1 }]) {
    expect([said, ...(await refusal(await reread(id, key, said)))]).toEqual([said, 400, 'body-invalid'])
  }
  expect((await reread(id, await keyOf(village), { delimiter: ';' })).status).toBe(403)
  const published = await publish('a\n1\n', { key })
  expect((await reread(published.id, key, { delimiter: ';' })).status).toBe(409)
})
