/** Creations that a caller may not make, and what a refusal says. */
import { expect, test } from 'vitest'
import { keyOf, town } from '../../support/accounts'
import { untilFinalized } from '../../support/datasets'
import { multipart, type Part, refusal, type Sent, send } from '../../support/http'
import { leftBehind, nothing, rows } from '../../support/stored'
import { eventually } from '../../support/wait'

const file: Part = { name: 'file', value: 'name,places\nA,1\nB,12\n', fileName: 'places.csv' }
const form = (...parts: Part[]): Sent => multipart(parts)
const path = '/api/v1/datasets'

test.each([
  { what: 'without a key', status: 401, code: 'sign-in-required' },
  { what: 'with an unknown key', key: 'fairway_unknown', status: 401, code: 'key-unknown' },
  { what: 'with a read-only key', scopes: ['datasets-read'], status: 403, code: 'key-scope-missing' },
  { what: 'with a key of another service', scopes: ['stats'], status: 403, code: 'key-scope-missing' },
  { what: 'with a key without scopes', scopes: [], status: 403, code: 'owner-refused' },
])('creation $what is refused with $status $code before a byte is stored', async ({ key, scopes, status, code }) => {
  const used = key ?? (scopes ? await keyOf(town, { scopes }) : undefined)
  expect(await refusal(await send(path, { method: 'POST', key: used, ...form(file) }))).toEqual([status, code])
  expect(await leftBehind()).toEqual(nothing)
})

test('a chosen id used by another account is refused with 403, and changes nothing', async () => {
  const other = await keyOf({ type: 'organization', id: 'village', name: 'Village' })
  await send(`${path}/racks`, { method: 'POST', key: other, ...form(file) })
  await untilFinalized('racks', other)
  // The preview is computed after the file is published.
  await eventually(async () => expect((await leftBehind()).previews).toBe(1))
  const before = await leftBehind()
  const response = await send(`${path}/racks`, { method: 'POST', key: await keyOf(), ...form(file) })
  expect(await refusal(response)).toEqual([403, 'permission-missing'])
  expect(await leftBehind()).toEqual(before)
  expect(await rows('select owner_id from datasets')).toEqual([{ owner_id: 'village' }])
})

test('a refusal lists each error with its path', async () => {
  const response = await send(path, {
    method: 'POST',
    key: await keyOf(),
    ...form({ name: 'body', value: '{"keywords":[1],"license":"x"}' }, file),
  })
  const { errors } = (await response.json()) as { errors: { where: string }[] } // asserted below
  expect(errors.map(({ where }) => where)).toEqual(['/license', '/keywords/0'])
})
