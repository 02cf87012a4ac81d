/** The permission for breaking changes is checked before the body is validated. */
import { beforeEach, expect, test } from 'vitest'
import { ann, keyOf, village } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

const csv = 'name,code\nA,101\n'

async function datasets() {
  const key = await keyOf()
  const schema = [{ key: 'name', type: 'string' }]
  const file = await publish(csv, { key })
  const editable = await ask<{ id: string }>(
    '/api/v1/datasets',
    { key, json: { isRest: true, title: 'T', schema } },
    201,
  )
  const permissions = [
    { type: 'organization', id: 'village', operations: ['writeDescription'] },
    { type: 'user', id: 'ann', classes: ['write'] },
  ]
  for (const { id } of [file, editable]) {
    await ask(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json: permissions })
  }
  return { file: file.id, editable: editable.id }
}

let writer: string
let editor: string
beforeEach(async () => {
  writer = await keyOf(village)
  editor = await keyOf(ann)
})

test.each([
  ['file', { projection: 'malformed' }],
  ['file', { constraints: [{ title: 'c', properties: ['none'] }], primaryKey: ['name'] }],
  [
    'file',
    {
      schema: [
        { key: 'name', type: 'string' },
        { key: 'none', type: 'string' },
      ],
    },
  ],
  ['editable', { primaryKey: ['none'] }],
  ['editable', { primaryKey: 'malformed' }],
  ['editable', { schema: [{ key: '_id', type: 'string' }] }],
  ['editable', { rest: { primaryKeyMode: 'base64' } }],
] as const)('of a dataset that is %s, %j is refused to writers of descriptions', async (nature, json) => {
  const id = (await datasets())[nature]
  const patch = (key: string, body: object) => send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: body })
  expect(await refusal(await patch(writer, json))).toEqual([403, 'permission-missing'])
  expect((await patch(editor, json)).status).toBe(400)
  expect((await patch(writer, { title: 'Other' })).status).toBe(200)
})

test('the publications in catalogues are stored as they are, for administrators', async () => {
  const { file } = await datasets()
  const publications = [{ id: 'p', catalog: 'udata', status: 'waiting' }]
  const sent = { method: 'PATCH', json: { publications } }
  expect(await refusal(await send(`/api/v1/datasets/${file}`, { ...sent, key: editor }))).toEqual([
    403,
    'permission-missing',
  ])
  expect(await ask(`/api/v1/datasets/${file}`, { ...sent, key: await keyOf() })).toMatchObject({ publications })
})

test('reference data is described by the administrators of the owner, whatever is granted to others', async () => {
  const { editable: id } = await datasets()
  const key = await keyOf()
  const permissions = [
    { type: 'user', id: 'ann', classes: ['admin', 'read', 'write'], operations: ['manageMasterData'] },
  ]
  await ask(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json: permissions })
  const json = { masterData: { singleSearchs: [{ title: 'Search', output: { key: 'name' } }] } }
  const patch = { method: 'PATCH', json }
  expect(await refusal(await send(`/api/v1/datasets/${id}`, { ...patch, key: editor }))).toEqual([
    403,
    'permission-missing',
  ])
  const seen = await ask<{ userPermissions: string[] }>(`/api/v1/datasets/${id}`, { key: editor })
  expect(seen.userPermissions).toContain('setPermissions')
  expect(seen.userPermissions).not.toContain('manageMasterData')
  expect(await ask('/api/v1/datasets?can=manageMasterData', { key: editor })).toMatchObject({ count: 0 })
  expect((await send(`/api/v1/datasets/${id}`, { ...patch, key })).status).toBe(200)
})
