/** Concurrent writers of lines: no write is lost, and one of several creations succeeds. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, read, untilFinalized } from '../../support/datasets'
import {
  bulk,
  createEditable,
  deleteLine,
  getLine,
  type Line,
  patchLine,
  postLine,
  putLine,
  trees,
} from '../../support/editable'
import { ask, json, send } from '../../support/http'

type Revisions = { total: number; results: (Line & { _action: string })[] }
let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { rest: { history: true } })).id
})
const range = (length: number) => Array.from({ length }, (_, at) => at)
const revisions = (lineId: string) =>
  ask<Revisions>(`/api/v1/datasets/${id}/lines/${lineId}/revisions?size=1000`, { key })

test('of ten requests that create the same line one succeeds, the others get an error', async () => {
  const responses = await Promise.all(range(10).map((age) => postLine(id, key, { _id: 'x', age, _action: 'create' })))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  expect((await lines(id, '', key)).total).toBe(1)
})

test('ten replacements of the same line leave the last one, and a revision each', async () => {
  const responses = await Promise.all(range(10).map((age) => putLine(id, key, 'x', { age, species: `s${age}` })))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const { total, results } = await revisions('x')
  expect(total).toBe(10)
  const line = await json<Line>(await getLine(id, key, 'x'))
  expect([line.age, line._i]).toEqual([results[0]?.age, results[0]?._i])
  const page = await lines(id, 'q=s0+s1+s2+s3+s4+s5+s6+s7+s8+s9', key)
  expect(page.results.map(({ species }) => species)).toEqual([line.species])
  expect((await read(id, key)).count).toBe(1)
})

test('concurrent patches of different values of one line are all applied', async () => {
  await putLine(id, key, 'x', {})
  await Promise.all([
    patchLine(id, key, 'x', { age: 1 }),
    patchLine(id, key, 'x', { species: 'oak' }),
    patchLine(id, key, 'x', { height: 2 }),
    patchLine(id, key, 'x', { alive: true }),
    patchLine(id, key, 'x', { tags: 'a' }),
  ])
  expect(await json(await getLine(id, key, 'x'))).toMatchObject({
    age: 1,
    species: 'oak',
    height: 2,
    alive: true,
    tags: ['a'],
  })
})

test('concurrent bulks and single writes of the same lines: counts, search and revisions agree', async () => {
  const actions = (from: number) =>
    range(200).map((at) => ({ _id: `l${at % 50}`, age: from + at, species: `w${from}` }))
  const [bulks, singles] = await Promise.all([
    Promise.all([1_000, 2_000, 3_000].map((from) => bulk(id, key, actions(from)))),
    Promise.all(
      range(60).map((at) =>
        at % 3 === 2 ? deleteLine(id, key, `l${at % 50}`) : putLine(id, key, `l${at % 50}`, { age: at }),
      ),
    ),
  ])
  expect(bulks.map(({ summary }) => [summary.nbOk, summary.nbErrors])).toEqual(Array(3).fill([200, 0]))
  expect(singles.every(({ status }) => [200, 204, 304, 404].includes(status))).toBe(true)
  const { total, results } = await lines(id, 'size=1000', key)
  expect([total, new Set(results.map(({ _id }) => _id)).size]).toEqual([results.length, results.length])
  for (const from of [1_000, 2_000, 3_000]) {
    const page = await lines(id, `q=w${from}&size=1000`, key)
    const expected = results.filter(({ species }) => species === `w${from}`).map(({ _id }) => _id)
    expect(page.results.map(({ _id }) => _id).sort()).toEqual(expected.sort())
  }
  const history = await ask<Revisions>(`/api/v1/datasets/${id}/revisions?size=10000`, { key })
  const last = new Map([...history.results].reverse().map((one) => [one._id, one]))
  const standing = [...last.values()].filter(({ _action }) => _action !== 'delete')
  expect(standing.map(({ _id, _i }) => [_id, _i]).sort()).toEqual(results.map(({ _id, _i }) => [_id, _i]).sort())
  const writes = bulks.reduce((sum, { summary }) => sum + summary.nbOk - summary.nbNotModified, 0)
  expect(history.total).toBe(writes + singles.filter(({ status }) => status === 200 || status === 204).length)
})

test('a change of the schema during writes loses no accepted write', async () => {
  const fields = (type: string) => trees.map((field) => (field.key === 'age' ? { ...field, type } : field))
  const patch = (type: string) =>
    ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields(type) } })
  const writing = range(40).map(async (at) => {
    const response = await putLine(id, key, `l${at}`, { species: `s${at}` })
    return [`l${at}`, response.status] as const
  })
  const bulks = range(4).map((at) =>
    bulk(
      id,
      key,
      range(300).map((n) => ({ _id: `b${at}-${n}`, species: 'bulk' })),
    ),
  )
  await Promise.all([patch('string'), ...writing, ...bulks])
  const accepted = (await Promise.all(writing)).filter(([, status]) => status === 200)
  const written = (await Promise.all(bulks)).reduce((sum, { summary }) => sum + summary.nbCreated, 0)
  await untilFinalized(id, key)
  expect((await read(id, key)).schema.find((field) => field.key === 'age')?.type).toBe('string')
  expect((await lines(id, '', key)).total).toBe(accepted.length + written)
  expect((await lines(id, 'q=bulk', key)).total).toBe(written)
  for (const [lineId] of accepted) expect((await getLine(id, key, lineId)).status).toBe(200)
})

test('a deletion of all lines during writes only leaves later lines', async () => {
  await bulk(
    id,
    key,
    range(100).map((at) => ({ _id: `old${at}`, species: 'old' })),
  )
  const [gone, ...written] = await Promise.all([
    send(`/api/v1/datasets/${id}/lines`, { key, method: 'DELETE' }),
    ...range(10).map((at) => putLine(id, key, `new${at}`, { species: 'new' })),
  ])
  expect([gone.status, ...written.map(({ status }) => status)]).toEqual([204, ...Array(10).fill(200)])
  const { total, results } = await lines(id, 'size=1000', key)
  expect(total).toBe(results.length)
  expect(results.every(({ species }) => species === 'new')).toBe(true)
  expect((await lines(id, 'q=old', key)).total).toBe(0)
})
