/** A virtual dataset gives no access beyond that of its children, unless a user who may grant it approves. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf, town, village } from '../support/accounts'
import { type Dataset, journal, lines, publish, read, untilFinalized, untilSettled } from '../support/datasets'
import { createEditable, postLine, untilRefreshed } from '../support/editable'
import { ask, type Sent, send } from '../support/http'
import { application, fromLink } from '../support/links'
import { createVirtual, postVirtual, virtualBody } from '../support/virtual'
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
  unreadable,
} from '../support/virtual-children'

signInBefore()

/** Permissions of a child, and what becomes of a virtual dataset that is made of it, which contributors read. */
const children: Record<string, { permissions?: unknown[]; contributor: string | number }> = {
  'administrators alone': { permissions: [], contributor: unreadable },
  'who may see its description': {
    permissions: [{ type: 'user', id: 'bob', operations: ['list', 'readDescription'] }],
    contributor: unreadable,
  },
  'one contributor': { permissions: [{ type: 'user', id: 'bob', classes: ['list', 'read'] }], contributor: restricted },
  contributors: { contributor: 201 },
  members: { permissions: [{ type: 'organization', id: 'town', classes: ['read'] }], contributor: 201 },
  everybody: { permissions: everybody, contributor: 201 },
}

describe.each(Object.entries(children))('a child that is read by %s', (_, { permissions, contributor }) => {
  test.each(['admin', 'contributor'] as const)('named by: %s', async (name) => {
    const id = await child(permissions)
    const open = await child(everybody)
    const expected = name === 'admin' ? 201 : contributor
    const changed = expected === 201 ? 200 : expected
    const virtual = { children: [id] }
    expect(await outcome(await postVirtual(as[name], ['name'], virtual)), 'POST').toBe(expected)
    const put = { ...as[name], method: 'PUT', json: virtualBody(['name'], virtual) }
    expect(await outcome(await send(at(`made-by-${name}`), put)), 'PUT that creates').toBe(expected)
    const own = await ask<Dataset>(
      '/api/v1/datasets',
      { ...as[name], json: virtualBody(['name'], { children: [open] }) },
      201,
    )
    await untilFinalized(own.id, key)
    const patch = { ...as[name], method: 'PATCH', json: { virtual: { children: [open, id] } } }
    expect(await outcome(await send(at(own.id), patch)), 'PATCH').toBe(changed)
    await untilFinalized(own.id, key)
    expect(await outcome(await send(at(own.id), put)), 'PUT that changes').toBe(changed)
    // What was refused has changed nothing.
    if (expected !== 201) expect((await read(own.id, key)).virtual).toEqual({ children: [open] })
  })
})

describe('the caller who adds a child', () => {
  test('needs a key with the read scope, and with the admin scope to publish', async () => {
    const id = await child([])
    const writing = await keyOf(town, { scopes: ['datasets-write'] })
    expect(await outcome(await postVirtual({ key: writing }, ['name'], { children: [id] }))).toBe(unreadable)
    const reading = await keyOf(town, { scopes: ['datasets-write', 'datasets-read'] })
    expect(await outcome(await postVirtual({ key: reading }, ['name'], { children: [id] }))).toBe(restricted)
  })

  test('gets no information on the columns of an unreadable child', async () => {
    const [id, other] = [await child([]), await createEditable(key, { schema: [{ key: 'salary', type: 'string' }] })]
    const virtual = { children: [other.id, id] }
    expect(await outcome(await postVirtual(as.contributor, ['salary'], virtual))).toBe(unreadable)
  })

  test('may read a virtual child without access to the hidden part of its children', async () => {
    const salaries = await child([])
    const names = await createVirtual(key, ['name'], { children: [salaries] })
    const above = await postVirtual(as.contributor, ['name'], { children: [names.id] })
    const { id } = await above.json<Dataset>()
    await untilFinalized(id, key)
    expect((await send(at(id, '/lines'), as.contributor)).status).toBe(200)
    // Neither by showing a column that the child hides, nor by a condition on it.
    const hidden = '400 virtual-field-hidden'
    expect(await outcome(await postVirtual(as.contributor, ['salary'], { children: [names.id] }))).toBe(hidden)
    const filters = [{ key: 'salary', values: ['5000'] }]
    expect(await outcome(await postVirtual(as.contributor, ['name'], { children: [names.id], filters }))).toBe(hidden)
    const patch = { ...as.contributor, method: 'PATCH', json: { virtual: { children: [names.id], filters } } }
    expect(await outcome(await send(at(id), patch))).toBe(hidden)
  })

  test('must read all children to show another column or remove a filter', async () => {
    const id = await child([])
    const filters = [{ key: 'name', values: ['Bob'] }]
    const virtual = await createVirtual(key, ['name'], { children: [id], filters })
    const patch = (json: unknown) => send(at(virtual.id), { ...as.contributor, method: 'PATCH', json })
    expect(await outcome(await patch({ virtual: { children: [id] } }))).toBe(unreadable)
    expect(await outcome(await patch({ virtual: { children: [id], filters: [] } }))).toBe(unreadable)
    expect(await outcome(await patch({ schema: [{ key: 'name' }, { key: 'salary' }] }))).toBe(unreadable)
    // Its title, the title of a column, and a column less show nothing more.
    expect(await outcome(await patch({ title: 'Names' }))).toBe(200)
    expect(await outcome(await patch({ schema: [{ key: 'name', title: 'Name' }] }))).toBe(200)
    await untilFinalized(virtual.id, key)
    expect(await outcome(await patch({ virtual: { children: [], filters } }))).toBe(200)
  })

  test('must read its attachments to show them', async () => {
    const parts = [{ name: 'attachments', value: zipSync({ 'a.txt': strToU8('secret') }), fileName: 'files.zip' }]
    const { id } = await publish('file\na.txt\n', { key, parts })
    await permit(id, [{ type: 'user', id: 'bob', operations: ['readDescription', 'readLines'] }])
    expect(await outcome(await postVirtual(as.contributor, ['file'], { children: [id] }))).toBe(unreadable)
    // Lines that everybody reads, with files that few do, are opened without the files.
    await permit(id, [{ operations: ['readDescription', 'readLines'] }, { type: 'user', id: 'sue', classes: ['read'] }])
    const virtual = await createVirtual(key, ['file'], { children: [id] })
    await permit(virtual.id, [stewards])
    expect(await outcome(await permit(virtual.id, everybody, as.steward))).toBe(restricted)
    const linesOnly = [stewards, { operations: ['readLines'] }]
    expect(await outcome(await permit(virtual.id, linesOnly, as.steward))).toBe(200)
  })

  test('can transfer the dataset only to an account that reads the children', async () => {
    const id = await child()
    const virtual = await createVirtual(key, ['name'], { children: [id] })
    await permit(virtual.id, [stewards])
    const give = (sent: Sent, owner: unknown) => send(at(virtual.id, '/owner'), { ...sent, method: 'PUT', json: owner })
    // Who gives it away administers it, and may not read what it is made of.
    expect(await outcome(await give(as.steward, { type: 'user', id: 'sue', name: 'sue' }))).toBe(unreadable)
    await permit(id, [{ type: 'user', id: 'sue', classes: ['read'] }])
    // The change of its child finalizes it again.
    await untilSettled(virtual.id, key)
    expect(await outcome(await give(as.steward, { type: 'user', id: 'sue', name: 'sue' }))).toBe(200)
  })
})

test('initFrom copies the rows that the creator may read, with a key that reads', async () => {
  const [id, mine] = [await child([]), await child()]
  const copy = (dataset: string, body: object, sent: Sent) => {
    const parts = ['schema', 'data']
    return send('/api/v1/datasets', { ...sent, json: { title: 'Copy', initFrom: { dataset, parts }, ...body } })
  }
  expect(await outcome(await copy(id, {}, as.contributor))).toBe('403 permission-missing')
  expect(await outcome(await copy(mine, {}, as.contributor))).toBe(201)
  const writing = { key: await keyOf(town, { scopes: ['datasets-write'] }) }
  for (const [dataset, sent] of [
    [id, as.contributor],
    [mine, writing],
  ] as const) {
    const { id: made } = await (await copy(dataset, { isRest: true }, sent)).json<Dataset>()
    expect((await untilSettled(made, key)).status).toBe('error')
    expect((await journal(made, key))[0]).toMatchObject({ code: 'init-source-refused' })
    expect((await lines(made, '', key)).total).toBe(0)
  }
  // A virtual dataset takes over no children.
  const virtual = await createVirtual(key, ['name'], { children: [id] })
  await permit(virtual.id, contributors)
  const json = { isVirtual: true, title: 'Copy', initFrom: { dataset: virtual.id, parts: ['schema', 'description'] } }
  const made = await ask<Dataset>('/api/v1/datasets', { ...as.contributor, json }, 201)
  expect(await untilSettled(made.id, key)).toMatchObject({ status: 'error', virtual: { children: [] } })
})

describe('children of another account', () => {
  test('are shown to readers permitted by that account', async () => {
    const theirs = await keyOf(village)
    const id = await child([{ type: 'organization', id: 'town', classes: ['list', 'read'] }], theirs)
    const virtual = await createVirtual(key, ['name'], { children: [id] })
    expect((await send(at(virtual.id, '/lines'), as.contributor)).status).toBe(200)
    expect(await outcome(await permit(virtual.id, everybody))).toBe(restricted)
    await permit(id, everybody, { key: theirs })
    expect(await outcome(await permit(virtual.id, everybody))).toBe(200)
  })

  test('are not opened by the link of an application', async () => {
    const theirs = await keyOf(village)
    const [own, foreign] = [
      await child([]),
      await child([{ type: 'organization', id: 'town', classes: ['read'] }], theirs),
    ]
    const ofOwn = await createVirtual(key, ['name'], { children: [own] })
    const ofBoth = await createVirtual(key, ['name'], { children: [own, foreign] })
    const datasets = { [ofOwn.id]: null, [ofBoth.id]: null }
    const app = await application({ owner: town, datasets, keys: ['K1'] })
    expect((await send(at(ofOwn.id, '/lines'), fromLink('K1', app))).status).toBe(200)
    expect(await outcome(await send(at(ofBoth.id, '/lines'), fromLink('K1', app)))).toBe('501 virtual-restricted')
    expect((await send(at(ofBoth.id, '/lines'), as.contributor)).status).toBe(200)
    await permit(foreign, everybody, { key: theirs })
    expect((await send(at(ofBoth.id, '/lines'), fromLink('K1', app))).status).toBe(200)
  })
})

test('readers are not told the filters on columns that they do not see', async () => {
  const id = await child(everybody)
  const filters = [
    { key: 'salary', operator: 'nin', values: ['4999'] },
    { key: 'name', operator: 'nin', values: ['nobody'] },
  ]
  const sent = { ...as.admin, json: virtualBody(['name'], { children: [id], filters }) }
  const made = (await (await send('/api/v1/datasets', sent)).json()) as Dataset
  await untilFinalized(made.id, key)
  await permit(made.id, everybody)
  const kept = (dataset: unknown) => (dataset as { virtual: { filters: object[] } }).virtual.filters.length
  expect(kept(await read(made.id, key))).toBe(2)
  const shown = await read(made.id)
  expect(kept(shown)).toBe(1)
  expect(JSON.stringify(shown)).not.toContain('4999')
})

test('a filter on a column that readers do not see is applied to the rows that they read', async () => {
  const id = await child([])
  await postLine(id, key, { _id: 'bob', name: 'Bob', salary: 4999 })
  await untilRefreshed(id, key)
  const virtual = { children: [id], filters: [{ key: 'salary', operator: 'nin', values: ['4999'] }] }
  const made = await createVirtual(key, ['name'], virtual)
  await permit(made.id, everybody)
  for (const sent of [{ key }, {}, { key: await keyOf(village) }]) {
    expect(await ask(at(made.id, '/lines?select=name'), sent)).toMatchObject({ total: 1, results: [{ name: 'Ann' }] })
    expect(await ask(at(made.id, '/values/name'), sent)).toEqual(['Ann'])
    expect(await (await send(at(made.id, '/lines?format=csv&select=name'), sent)).text()).not.toContain('Bob')
  }
  for (const page of ['table', 'statistics', 'charts', 'table.csv']) {
    expect(await (await send(`/dataset/${made.id}/${page}`)).text(), page).not.toContain('Bob')
  }
  for (const document of [
    'data.parquet',
    'words_agg?field=name&analysis=standard',
    'values_agg?field=name',
    'simple_metrics_agg',
  ]) {
    const bytes = Buffer.from(await (await send(at(made.id, `/${document}`))).arrayBuffer())
    expect(bytes.toString('latin1'), document).not.toMatch(/Bob|bob/)
  }
})
