/** The words of a text field. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish, untilFinalized } from '../../support/datasets'
import { ask, json, refusal, send } from '../../support/http'

const content = `text,other
Les communes de la ville,x
Une COMMUNE et des communes,x
la commune du port,y
LE PORT,y
,y
`

async function counted() {
  const key = await keyOf()
  const { id, schema } = await publish(content, { key })
  const allowed = schema.map((field) =>
    field.key === 'text' ? { ...field, 'x-capabilities': { textAgg: true } } : field,
  )
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: allowed } })
  await untilFinalized(id, key)
  const words = (query: string) => send(`/api/v1/datasets/${id}/words_agg?${query}`, { key })
  return { words }
}

test('words count once per line, by their stem, in their most frequent form', async () => {
  const { words } = await counted()
  expect(await json(await words('field=text'))).toEqual({
    total: 5,
    sample: 5,
    results: [
      { word: 'communes', total: 3 },
      { word: 'port', total: 2 },
      { word: 'ville', total: 1 },
    ],
  })
  expect(await json(await words('field=text&size=1&other_eq=y'))).toEqual({
    total: 3,
    sample: 3,
    results: [{ word: 'port', total: 2 }],
  })
})

test('the words of a search are ordered by how specific they are to its lines', async () => {
  const { words } = await counted()
  const { total, results } = await json<{ total: number; results: { word: string; score: number }[] }>(
    await words('field=text&q=port'),
  )
  expect(total).toBe(2)
  expect(results[0]?.word).toBe('port')
  expect(results.every(({ score }) => score > 0)).toBe(true)
})

test.each([
  ['', 'parameter-missing'],
  ['field=nope', 'group-field-unknown'],
  ['field=other', 'aggregate-refused'],
  ['field=text&size=201', 'size-too-large'],
  ['field=text&analysis=standard', 'parameter-invalid'],
])('%s is refused as %s', async (query, code) => {
  const { words } = await counted()
  expect(await refusal(await words(query))).toEqual([400, code])
})
