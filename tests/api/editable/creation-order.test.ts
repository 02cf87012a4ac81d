/** `sort=_i:created`: editable lines in the order of their creation. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, publish } from '../../support/datasets'
import { bulk, createEditable, deleteLine, patchLine, putLine, untilRefreshed } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'

const byCreation = async (id: string, key: string, query = ''): Promise<string[]> => {
  const { results } = await lines(id, `sort=_i:created&select=_id${query}`, key)
  return results.map(({ _id }) => String(_id))
}

test('a modified line keeps its place, also after a change of the schema', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await bulk(
    id,
    key,
    ['a', 'b', 'c', 'd'].map((_id) => ({ _id, species: 'oak' })),
  )
  await patchLine(id, key, 'b', { age: 3 })
  await putLine(id, key, 'a', { species: 'ash' })
  await patchLine(id, key, 'b', { age: 4 })
  expect(await byCreation(id, key)).toEqual(['a', 'b', 'c', 'd'])
  const { results } = await lines(id, 'sort=_i&select=_id', key)
  expect(results.map(({ _id }) => _id)).toEqual(['c', 'd', 'a', 'b'])
  const descending = await lines(id, 'sort=-_i:created&select=_id', key)
  expect(descending.results.map(({ _id }) => _id)).toEqual(['d', 'c', 'b', 'a'])

  const { schema } = await untilRefreshed(id, key)
  const fields = schema.filter((field) => !field['x-calculated'])
  const changed = fields.map((field) => (field.key === 'age' ? { ...field, type: 'number' } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: changed } })
  await untilRefreshed(id, key)
  expect(await byCreation(id, key)).toEqual(['a', 'b', 'c', 'd'])
  // A line that is created again is a new one.
  await deleteLine(id, key, 'a')
  await putLine(id, key, 'a', { species: 'ash' })
  expect(await byCreation(id, key)).toEqual(['b', 'c', 'd', 'a'])
})

test('pages follow one another', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const ids = Array.from({ length: 25 }, (_, at) => `n${at}`)
  await bulk(
    id,
    key,
    ids.map((_id) => ({ _id, species: 'oak' })),
  )
  await bulk(
    id,
    key,
    [...ids]
      .reverse()
      .filter((_, at) => at % 3 === 0)
      .map((_id) => ({ _action: 'patch', _id, age: 1 })),
  )
  const seen: string[] = []
  let address: string | undefined = `/api/v1/datasets/${id}/lines?sort=_i:created&size=10`
  while (address) {
    const page: { results: { _id: string }[]; next?: string } = await ask(address, { key })
    seen.push(...page.results.map(({ _id }) => _id))
    address = page.next && new URL(page.next).pathname + new URL(page.next).search
  }
  expect(seen).toEqual(ids)
})

test('lines of a file have the order of the file; other keys with a colon are unknown', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nx,3\ny,1\nz,2\n', { key })
  const { results } = await lines(id, 'sort=-_i:created', key)
  expect(results.map(({ name }) => name)).toEqual(['z', 'y', 'x'])
  expect(await refusal(await send(`/api/v1/datasets/${id}/lines?sort=_i:other`, { key }))).toEqual([
    400,
    'sort-field-unknown',
  ])
})

test('a list without elements is no value', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'tags', type: 'string', separator: ';' }] })
  await bulk(id, key, [{ _id: 'a', tags: [] }, { _id: 'b' }, { _id: 'c', tags: ['u'] }, { _id: 'd', tags: [''] }])
  const found = async (query: string) => (await lines(id, `sort=_i&${query}`, key)).results.map(({ _id }) => _id)
  expect(await found('tags_exists=')).toEqual(['c'])
  expect(await found('tags_nexists=')).toEqual(['a', 'b', 'd'])
  expect(await found('qs=_exists_:tags')).toEqual(['c'])
})

test('a line that is created again takes its former place when its action says so', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await bulk(
    id,
    key,
    ['a', 'b', 'c'].map((_id) => ({ _id, species: 'oak' })),
  )
  await patchLine(id, key, 'b', { age: 3 })
  const { results } = await lines(id, 'select=_id,_i:created&sort=_i:created', key)
  const places = new Map(results.map((line) => [line._id, line['_i:created']]))
  expect([...places.keys()]).toEqual(['a', 'b', 'c'])
  expect([...places.values()]).toEqual([...places.values()].toSorted((one, other) => Number(one) - Number(other)))
  await bulk(id, key, [
    { _id: 'a', _action: 'delete' },
    { _id: 'b', _action: 'delete' },
  ])
  await bulk(id, key, [
    { _id: 'b', species: 'oak', _created: places.get('b') },
    { _id: 'a', species: 'oak', _action: 'create', _created: 'first' },
  ])
  expect(await byCreation(id, key)).toEqual(['b', 'c', 'a'])
  // `_created` is ignored for a line that exists.
  await bulk(id, key, [{ _id: 'c', species: 'ash', _created: 1 }])
  expect(await byCreation(id, key)).toEqual(['b', 'c', 'a'])
})

test('a line with the place of another one follows it', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await bulk(
    id,
    key,
    ['a', 'c', 'd'].map((_id) => ({ _id, species: 'oak' })),
  )
  const { results } = await lines(id, 'select=_id,_i:created&sort=_i:created', key)
  await bulk(id, key, [{ _id: 'b', species: 'oak', _created: results[0]?.['_i:created'] }])
  expect(await byCreation(id, key)).toEqual(['a', 'b', 'c', 'd'])
  const descending = await lines(id, 'sort=-_i:created&select=_id', key)
  expect(descending.results.map(({ _id }) => _id)).toEqual(['d', 'c', 'b', 'a'])
})
