/** The columns of an editable dataset in its edit page: their rules, order and removal. */
import { expect, test } from 'vitest'
import type { Dataset } from '../../worker/datasets'
import { keyOf } from '../support/accounts'
import { lines, untilFinalized } from '../support/datasets'
import { bulk, createEditable, untilRefreshed } from '../support/editable'
import { ask } from '../support/http'
import { type Fields, page, submit } from './support'

type Shown = Pick<Dataset['published'], 'schema'>

async function trees(said: object = {}) {
  const key = await keyOf()
  const schema = [
    { key: 'name', type: 'string', title: 'Name' },
    { key: 'height', type: 'number' },
    { key: 'state', type: 'string' },
  ]
  const { id } = await createEditable(key, { schema, ...said })
  await bulk(id, key, [{ name: 'Oak', height: 4 }, { name: 'Elm' }])
  await untilRefreshed(id, key)
  const save = async (fields: Fields) => {
    const answer = await submit(
      `/dataset/${id}/edit`,
      Array.isArray(fields) ? [['part', 'schema'], ...fields] : { part: 'schema', ...fields },
      { key },
    )
    const html = await answer.text()
    if (answer.status === 303) await untilFinalized(id, key)
    return { status: answer.status, html }
  }
  const columns = async () => {
    const { schema: shown } = await ask<Shown>(`/api/v1/datasets/${id}`, { key })
    return shown.filter((field) => !field['x-calculated'])
  }
  const keys = async () => (await columns()).map((field) => field.key)
  return { key, id, save, columns, keys }
}

test('columns are moved, also without scripts, and keep their values', async () => {
  const { key, id, save, keys } = await trees()
  const moved = await save({ order: '0', move: 'up-1' })
  expect(moved.status).toBe(200)
  expect([...moved.html.matchAll(/name="order" value="(\d)"/g)].map(([, at]) => at)).toEqual(['1', '0', '2'])
  expect(await keys()).toEqual(['name', 'height', 'state'])
  expect(
    (
      await save([
        ['order', '1'],
        ['order', '2'],
        ['order', '0'],
      ])
    ).status,
  ).toBe(303)
  expect(await keys()).toEqual(['height', 'state', 'name'])
  expect((await lines(id, 'select=name&sort=name', key)).results.map(({ name }) => name)).toEqual(['Elm', 'Oak'])
})

test('a column with values is removed only once their loss is accepted', async () => {
  const { save, keys } = await trees()
  // Nothing is lost with an empty column.
  expect((await save({ 'remove-2': 'true' })).status).toBe(303)
  expect(await keys()).toEqual(['name', 'height'])
  const asked = await save({ 'remove-1': 'true' })
  expect(asked.status).toBe(409)
  expect(asked.html).toContain('1 value is deleted with this column.')
  expect(await keys()).toEqual(['name', 'height'])
  expect((await save({ 'remove-1': 'true', 'remove-values-1': 'true' })).status).toBe(303)
  expect(await keys()).toEqual(['name'])
})

test('a column that a virtual dataset shows is removed only once this is accepted', async () => {
  const { key, id, save } = await trees()
  const virtual = { isVirtual: true, title: 'All trees', virtual: { children: [id] }, schema: [{ key: 'state' }] }
  await ask('/api/v1/datasets', { method: 'POST', key, json: virtual }, 201)
  const asked = await save({ 'remove-2': 'true' })
  expect([asked.status, asked.html.includes('All trees')]).toEqual([409, true])
})

test('the columns of a primary key cannot be removed', async () => {
  const { id, key } = await trees({ primaryKey: ['name'] })
  const { html } = await page(`/dataset/${id}/edit`, { key })
  expect([html.includes('name="remove-0"'), html.includes('name="remove-1"')]).toEqual([false, true])
})

test('rules are set and removed, and the rows are checked with them', async () => {
  const { key, id, save, columns } = await trees()
  const rules = { 'rules-0': 'true', 'rules-1': 'true', 'rules-2': 'true' }
  const set = {
    'required-0': 'true',
    'pattern-0': '[A-Z].*',
    'minimum-1': '0,5',
    'labels-2': 'good = Good\nbad',
    'only-labels-2': 'true',
    'display-0': 'textarea',
  }
  expect((await save({ ...rules, ...set })).status).toBe(303)
  const [name, height, state] = await columns()
  expect(name).toMatchObject({ 'x-required': true, pattern: '[A-Z].*', 'x-display': 'textarea' })
  expect(height).toMatchObject({ minimum: 0.5 })
  expect(state).toMatchObject({ 'x-labels': { good: 'Good', bad: '' }, 'x-labelsRestricted': true })
  const { summary } = await bulk(id, key, [
    { height: 1 },
    { name: 'oak' },
    { name: 'Oak', height: 0 },
    { name: 'Oak', state: 'dead' },
  ])
  expect(summary.nbErrors).toBe(4)
  expect((await page(`/dataset/${id}/edit`, { key })).html).toContain('Rules: 2')
  expect((await save(rules)).status).toBe(303)
  const [after] = await columns()
  expect(after?.['x-required'] ?? after?.pattern ?? undefined).toBeUndefined()
  const wrong = await save({ ...rules, 'minimum-1': 'ten' })
  expect([wrong.status, wrong.html.includes('value="ten"')]).toEqual([400, true])
})

test('a list of values that rows do not have is saved only once this is accepted', async () => {
  const { key, id, save, columns } = await trees()
  await bulk(id, key, [
    { name: 'Fir', state: 'good, old' },
    { name: 'Ash', state: 'dead' },
  ])
  await untilRefreshed(id, key)
  const list = { 'rules-2': 'true', 'only-labels-2': 'true' }
  expect((await save({ ...list, 'labels-2': 'good, old\ndead' })).status).toBe(303)
  const shorter = { ...list, 'labels-2': 'good, old' }
  const asked = await save(shorter)
  expect([asked.status, asked.html.includes('1 row has another value')]).toEqual([409, true])
  expect((await save({ ...shorter, 'keep-unlisted-2': 'true' })).status).toBe(303)
  expect((await columns())[2]?.['x-labels']).toEqual({ 'good, old': '' })
})

test('columns without an index are removed and limited to a list too', async () => {
  const { save, keys } = await trees()
  const all = 'index,values,textStandard,text,insensitive,wildcard'
  const plain = { 'capabilities-0': all, 'capabilities-2': all }
  expect((await save(plain)).status).toBe(303)
  expect((await save({ 'rules-2': 'true', 'only-labels-2': 'true', 'labels-2': 'good' })).status).toBe(303)
  const asked = await save({ 'remove-0': 'true' })
  expect([asked.status, asked.html.includes('2 values are deleted')]).toEqual([409, true])
  expect((await save({ 'remove-0': 'true', 'remove-values-0': 'true' })).status).toBe(303)
  expect(await keys()).toEqual(['height', 'state'])
})

test('a column whose values must differ refuses rows with the same one, until the rule goes with it or by itself', async () => {
  const { key, id, save } = await trees({ constraints: [{ type: 'unique', properties: ['name', 'state'] }] })
  const rules = { 'rules-0': 'true', 'rules-1': 'true', 'rules-2': 'true' }
  const constraints = async () =>
    (await ask<{ constraints?: { properties: string[] }[] }>(`/api/v1/datasets/${id}`, { key })).constraints?.map(
      ({ properties }) => properties,
    )
  const added = async (row: object) => (await bulk(id, key, [row])).summary.errors?.length ?? 0
  expect((await save({ ...rules, 'unique-0': 'true' })).status).toBe(303)
  expect(await constraints()).toEqual([['name', 'state'], ['name']])
  expect((await page(`/dataset/${id}/edit`, { key })).html).toMatch(/name="unique-0" value="true" checked/)
  expect(await added({ name: 'Oak' })).toBe(1)
  expect((await save(rules)).status).toBe(303)
  expect(await constraints()).toEqual([['name', 'state']])
  expect(await added({ name: 'Oak', height: 4 })).toBe(0)
  const refused = await save({ ...rules, 'unique-1': 'true' })
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('violate')
  expect(refused.html).toMatch(/name="unique-1" value="true" checked/)
  expect((await save({ ...rules, 'unique-2': 'true' })).status).toBe(303)
  expect((await save({ ...rules, 'unique-2': 'true', 'remove-2': 'true' })).status).toBe(400)
})
