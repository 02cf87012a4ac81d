/** Columns and rows of a file that are not published: readers have them nowhere. */
import { expect, test } from 'vitest'
import { xlsx } from '../../../worker/formats/workbook/write-xlsx'
import { keyOf, village } from '../../support/accounts'
import { lines, publish, read, untilFinalized, untilJournaled, upload } from '../../support/datasets'
import { ask, json, send } from '../../support/http'

const secret = '06 12 34 56 78'
const header = ['club', 'phone', 'amount']
const rows = [header, ['Judo', secret, '120'], ['Chess', `${secret}9`, '80'], ['Total', '', '200']]
const csv = (all: readonly (readonly string[])[]) => `${all.map((row) => row.join(';')).join('\n')}\n`

const opened = async (content: string | Uint8Array, fileName: string, options: object) => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: JSON.stringify(options) }]
  const { id } = await publish(content, { key, fileName, parts })
  const permissions = [{ operations: [], classes: ['list', 'read'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: permissions })
  return { id, key }
}

type Described = Record<'originalFile' | 'file' | 'storage', object>

const options = { leftOutColumns: ['phone'], footerRows: 1 }

test.each([
  ['a CSV', csv(rows), 'clubs.csv'],
  ['a workbook', xlsx([{ name: 'Clubs', rows }]), 'clubs.xlsx'],
  ['JSON', JSON.stringify(rows.slice(1).map(([club, phone, amount]) => ({ club, phone, amount }))), 'clubs.json'],
])('a column of %s that is left out is in no response to readers', async (_, content, fileName) => {
  const { id, key } = await opened(content, fileName, { leftOutColumns: ['phone'] })
  const { schema } = await read(id, key)
  expect(schema.filter((field) => !('x-calculated' in field)).map((field) => field.key)).toEqual(['club', 'amount'])
  const dataset = `/api/v1/datasets/${id}`
  const raw = await send(`${dataset}/raw`)
  expect([raw.status, await raw.text()]).toEqual([403, expect.stringContaining('not published')])
  for (const path of ['/lines', '/full', '/convert', '', '/schema', '/data-files', '/lines?format=csv']) {
    const answer = await send(dataset + path)
    const text = await answer.text()
    expect([path, answer.status, text.includes('06 12')]).toEqual([path, 200, false])
    if (path === '/full' || path === '/convert') expect(text).toMatch(/^﻿?"?club"?,"?amount"?\r?\n"?Judo"?,"?120"?/)
  }
  const files = await json<{ name: string }[]>(await send(`${dataset}/data-files`))
  expect(files.map(({ name }) => name)).toEqual(['clubs.csv'])
  const file = await send(`${dataset}/data-files/clubs.csv`)
  expect([file.status, (await file.text()).includes('06 12')]).toEqual([200, false])
  expect((await send(`${dataset}/data-files/other-${fileName}`)).status).toBe(404)
  const described = await (await send(dataset)).text()
  const document: Described = JSON.parse(described)
  expect(described).not.toContain('phone')
  for (const file of [document.originalFile, document.file]) {
    expect(file).toMatchObject({ name: expect.stringContaining('clubs') })
    for (const property of ['md5', 'size', 'normalizeOptions']) expect(file).not.toHaveProperty(property)
  }
  expect(document.storage).not.toHaveProperty('dataFiles')
  const edited = await ask<Described>(dataset, { key })
  expect(edited.originalFile).toMatchObject({
    md5: expect.any(String),
    normalizeOptions: { leftOutColumns: ['phone'] },
  })
  // The editor has the file as it was sent.
  expect((await send(`${dataset}/raw`, { key })).status).toBe(200)
  expect((await lines(id, 'q=06', key)).total).toBe(0)
})

test('rows that are left out are not in the file of readers, and a copy of the dataset has neither', async () => {
  const { id } = await opened(csv(rows), 'clubs.csv', options)
  expect((await send(`/api/v1/datasets/${id}/raw`)).status).toBe(403)
  const text = await (await send(`/api/v1/datasets/${id}/full`)).text()
  expect([text.includes('Total'), text.includes('06 12'), text.includes('Chess')]).toEqual([false, false, true])
  const other = await keyOf(village)
  const body = { title: 'Copy', initFrom: { dataset: id, parts: ['data'] } }
  const copy = await send('/api/v1/datasets', { key: other, method: 'POST', json: body })
  const { id: copied } = await json<{ id: string }>(copy)
  await untilFinalized(copied, other)
  const original = await (await send(`/api/v1/datasets/${copied}/raw`, { key: other })).text()
  expect([copy.status, original.includes('06 12'), original.includes('Judo')]).toEqual([201, false, true])
})

test('later files have the same columns left out, until the draft is read with all', async () => {
  const { id, key } = await opened(csv(rows), 'clubs.csv', options)
  await upload(csv(rows.slice(0, 2)), { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  expect(Object.keys((await lines(id, '', key)).results[0] ?? {})).not.toContain('phone')
  expect((await send(`/api/v1/datasets/${id}/raw`)).status).toBe(403)
  await upload(csv(rows.slice(0, 2)), { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  await ask(`/api/v1/datasets/${id}/draft`, { key, method: 'PATCH', json: { leftOutColumns: null } })
  await untilFinalized(id, key, '?draft=true')
  expect((await lines(id, 'draft=true', key)).results[0]).toMatchObject({ phone: secret })
})

test('a file whose columns are all left out is refused', async () => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: JSON.stringify({ leftOutColumns: header }) }]
  const { id } = await upload(csv(rows), { key, parts, query: '?draft=true' })
  await untilJournaled(id, key, 'error', 1)
  expect((await read(id, key, '?draft=true')).status).toBe('error')
})
