/** The permissions of a dataset: what is stored, and what is refused. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish, read } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

test('permissions are replaced and returned, and refused when invalid', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\n', { key })
  const path = `/api/v1/datasets/${id}/permissions`
  const entries = [
    { operations: ['readDescription', 'list'] },
    { type: 'user', email: 'ann@example.com', classes: ['read'] },
  ]
  expect(await ask(path, { key, method: 'PUT', json: entries })).toEqual(entries)
  expect(await ask(path, { key })).toEqual(entries)
  expect(await read(id, key)).toMatchObject({ visibility: 'public', public: false })
  for (const bad of [
    [{ id: 'x' }],
    [{ type: 'user' }],
    [{ type: 'group', id: 'x' }],
    // Without a type these would name everyone.
    [{ email: 'ann@example.com', classes: ['read'] }],
    [{ department: 'roads', classes: ['read'] }],
    [{ roles: ['admin'], classes: ['read'] }],
    {},
    [{ classes: ['everything'] }],
  ]) {
    expect(await refusal(await send(path, { key, method: 'PUT', json: bad }))).toEqual([400, 'permissions-invalid'])
  }
  expect(await ask(path, { key })).toEqual(entries)
  expect(await ask(path, { key, method: 'PUT', json: [] })).toEqual([])
  expect(await read(id, key)).toMatchObject({ visibility: 'private' })
})

test('the errors of permissions are in the language of the reader', async () => {
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  const refused = async (language: string) => {
    const headers = { 'accept-language': language }
    const json = [{ classes: ['everything'] }]
    const response = await send(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json, headers })
    return (await response.json()) as { detail: string } // a problem
  }
  expect((await refused('en')).detail).toContain('Invalid option')
  expect((await refused('fr')).detail).toContain('Option invalide')
})
