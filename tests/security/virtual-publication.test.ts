import { describe, expect, test } from 'vitest'
import { town } from '../support/accounts'
import { journal, lines, open, read, untilFinalized } from '../support/datasets'
import { ask, send } from '../support/http'
import { createVirtual } from '../support/virtual'
import {
  as,
  at,
  child,
  contributors,
  everybody,
  key,
  outcome,
  permit,
  restricted,
  signInBefore,
  stewards,
} from '../support/virtual-children'
import { eventually } from '../support/wait'

signInBefore()

/** Changes that let more people read a virtual dataset, sent by who administers it. */
const publishing: Record<string, { before?: unknown[]; change: (id: string, other: string) => Promise<Response> }> = {
  'its permissions': { change: (id) => permit(id, [stewards, ...everybody], as.steward) },
  'permissions that let its description be seen': {
    change: (id) => permit(id, [stewards, { operations: ['list', 'readDescription'] }], as.steward),
  },
  'its read key': {
    change: (id) => send(at(id), { ...as.steward, method: 'PATCH', json: { readApiKey: { active: true } } }),
  },
  'the children of a public one': {
    before: [stewards, ...everybody],
    change: (id, other) => send(at(id), { ...as.steward, method: 'PATCH', json: { virtual: { children: [other] } } }),
  },
  'the site of a portal': {
    change: (id) => send(at(id), { ...as.steward, method: 'PATCH', json: { publicationSites: ['portal:main'] } }),
  },
}

describe.each(Object.entries(publishing))('what is published by %s', (_, { before, change }) => {
  test.each([
    ['is open already', everybody, 200],
    ['is theirs to open', [{ ...stewards }], 200],
    ['is theirs to read only', [{ type: 'user', id: 'sue', classes: ['list', 'read'] }], restricted],
  ] as const)('%s', async (_state, permissions, expected) => {
    const json = { type: 'portal', id: 'main', url: 'https://portal.example' }
    await ask('/api/v1/settings/organization/town/publication-sites', { ...as.admin, json })
    const id = await child([...permissions])
    const virtual = await createVirtual(key, ['name'], { children: before ? [await child(everybody)] : [id] })
    await permit(virtual.id, before ?? [stewards])
    const was = await read(virtual.id, key)
    expect(await outcome(await change(virtual.id, id))).toBe(expected)
    if (expected !== 200) expect(await read(virtual.id, key)).toEqual(was)
    await untilFinalized(virtual.id, key)
  })
})

describe('a public virtual dataset', () => {
  test('shows the part of a private child approved by its administrator, and no other part', async () => {
    const id = await child(contributors)
    const filters = [{ key: 'salary', operator: 'nin', values: ['9000'] }]
    const virtual = await createVirtual(key, ['name'], { children: [id], filters })
    expect(await outcome(await permit(virtual.id, everybody, as.admin))).toBe(200)
    expect((await lines(virtual.id, '')).results).toMatchObject([{ name: 'Ann' }])
    // Contributors may read the child, not open it.
    await permit(virtual.id, [...everybody, ...contributors.map((entry) => ({ ...entry, classes: ['write'] }))])
    const patch = (json: unknown) => send(at(virtual.id), { ...as.contributor, method: 'PATCH', json })
    expect(await outcome(await patch({ virtual: { children: [id] } }))).toBe(restricted)
    expect(await outcome(await patch({ schema: [{ key: 'name' }, { key: 'salary' }] }))).toBe(restricted)
    expect(await outcome(await patch({ virtual: { children: [id, await child(everybody)], filters } }))).toBe(200)
    await untilFinalized(virtual.id, key)
    expect((await lines(virtual.id, '')).total).toBe(2)
  })

  test('is in error once a child is restricted, until an administrator of the child approves', async () => {
    const id = await child(everybody)
    const virtual = await createVirtual(key, ['name'], { children: [id] })
    await open(virtual.id, key)
    await permit(virtual.id, [...everybody, stewards])
    expect((await lines(virtual.id, '')).total).toBe(1)
    await permit(id, contributors)
    expect(await outcome(await send(at(virtual.id, '/lines')))).toBe('501 virtual-restricted')
    expect(await outcome(await send(at(virtual.id, '/lines?format=csv'), { key }))).toBe('501 virtual-restricted')
    // The journal has the reason, and the description keeps no values of the child.
    await eventually(async () => expect((await read(virtual.id, key)).status).toBe('error'))
    expect((await journal(virtual.id, key))[0]).toMatchObject({ code: 'virtual-child-restricted' })
    expect((await read(virtual.id)).schema[0]).not.toHaveProperty('enum')
    // A change of something else does not open it again, whoever makes it.
    const titled = { ...as.admin, method: 'PATCH', json: { schema: [{ key: 'name', title: 'Who' }] } }
    expect(await outcome(await send(at(virtual.id), titled))).toBe(restricted)
    // 409 while the run of the restriction ends.
    const renamed = { ...titled, json: { title: 'Names' } }
    await eventually(async () => expect(await outcome(await send(at(virtual.id), renamed))).toBe(200))
    // The status is that of before until the run of this change ends: the journal tells when.
    await eventually(async () => {
      const refusals = (await journal(virtual.id, key)).filter(({ code }) => code === 'virtual-child-restricted')
      expect(refusals).toHaveLength(2)
    })
    expect(await outcome(await send(at(virtual.id, '/lines')))).toBe('501 virtual-restricted')
    // Who may not open the child may still close the dataset.
    expect(await outcome(await permit(virtual.id, [...everybody, stewards], as.steward))).toBe(200)
    expect(await outcome(await send(at(virtual.id, '/lines')))).toBe('501 virtual-restricted')
    expect(await outcome(await permit(virtual.id, [...everybody, stewards], as.admin))).toBe(200)
    await untilFinalized(virtual.id, key)
    expect((await lines(virtual.id, '')).total).toBe(1)
  })

  test('is readable again once the child is', async () => {
    const id = await child(everybody)
    const virtual = await createVirtual(key, ['name'], { children: [id] })
    await open(virtual.id, key)
    await permit(id, [])
    await eventually(async () => expect((await read(virtual.id, key)).status).toBe('error'))
    await permit(id, everybody)
    await untilFinalized(virtual.id, key)
    expect((await lines(virtual.id, '')).total).toBe(1)
  })

  test('is restricted when the child changes owner', async () => {
    const id = await child([])
    const virtual = await createVirtual(key, ['name'], { children: [id] })
    await open(virtual.id, key)
    expect((await lines(virtual.id, '')).total).toBe(1)
    const roads = { ...town, department: 'roads', departmentName: 'Roads' }
    await ask(at(id, '/owner'), { key, method: 'PUT', json: roads })
    expect(await outcome(await send(at(virtual.id, '/lines')))).toBe('501 virtual-restricted')
  })

  test('above another is approved by an administrator of all children, until the latter shows more', async () => {
    const salaries = await child([])
    const filters = [{ key: 'name', values: ['Ann'] }]
    const names = await createVirtual(key, ['name'], { children: [salaries], filters })
    await permit(names.id, [stewards, ...contributors])
    // Contributors may read the names, and what stands above them.
    const above = await createVirtual(key, ['name'], { children: [names.id] })
    await permit(above.id, [stewards, ...contributors])
    expect((await send(at(above.id, '/lines'), as.contributor)).status).toBe(200)
    // Who administers both, and not the salaries, opens neither.
    expect(await outcome(await permit(names.id, [stewards, ...everybody], as.steward))).toBe(restricted)
    expect(await outcome(await permit(above.id, [stewards, ...everybody], as.steward))).toBe(restricted)
    expect(await outcome(await permit(above.id, [stewards, ...everybody], as.admin))).toBe(200)
    expect((await lines(above.id, '')).total).toBe(1)
    // Once the one in between shows more, that was not said.
    const wider = { virtual: { children: [salaries] } }
    await ask(at(names.id), { ...as.admin, method: 'PATCH', json: wider })
    await untilFinalized(names.id, key)
    expect(await outcome(await send(at(above.id, '/lines')))).toBe('501 virtual-restricted')
  })
})
