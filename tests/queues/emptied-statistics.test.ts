/** Statistics of a column whose invalid values are read as empty cells. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { decideDraft, lines, read, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { ask } from '../support/http'

test('values that are left empty are not counted, and the others have the figures of their type', async () => {
  const key = await keyOf()
  const days = Array.from({ length: 20 }, (_, at) => `p${at},2024-01-${String(at + 1).padStart(2, '0')}\n`).join('')
  const { id } = await upload(`place,day\n${days}x,non connue\n`, { key, query: '?draft=true' })
  const { schema } = await untilFinalized(id, key, '?draft=true')
  const retyped = schema
    .filter((field) => !('x-calculated' in field))
    .map((field) =>
      field.key === 'day' ? { ...field, type: 'string', format: 'date', 'x-transform': { emptyInvalid: true } } : field,
    )
  await ask(`/api/v1/datasets/${id}?draft=true`, { key, method: 'PATCH', json: { schema: retyped } })
  await untilFinalized(id, key, '?draft=true')
  await decideDraft(id, 'POST', key)
  await untilJournaled(id, key, 'draft-validated')
  await untilFinalized(id, key)
  expect((await lines(id, 'day_nexists=true', key)).total).toBe(1)
  const { schema: fields } = await read(id, key)
  expect(fields.find((field) => field.key === 'day')).toMatchObject({ 'x-cardinality': 20 })
  const statistics = await ask<{ columns: Record<string, unknown>[] }>(`/dataset/${id}/statistics.json`, { key })
  expect(statistics.columns.find((column) => column.key === 'day')).toMatchObject({
    filled: 20,
    empty: 1,
    distinct: 20,
    min: '2024-01-01',
    max: '2024-01-20',
  })
})
