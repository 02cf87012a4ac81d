/** Random sequences of operations on lines, compared with a model in memory: lines, search, counts and revisions agree. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, untilFinalized } from '../../support/datasets'
import { bulk, createEditable, deleteLine, patchLine, postLine, putLine, trees } from '../../support/editable'
import { ask, send } from '../../support/http'
import { seeded } from '../../support/random'

type Values = { species?: string; age?: number; tags?: string }
type Revision = { _id: string; _action: string; values: Values | undefined }
const words = ['oak', 'elm', 'fir', 'yew', 'ash'] as const
const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const
const actions = ['create', 'update', 'createOrUpdate', 'patch', 'delete'] as const

/** A reference model of editable lines, as simple as possible. */
class Model {
  lines = new Map<string, Values>()
  revisions: Revision[] = []

  /** @returns created, modified, deleted, unchanged, or a status */
  apply(action: (typeof actions)[number], id: string, sent: Values): string {
    const before = this.lines.get(id)
    if (before && action === 'create') return '409'
    if (!before && action !== 'create' && action !== 'createOrUpdate') return '404'
    if (action === 'delete') {
      this.lines.delete(id)
      this.revisions.push({ _id: id, _action: action, values: undefined })
      return 'deleted'
    }
    const after = action === 'patch' ? { ...before, ...sent } : sent
    if (before && same(before, after)) return 'unchanged'
    // The last written line is first.
    this.lines.delete(id)
    this.lines.set(id, after)
    this.revisions.push({ _id: id, _action: action, values: after })
    return before ? 'modified' : 'created'
  }
}

const plain = ({ species, age, tags }: Values) => JSON.stringify([species ?? null, age ?? null, tags ?? null])
const same = (one: Values, other: Values) => plain(one) === plain(other)

test.each([1, 2, 3, 4, 5, 6])('sequence %i', { timeout: 120_000 }, async (seed) => {
  const key = await keyOf()
  const { id } = await createEditable(key, { rest: { history: true } })
  const { whole, pick, next } = seeded(seed)
  const model = new Model()
  const values = (): Values => ({
    ...(next() < 0.8 ? { species: pick(words) } : {}),
    ...(next() < 0.5 ? { age: whole(3) } : {}),
    ...(next() < 0.3 ? { tags: `${pick(words)}, ${pick(words)}` } : {}),
  })

  const single = async () => {
    const [lineId, sent] = [pick(ids), values()]
    const action = pick(actions)
    const expected = model.apply(action, lineId, sent)
    const response = await (action === 'patch'
      ? patchLine(id, key, lineId, sent)
      : action === 'delete'
        ? deleteLine(id, key, lineId)
        : next() < 0.5
          ? putLine(id, key, lineId, { ...sent, _action: action })
          : postLine(id, key, { ...sent, _id: lineId, _action: action }))
    const status = {
      created: [200, 201],
      modified: [200],
      deleted: [204],
      unchanged: action === 'patch' ? [200] : [304],
    }
    expect(status[expected as keyof typeof status] ?? [Number(expected)], `${action} ${lineId}`).toContain(
      response.status,
    )
  }

  const many = async () => {
    const actionsSent = Array.from({ length: 1 + whole(12) }, () => ({
      _id: pick(ids),
      _action: pick(actions),
      ...values(),
    }))
    const statuses = actionsSent.map(({ _id, _action, ...sent }) => model.apply(_action, _id, sent))
    const count = (...outcomes: string[]) => statuses.filter((status) => outcomes.includes(status)).length
    const { summary } = await bulk(id, key, actionsSent)
    expect(summary).toMatchObject({
      nbOk: count('created', 'modified', 'deleted', 'unchanged'),
      nbCreated: count('created'),
      nbModified: count('modified'),
      nbDeleted: count('deleted'),
      nbNotModified: count('unchanged'),
      nbErrors: count('404', '409'),
    })
    expect(summary.errors.map(({ line, status }) => [line, String(status)])).toEqual(
      statuses.flatMap((status, at) => (/\d/.test(status) ? [[at, status]] : [])),
    )
  }

  const agree = async () => {
    const { total, results } = await lines(id, 'size=100', key)
    const expected = [...model.lines].reverse()
    expect(total).toBe(expected.length)
    expect(results.map(({ _id, ...line }) => [_id, plain(line)])).toEqual(
      expected.map(([_id, line]) => [_id, plain(line)]),
    )
    for (const word of words) {
      const matches = expected.filter(([, line]) => line.species === word || line.tags?.split(', ').includes(word))
      const searched = await lines(id, `q=${word}&q_fields=species&size=100`, key)
      const bySpecies = expected.filter(([, line]) => line.species === word).map(([_id]) => _id)
      expect(searched.results.map(({ _id }) => _id).sort(), word).toEqual([...bySpecies].sort())
      expect(searched.total).toBe(bySpecies.length)
      expect(matches.length).toBeGreaterThanOrEqual(bySpecies.length)
    }
    const grouped = await ask<{ aggs: { value: unknown; total: number }[] }>(
      `/api/v1/datasets/${id}/values_agg?field=age&sort=key`,
      { key },
    )
    const ages = [...model.lines.values()].flatMap(({ age }) => age ?? [])
    expect(grouped.aggs.map(({ value, total: n }) => [Number(value), n])).toEqual(
      [...new Set(ages)].sort().map((age) => [age, ages.filter((one) => one === age).length]),
    )
    const page = await ask<{ total: number; results: (Values & { _id: string; _action: string })[] }>(
      `/api/v1/datasets/${id}/revisions?size=1000`,
      { key },
    )
    expect(page.total).toBe(model.revisions.length)
    expect(page.results.map(({ _id, _action }) => [_id, _action])).toEqual(
      [...model.revisions].reverse().map(({ _id, _action }) => [_id, _action]),
    )
    for (const [at, { values }] of [...model.revisions].reverse().entries()) {
      if (values)
        expect(page.results[at]).toMatchObject(values.species === undefined ? {} : { species: values.species })
    }
  }

  const retype = async () => {
    const json = {
      schema: trees.map((field) =>
        field.key === 'height' ? { ...field, type: pick(['string', 'number', 'integer']) } : field,
      ),
    }
    await ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  }

  for (let round = 0; round < 25; round++) {
    const chance = next()
    if (chance < 0.55) await single()
    else if (chance < 0.9) await many()
    else await retype()
    if (round % 6 === 5) await agree()
  }
  await untilFinalized(id, key)
  await agree()
  expect((await send(`/api/v1/datasets/${id}/lines`, { key, method: 'DELETE' })).status).toBe(204)
  expect(await lines(id, '', key)).toEqual({ total: 0, results: [] })
})
