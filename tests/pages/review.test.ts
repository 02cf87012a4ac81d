/** Review of a file by plain forms: detected options are corrected before the file is published. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { untilFinalized, upload } from '../support/datasets'
import { origin } from '../support/http'
import { page, submit } from './support'

test('a file read with the wrong delimiter is read again with that of the form', async () => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: '{"delimiter":"|"}' }]
  const { id } = await upload('room;places\nHall;40\n', { key, query: '?draft=true', parts })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('Columns or accents look wrong?')
  expect(review).toContain('<option value="|" selected="">vertical bar</option>')
  const fields = { action: 'reread', encoding: '', delimiter: ';', quote: '' }
  const answer = await submit(`/dataset/${id}/review`, fields, { key })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}/review`])
  await untilFinalized(id, key, '?draft=true')
  const again = (await page(`/dataset/${id}/review`, { key })).html
  expect(again).toContain('name="type-1"')
  expect(again).toContain('<dd>semicolon ;</dd>')
})
