/** Computed columns of editable datasets: computed at each write, and for stored lines when an expression changes. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { computed, extend } from '../../support/computed-columns'
import { lines, read, untilJournaled, untilSettled } from '../../support/datasets'
import { bulk, createEditable, getLine, patchLine, postLine } from '../../support/editable'
import { ask, json } from '../../support/http'
import { eventually } from '../../support/wait'

describe('an editable dataset', () => {
  const schema = [
    { key: 'name', type: 'string' },
    { key: 'places', type: 'integer' },
  ]
  const created = async (expr = 'CONCAT(UPPER(name), " ", places * 2)', said: Record<string, unknown> = {}) => {
    const key = await keyOf()
    const { id } = await createEditable(key, { schema, extensions: [computed('label', expr)], ...said })
    return { id, key }
  }

  test('computes columns at each write, and returns them', async () => {
    const { id, key } = await created()
    const line = await json<Record<string, unknown>>(await postLine(id, key, { _id: 'a', name: 'hall', places: 2 }))
    expect(line).toMatchObject({ label: 'HALL 4' })
    expect(await json(await patchLine(id, key, 'a', { places: 3 }))).toMatchObject({ label: 'HALL 6' })
    expect(await json(await getLine(id, key, 'a'))).toMatchObject({ label: 'HALL 6' })
    const { summary } = await bulk(id, key, [
      { _id: 'b', name: 'nave', places: 1 },
      { _id: 'a', _action: 'patch', name: 'attic' },
    ])
    expect(summary).toMatchObject({ nbOk: 2 })
    const { results } = await lines(id, 'q=attic&select=label', key)
    expect(results).toMatchObject([{ label: 'ATTIC 6' }])
    expect((await lines(id, 'q=hall', key)).total).toBe(0)
  })

  test('refuses values of computed columns', async () => {
    const { id, key } = await created()
    const additional = 'ne doit pas contenir de propriétés additionnelles (label)'
    const refused = await postLine(id, key, { _id: 'a', name: 'hall', label: 'HALL 2' })
    expect([refused.status, (await json<{ detail: string }>(refused)).detail]).toEqual([400, additional])
    const { summary } = await bulk(id, key, [
      { _id: 'a', name: 'hall' },
      { _id: 'b', label: 'HALL 2' },
    ])
    expect(summary).toMatchObject({ nbOk: 1, errors: [{ line: 1, error: additional, status: 400 }] })
  })

  test('refuses the lines whose expression fails, and writes the other lines of a bulk request', async () => {
    const { id, key } = await created('SUBSTRING(name, 0, 1) + 1 - 1', {
      extensions: [computed('n', 'name - 1', { type: 'integer' })],
    })
    const { status, summary } = await bulk(id, key, [
      { _id: 'a', name: '5' },
      { _id: 'b', name: 'x' },
      { _id: 'c', name: '7' },
    ])
    expect(status).toBe(200)
    expect(summary).toMatchObject({ nbOk: 2, nbErrors: 1, errors: [{ line: 1, status: 400 }] })
    expect(summary.errors[0]?.error).toContain('"name - 1" de la colonne "n"')
    expect((await lines(id, 'sort=n&select=n', key)).results).toMatchObject([{ n: 4 }, { n: 6 }])
  })

  test('keeps computed values in its revisions', async () => {
    const { id, key } = await created(undefined, { rest: { history: true } })
    await postLine(id, key, { _id: 'a', name: 'hall', places: 2 })
    const { results } = await ask<{ results: unknown[] }>(`/api/v1/datasets/${id}/lines/a/revisions`, { key })
    expect(results).toMatchObject([{ label: 'HALL 4' }])
  })

  test('updates stored lines in the background when an expression changes', async () => {
    const { id, key } = await created()
    await bulk(
      id,
      key,
      Array.from({ length: 30 }, (_, at) => ({ _id: `l${at}`, name: `n${at}`, places: at })),
    )
    const patched = await extend(id, key, [computed('label', 'CONCAT("new ", name)')])
    expect(patched).toMatchObject({ status: 'finalized', extensions: [{ needsUpdate: true }] })
    await eventually(async () => {
      const dataset = await read(id, key)
      expect(dataset).toMatchObject({ status: 'finalized' })
      expect(JSON.stringify(dataset)).not.toContain('needsUpdate')
    })
    const { results } = await lines(id, 'sort=_i&select=label&size=100', key)
    expect(results.map(({ label }) => label)).toEqual(Array.from({ length: 30 }, (_, at) => `new n${at}`))
    expect((await lines(id, 'q=new&size=0', key)).total).toBe(30)
    expect((await lines(id, 'q=N29&qmode=complete&size=0', key)).total).toBe(1)
  })

  test('adds and removes columns of stored lines', async () => {
    const key = await keyOf()
    const { id } = await createEditable(key, { schema })
    await postLine(id, key, { _id: 'a', name: 'hall', places: 2 })
    const { status } = await extend(id, key, [
      computed('label', 'UPPER(name)'),
      computed('twice', 'CONCAT(label, label)'),
    ])
    expect(status).not.toBe('finalized')
    await untilSettled(id, key)
    expect((await lines(id, '', key)).results).toMatchObject([{ label: 'HALL', twice: 'HALLHALL' }])
    await extend(id, key, [computed('label', 'UPPER(name)')])
    await untilSettled(id, key)
    expect((await lines(id, '', key)).results[0]).not.toHaveProperty('twice')
  })

  test('is in error when a stored line fails, with the line in the message, and recovers with a corrected expression', async () => {
    const { id, key } = await created()
    await postLine(id, key, { _id: 'a', name: 'hall', places: 2 })
    await extend(id, key, [computed('label', 'name + 1')])
    await extend(id, key, [computed('label', 'name - 1')]).catch(() => undefined)
    const event = (await untilJournaled(id, key, 'error')).find(({ type }) => type === 'error')
    expect(event?.data).toContain('"label"')
    expect(event?.data).toContain('row a')
    expect((await lines(id, '', key)).results).toMatchObject([{ label: 'HALL 4' }])
    await extend(id, key, [computed('label', 'LOWER(name)')])
    const dataset = await untilSettled(id, key)
    expect(dataset.status).toBe('finalized')
    expect((await lines(id, '', key)).results).toMatchObject([{ label: 'hall' }])
  })

  test('ignores the columns of extensions in a CSV, with a warning', async () => {
    const { id, key } = await created()
    const body = 'name,places,label\nhall,1,mine\n'
    const { summary } = await bulk(id, key, undefined, { body, headers: { 'content-type': 'text/csv' } })
    expect(summary).toMatchObject({ nbOk: 1, nbWarnings: 1 })
    expect((await lines(id, '', key)).results).toMatchObject([{ label: 'HALL 2' }])
  })
})
