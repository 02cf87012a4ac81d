import { expect, test } from 'vitest'
import type { Column } from '../../../applications/shared/charting/column'
import { firstGroup } from '../../../applications/shared/charting/first-chart'

const column = (key: string, type: Column['type']): Column => ({
  ...{ key, name: key, type, labels: new Map(), isCalculated: false },
})

test('the rows of a budget are groups by their names, where its amounts are added up', () => {
  const columns = [column('chapter', 'string'), column('label', 'string'), column('amount', 'number')]
  const factsOf = ({ key }: Column) => ({ distinct: 12, filled: 12, empty: 0, hasDigits: key === 'chapter' })
  expect(firstGroup(columns, factsOf, { adds: true })?.key).toBe('label')
  expect(firstGroup(columns, factsOf)?.key).toBe('amount')
  const many = (one: Column) => ({ ...factsOf(one), distinct: 500, filled: 500 })
  expect(firstGroup(columns, many, { adds: true })?.key).toBe('amount')
})
