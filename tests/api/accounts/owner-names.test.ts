/** Names of owners come from the directory, not from clients. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn, town } from '../../support/accounts'
import { makeApplication, monoUrl, operatorAgain, registerBefore } from '../../support/applications'
import type { Dataset } from '../../support/datasets'
import { ask, json, multipart, type Sent, send } from '../../support/http'
import { rows } from '../../support/stored'

registerBefore()

type Owned = { id: string; owner: Record<string, unknown> }

/** The owner of the tests, under names that are not its own. */
const forged = {
  type: 'organization',
  id: 'town',
  name: 'The Ministry',
  department: 'roads',
  departmentName: 'Its cabinet',
}
const known = { type: 'organization', id: 'town', name: 'Town', department: 'roads', departmentName: 'ROADS' }
const editable = { isRest: true, title: 'Places' }

/** Eve, an administrator of the town, which has a department that she is not in. */
async function eve(): Promise<Sent> {
  await signedIn('bob', [{ organization: 'town', role: 'contrib', department: 'roads' }])
  const { as } = await signedIn('eve', [{ organization: 'town', role: 'admin' }])
  return { headers: as('town') }
}

describe('a dataset', () => {
  test('that is created as JSON or as a form, with or without a chosen id', async () => {
    const sent = await eve()
    const form = multipart([
      { name: 'owner', value: JSON.stringify(forged) },
      { name: 'file', value: 'a\n1\n', fileName: 'a.csv' },
    ])
    for (const path of ['', '/chosen']) {
      const made = await ask<Dataset>(`/api/v1/datasets${path}`, { ...sent, json: { ...editable, owner: forged } }, 201)
      expect(made.owner).toEqual(known)
    }
    const uploaded = await send('/api/v1/datasets', {
      method: 'POST',
      ...form,
      headers: { ...sent.headers, ...form.headers },
    })
    expect((await json<Dataset>(uploaded)).owner).toEqual(known)
    const names = await rows('select distinct owner_name, owner_department_name from datasets')
    expect(names).toEqual([{ owner_name: 'Town', owner_department_name: 'ROADS' }])
    const permissions = await ask<{ name: string }[]>('/api/v1/datasets/chosen/permissions', sent)
    expect(permissions.map(({ name }) => name)).toEqual(['Town', 'Town'])
    const facets = await ask<{ facets: { owner: { value: unknown }[] } }>('/api/v1/datasets?facets=owner&size=0', sent)
    expect(facets.facets.owner).toMatchObject([{ value: { name: 'Town' } }])
  })

  test('that is transferred to another owner', async () => {
    const sent = await eve()
    const { id } = await ask<Dataset>('/api/v1/datasets', { ...sent, json: editable }, 201)
    const path = `/api/v1/datasets/${id}/owner`
    expect((await ask<Owned>(path, { ...sent, method: 'PUT', json: forged })).owner).toEqual(known)
    const unnamed = { type: 'organization', id: 'town' }
    expect((await ask<Owned>(path, { ...sent, method: 'PUT', json: unnamed })).owner).toEqual(town)
    const self = { type: 'user', id: 'eve', name: 'The Mayor' }
    expect((await ask<Owned>(path, { ...sent, method: 'PUT', json: self })).owner).toEqual({ ...self, name: 'eve' })
  })

  test('of a key', async () => {
    const key = await keyOf(town)
    const owner = { ...forged, department: undefined, departmentName: undefined }
    const made = await ask<Dataset>('/api/v1/datasets', { key, json: { ...editable, owner } }, 201)
    expect(made.owner).toEqual(town)
    await eve()
    const roads = await ask<Dataset>('/api/v1/datasets', { key, json: { ...editable, owner: forged } }, 201)
    expect(roads.owner).toEqual(known)
  })
})

test('an application that is created, put at an id, or transferred to another owner', async () => {
  const sent = await eve()
  const inBody = await makeApplication(sent, { owner: forged })
  expect(inBody.owner).toEqual(known)
  const inHeader = await makeApplication({ headers: { ...sent.headers, 'x-owner': JSON.stringify(forged) } })
  expect(inHeader.owner).toEqual(known)
  const put = { ...sent, method: 'PUT', json: { url: monoUrl, owner: forged } }
  expect((await ask<Owned>('/api/v1/applications/chosen', put, 201)).owner).toEqual(known)
  const { id } = await makeApplication(sent)
  const given = await ask<Owned>(`/api/v1/applications/${id}/owner`, { ...sent, method: 'PUT', json: forged })
  expect(given.owner).toEqual(known)
})

test('an account missing from the directory is named by its id, then as in its datasets', async () => {
  await eve()
  const headers = await operatorAgain()
  const give = async (owner: object) =>
    (await ask<Dataset>('/api/v1/datasets', { headers, json: { ...editable, owner } }, 201)).owner
  expect(await give(forged)).toEqual(known)
  const port = { type: 'organization', id: 'port', name: 'Town' }
  expect(await give(port)).toEqual({ ...port, name: 'port' })
  await ask(
    '/api/v1/datasets',
    { key: await keyOf({ type: 'organization', id: 'quay', name: 'Quay' }), json: editable },
    201,
  )
  expect(await give({ ...port, id: 'quay' })).toEqual({ ...port, id: 'quay', name: 'Quay' })
})

test('lines written by a super-administrator for a user', async () => {
  await signedIn('bob')
  const key = await keyOf(town)
  const schema = [{ key: 'name', type: 'string' }]
  const body = { ...editable, schema, rest: { lineOwnership: true } }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: body }, 201)
  await rows("update user set name = 'Bob B.' where id = 'bob'")
  const path = `/api/v1/datasets/${id}/own/user:bob/lines`
  await ask(path, { headers: await operatorAgain(), json: { name: 'x', _ownerName: 'The Mayor' } }, 201)
  const { results } = await ask<{ results: unknown[] }>(`/api/v1/datasets/${id}/lines`, { key })
  expect(results).toMatchObject([{ _owner: 'user:bob', _ownerName: 'Bob B.' }])
})
