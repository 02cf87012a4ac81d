/** Virtual datasets. */
import { expect, test } from 'vitest'
import { keyOf, town, village } from '../../support/accounts'
import {
  type Dataset,
  journal,
  type Lines,
  lines,
  open,
  publish,
  read,
  untilFinalized,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, json, refusal, send } from '../../support/http'
import { createVirtual, postVirtual } from '../../support/virtual'
import { eventually } from '../../support/wait'

const path = (id: string, rest = '') => `/api/v1/datasets/${id}${rest}`

const shops = 'city,pop,status\nLyon,5,open\nParis,9,closed\nBrest,2,open\n'
const more = 'pop,city,status,extra\n1,Auray,open,x\n7,Lyon,closed,y\n'

test('a virtual dataset has the lines of its children under the keys it shows', async () => {
  const key = await keyOf()
  const [one, other] = [await publish(shops, { key }), await publish(more, { key })]
  const sent = {
    isVirtual: true,
    title: 'All shops',
    schema: [{ key: 'city' }, { key: 'pop' }],
    virtual: { children: [one.id, other.id, one.id] },
  }
  const created = await ask<Dataset>('/api/v1/datasets', { key, method: 'POST', json: sent }, 201)
  expect(created).toMatchObject({ status: 'indexed', isVirtual: true, title: 'All shops' })
  const dataset = await untilFinalized(created.id, key)
  expect(dataset).toMatchObject({ count: 5, virtual: { children: [one.id, other.id, one.id] } })
  expect(dataset.schema.map(({ key: name, type }) => [name, type]).slice(0, 2)).toEqual([
    ['city', 'string'],
    ['pop', 'integer'],
  ])
  expect(dataset.schema[0]).toMatchObject({ 'x-originalName': 'city', 'x-cardinality': 4 })

  const all = await lines(dataset.id, 'sort=pop', key)
  expect([all.total, all.results.map(({ city: name, pop }) => [name, pop])]).toEqual([
    5,
    [
      ['Auray', 1],
      ['Brest', 2],
      ['Lyon', 5],
      ['Lyon', 7],
      ['Paris', 9],
    ],
  ])
  const first = await lines(dataset.id, 'sort=pop&size=2', key)
  const last = first.results.at(-1)
  expect(new URL(first.next ?? '').searchParams.get('after')).toBe(`2,${last?._i},${last?._rand}`)
  const rest = await ask<Lines>(first.next ?? '', { key })
  expect(rest.results.map(({ pop }) => pop)).toEqual([5, 7])

  // What is not listed does not exist.
  for (const query of ['status_eq=open', 'select=status', 'sort=status', 'collapse=status']) {
    expect((await send(path(dataset.id, `/lines?${query}`), { key })).status, query).toBe(400)
  }
  expect((await lines(dataset.id, 'q=open', key)).total).toBe(0)
  expect((await lines(dataset.id, 'qs=open', key)).total).toBe(0)
  expect((await lines(dataset.id, 'q=lyon', key)).total).toBe(2)

  const agg = await ask<Record<string, unknown>>(
    path(dataset.id, '/values_agg?field=city&metric=sum&metric_field=pop&size=5&sort=-count;-pop'),
    { key },
  )
  expect(agg).toMatchObject({
    total: 5,
    total_values: 4,
    aggs: [{ value: 'Lyon', total: 2, metric: 12, results: [{ pop: 7 }, { pop: 5 }] }, {}, {}, {}],
  })
  const csv = await (await send(path(dataset.id, '/lines?format=csv&sort=city,pop&size=20000'), { key })).text()
  expect(csv).toBe('"city","pop"\n"Auray",1\n"Brest",2\n"Lyon",5\n"Lyon",7\n"Paris",9\n')
})

test('filters apply to hidden fields, for each path to a child', async () => {
  const key = await keyOf()
  const [one, other] = [await publish(shops, { key }), await publish(more, { key })]
  const filters = [
    { key: 'status', operator: 'in', values: ['open'] },
    { key: 'city', values: [] },
  ]
  const opened = await createVirtual(key, ['city'], { children: [one.id, other.id], filters })
  expect(opened.count).toBe(3)
  expect((await lines(opened.id, 'sort=city', key)).results.map(({ city: name }) => name)).toEqual([
    'Auray',
    'Brest',
    'Lyon',
  ])
  const without = [{ key: 'city', operator: 'nin', values: ['Brest'] }]
  const above = await createVirtual(key, ['city'], { children: [opened.id], filters: without })
  expect((await lines(above.id, 'sort=city', key)).results.map(({ city: name }) => name)).toEqual(['Auray', 'Lyon'])
  // One way is without condition: all lines of that child.
  const both = await createVirtual(key, ['city'], { children: [opened.id, one.id] })
  expect((await lines(both.id, 'sort=city', key)).results.map(({ city: name }) => name)).toEqual([
    'Auray',
    'Brest',
    'Lyon',
    'Paris',
  ])
  // Hidden by the child in between.
  expect(
    await refusal(
      await send('/api/v1/datasets', {
        key,
        method: 'POST',
        json: { isVirtual: true, title: 'x', schema: [{ key: 'status' }], virtual: { children: [opened.id] } },
      }),
    ),
  ).toEqual([400, 'virtual-field-hidden'])
})

test('incompatible children are refused', async () => {
  const key = await keyOf()
  const text = await publish('city,pop\na,b\nc,d\n', { key })
  const number = await publish(shops, { key })
  const decimal = await publish('city,pop\na,1.5\nb,2.5\n', { key })
  const day = await publish('city,pop\na,2020-01-01\nb,2020-01-02\n', { key })
  const attempt = async (children: string[], keys = ['pop']) => {
    const body = { isVirtual: true, title: 'x', schema: keys.map((one) => ({ key: one })), virtual: { children } }
    const response = await send('/api/v1/datasets', {
      key,
      method: 'POST',
      json: body,
      headers: { 'accept-language': 'fr' },
    })
    return [response.status, (await json<{ detail: string }>(response)).detail] as const
  }
  expect(await attempt([text.id, number.id])).toEqual([400, expect.stringMatching(/"pop" a des types contradictoires/)])
  expect(await attempt([number.id, decimal.id])).toEqual([400, expect.stringMatching(/types contradictoires/)])
  expect(await attempt([text.id, day.id])).toEqual([400, expect.stringMatching(/formats contradictoires/)])
  expect(await attempt([number.id, 'nothing-here'])).toEqual([
    400,
    expect.stringMatching(/nothing-here.*pas accessible en lecture/),
  ])
  expect((await attempt([number.id, text.id], ['city']))[0]).toBe(201)
  expect(
    await refusal(
      await send('/api/v1/datasets', { key, method: 'POST', json: { isVirtual: true, virtual: { children: [] } } }),
    ),
  ).toEqual([400, 'virtual-title-missing'])
})

test('children are read with the permissions of the owner', async () => {
  const [ours, theirs] = [await keyOf(), await keyOf(village)]
  const foreign = await publish(shops, { key: theirs })
  const body = { isVirtual: true, title: 'x', schema: [{ key: 'city' }], virtual: { children: [foreign.id] } }
  const refused = await send('/api/v1/datasets', { key: ours, method: 'POST', json: body })
  expect(await refusal(refused)).toEqual([400, 'virtual-child-unreadable'])

  await ask(path(foreign.id, '/permissions'), {
    key: theirs,
    method: 'PUT',
    json: [{ type: 'organization', id: town.id, name: town.name, classes: ['read'] }],
  })
  const virtual = await createVirtual(ours, ['city'], { children: [foreign.id] })
  expect((await lines(virtual.id, '', ours)).total).toBe(3)
  // Open to everybody with its child, it is read without a right on the child.
  const everybody = [{ classes: ['read'] }]
  await ask(path(foreign.id, '/permissions'), { key: theirs, method: 'PUT', json: everybody })
  await open(virtual.id, ours)
  expect((await lines(virtual.id, '')).total).toBe(3)
  await ask(path(foreign.id, '/permissions'), { key: theirs, method: 'PUT', json: [] })
  const response = await send(path(virtual.id, '/lines'), { headers: { 'accept-language': 'fr' } })
  expect(response.status).toBe(501)
  expect((await json<{ detail: string }>(response)).detail).toContain(
    `Le jeu de données virtuel "${virtual.id}" ne peut pas être requêté`,
  )
})

test('a virtual dataset without children is in error, until a PATCH adds them', async () => {
  const key = await keyOf()
  const one = await publish(shops, { key })
  const created = await json<Dataset>(await postVirtual({ key }, [], { children: [] }))
  expect(created.status).toBe('indexed')
  expect(await untilSettled(created.id, key)).toMatchObject({ status: 'error', errorStatus: 'indexed' })
  const [told] = await journal(created.id, key)
  expect(told).toMatchObject({ type: 'error', code: 'virtual-empty' })
  expect(await refusal(await send(path(created.id, '/lines'), { key }))).toEqual([501, 'virtual-empty'])
  const patch = { virtual: { children: [one.id] }, schema: [{ key: 'city' }, { key: 'unknown' }] }
  const patched = await ask<Dataset>(path(created.id), { key, method: 'PATCH', json: patch })
  expect(patched.status).toBe('indexed')
  expect((await untilFinalized(created.id, key)).count).toBe(3)
  const [line] = (await lines(created.id, 'sort=city&size=1', key)).results
  expect(line).toMatchObject({ city: 'Brest' })
  expect(Object.keys(line ?? {})).not.toContain('unknown')
  await ask(path(created.id), { key, method: 'PATCH', json: { virtual: { children: [] } } })
  const emptied = await untilSettled(created.id, key)
  expect(emptied).toMatchObject({ status: 'error', previews: [] })
  expect(emptied).not.toHaveProperty('count')
  await ask(path(created.id), { key, method: 'PATCH', json: patch })
  await untilFinalized(created.id, key)
  // It cannot become its own child.
  const other = await createVirtual(key, ['city'], { children: [created.id] })
  const circle = await send(path(created.id), { key, method: 'PATCH', json: { virtual: { children: [other.id] } } })
  expect(await refusal(circle)).toEqual([400, 'virtual-child-unreadable'])
})

test('a new version of a child is a new version of its parents', async () => {
  const key = await keyOf()
  const one = await publish(shops, { key })
  const parent = await createVirtual(key, ['city', 'pop'], { children: [one.id] })
  const grandparent = await createVirtual(key, ['city'], { children: [parent.id] })
  await upload('city,pop,status\nNantes,3,open\n', { key, id: one.id })
  await eventually(async () => expect((await read(grandparent.id, key)).count).toBe(1))
  expect((await lines(grandparent.id, '', key)).results).toMatchObject([{ city: 'Nantes' }])

  // A child that no longer goes with the others is told, and nothing breaks.
  const two = await publish('city,pop\nLyon,12\n', { key })
  const both = await createVirtual(key, ['city', 'pop'], { children: [one.id, two.id] })
  await upload('city,pop\nLyon,many\n', { key, id: two.id })
  await eventually(async () => expect((await read(both.id, key)).status).toBe('error'))
  expect((await journal(both.id, key))[0]).toMatchObject({ type: 'error', code: 'virtual-conflict' })
  expect((await send(path(both.id, '/lines'), { key })).status).toBe(200)
})

test('each account sees its own lines, and the owner sees all', async () => {
  const key = await keyOf()
  const { id, schema } = await publish(
    `who,n\norganization:${village.id},1\norganization:${town.id},2\nuser:nobody,3\n`,
    {
      key,
    },
  )
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) =>
      field.key === 'who' ? { ...field, 'x-refersTo': 'https://github.com/data-fair/lib/account' } : field,
    )
  await ask(path(id), { key, method: 'PATCH', json: { schema: fields } })
  await untilFinalized(id, key)
  const virtual = await createVirtual(key, ['who', 'n'], { children: [id], filterActiveAccount: true })
  await open(virtual.id, key)
  expect((await lines(virtual.id, '', key)).total).toBe(3)
  expect((await send(path(virtual.id, '/lines'))).status).toBe(401)
  const stranger = await keyOf(village)
  const response = await send(path(virtual.id, '/lines?size=1'), { key: stranger })
  expect(response.headers.get('cache-control')).toBe('must-revalidate, private, max-age=0')
  expect(response.headers.get('last-modified')).toBeNull()
  const page = await json<Lines>(response)
  expect(page.results).toMatchObject([{ n: 1 }])
  expect(new URL(page.next ?? '').searchParams.get('account')).toBe(`organization:${village.id}`)
  expect((await send(path(virtual.id, `/lines?account=organization:${town.id}`), { key: stranger })).status).toBe(403)
  expect(
    (await ask<{ total: number }>(path(virtual.id, '/metric_agg?metric=sum&field=n'), { key: stranger })).total,
  ).toBe(1)
  const child = { isVirtual: true, title: 'x', schema: [{ key: 'n' }], virtual: { children: [virtual.id] } }
  expect((await send('/api/v1/datasets', { key, method: 'POST', json: child })).status).toBe(400)
})

test('editable lines of children are visible as soon as they are written', async () => {
  const key = await keyOf()
  const rest = await ask<Dataset>(
    '/api/v1/datasets',
    {
      key,
      method: 'POST',
      json: {
        isRest: true,
        title: 'Live',
        schema: [
          { key: 'city', type: 'string' },
          { key: 'pop', type: 'integer' },
        ],
      },
    },
    201,
  )
  const file = await publish(shops, { key })
  const virtual = await createVirtual(key, ['city', 'pop'], { children: [rest.id, file.id] })
  await ask(path(rest.id, '/lines'), { key, method: 'POST', json: { _id: 'l1', city: 'Vannes', pop: 4 } })
  const found = await lines(virtual.id, 'sort=pop', key)
  expect(found.results.map(({ city: name }) => name)).toEqual(['Brest', 'Vannes', 'Lyon', 'Paris'])
  expect(found.total).toBe(4)
  expect((await lines(virtual.id, '_id_eq=l1', key)).results).toMatchObject([{ _id: 'l1', city: 'Vannes' }])
})

test('files and lines cannot be written to a virtual dataset', async () => {
  const key = await keyOf()
  const one = await publish(shops, { key })
  const virtual = await createVirtual(key, ['city'], { children: [one.id] })
  expect((await send(path(virtual.id, '/lines'), { key, method: 'POST', json: { city: 'x' } })).status).toBe(501)
  expect(await untilSettled(virtual.id, key)).toMatchObject({ status: 'finalized' })
})
