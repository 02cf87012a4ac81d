/** Columns of a dataset used by extensions of other datasets. */
import { expect, test } from 'vitest'
import { columnsTaken, extensionSchema } from '../../../worker/datasets/extensions'

const masterData = {
  bulkSearchs: [
    {
      id: 'near',
      title: 'Near',
      input: [{ type: 'equals' as const, property: { key: 'code' } }],
      filters: [{ property: { key: 'state' }, values: ['open'] }],
      sort: '-date',
    },
  ],
}
const keys = ['code', 'town', 'state', 'date']
const from = { type: 'remoteService', remoteService: 'dataset:towns', action: 'equals_code' }

test.each<[string, object, string[]]>([
  ['all columns without a selection', {}, keys],
  ['the selected and the matched ones', { select: ['town'] }, ['code', 'town']],
  ['those of a search', { action: 'masterData_bulkSearch_near', select: ['town'] }, keys],
  ['none of another dataset', { remoteService: 'dataset:other' }, []],
  ['none of a service', { remoteService: 'towns' }, []],
  ['none of an inactive extension', { active: false }, []],
  ['none of an expression', { type: 'exprEval', expr: 'town', property: { key: 'a', type: 'string' } }, []],
])('%s', (_, said, expected) => {
  const whole = 'expr' in said ? said : { ...from, ...said }
  expect(columnsTaken([extensionSchema.parse(whole)], { id: 'towns', masterData }, keys)).toEqual(expected)
})
