import { expect, test } from 'vitest'
import { chooseDatabase, type DatabaseSizes } from '../../../worker/datasets/placement/choose'

const maxBytes = 100
type Case = [title: string, sizes: DatabaseSizes, home: number | undefined, bytes: number, shard: number | undefined]

test.each<Case>([
  ['the only one', [10], undefined, 5, 0],
  ['the smallest', [50, 20, 30], undefined, 5, 1],
  ['that of the account, although another is smaller', [50, 20, 30], 0, 5, 0],
  ['the smallest, when that of the account is full', [99, 20, 30], 0, 5, 1],
  ['exactly filled', [95, 99], undefined, 5, 0],
  ['none has room', [99, 96], 1, 5, undefined],
  ['one that does not respond takes nothing', [50, undefined, 60], 1, 5, 0],
  ['a number without a binding', [undefined, undefined, 60], undefined, 5, 2],
  ['no database responds', [undefined], 0, 5, undefined],
])('%s', (_, sizes, home, bytes, shard) => {
  expect(chooseDatabase(sizes, { home, bytes, maxBytes })).toBe(shard)
})
