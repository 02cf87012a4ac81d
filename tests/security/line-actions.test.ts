/** The permission to add lines allows neither changing nor deleting them, whatever the `_action` of a body. */
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf, type SignedIn, signedIn } from '../support/accounts'
import { createEditable, getLine, postLine } from '../support/editable'
import { json, refusal, send } from '../support/http'

let key: string
let id: string
let bob: SignedIn
beforeEach(async () => {
  key = await keyOf()
  bob = await signedIn('bob')
  id = (await createEditable(key, { rest: { lineOwnership: true } })).id
  await postLine(id, key, { _id: 'oak', species: 'oak' })
})

const grant = (operations: string[]) =>
  send(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ type: 'user', id: 'bob', operations }] })
const post = (line: object, path = 'lines') =>
  send(`/api/v1/datasets/${id}/${path}`, { headers: bob.headers, json: line })

describe('with createLine alone', () => {
  beforeEach(() => grant(['createLine']))

  test.each([
    ['replaced', { species: 'elm' }, [409, 'line-conflict']],
    ['updated', { species: 'elm', _action: 'update' }, [403, 'permission-missing']],
    ['patched', { species: 'elm', _action: 'patch' }, [403, 'permission-missing']],
    ['deleted', { _action: 'delete' }, [403, 'permission-missing']],
  ])('a line cannot be %s', async (_, sent, refused) => {
    expect(await refusal(await post({ _id: 'oak', ...sent }))).toEqual(refused)
    expect(await json(await getLine(id, key, 'oak'))).toMatchObject({ species: 'oak' })
  })

  test('a line is added, with or without an id', async () => {
    expect((await post({ species: 'ash' })).status).toBe(201)
    expect((await post({ _id: 'ash', species: 'ash' })).status).toBe(201)
  })
})

test('each action takes its own permission', async () => {
  await grant(['createLine', 'deleteLine'])
  expect(await refusal(await post({ _id: 'oak', _action: 'patch', species: 'elm' }))).toEqual([
    403,
    'permission-missing',
  ])
  expect((await post({ _id: 'oak', _action: 'delete' })).status).toBe(204)
})

test('own lines are deleted with the permission to delete own lines', async () => {
  await grant(['createOwnLine'])
  expect((await post({ _id: 'mine', species: 'ash' }, 'own/user:bob/lines')).status).toBe(201)
  const remove = () => post({ _id: 'mine', _action: 'delete' }, 'own/user:bob/lines')
  expect(await refusal(await remove())).toEqual([403, 'permission-missing'])
  await grant(['createOwnLine', 'deleteOwnLine'])
  expect((await remove()).status).toBe(204)
})
