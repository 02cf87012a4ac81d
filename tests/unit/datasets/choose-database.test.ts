import { expect, test } from 'vitest'
import { chooseDatabase, chooseNextDatabase } from '../../../worker/datasets/sharding/choose-database'
import type { DatabaseSizes } from '../../../worker/datasets/sharding/database-sizes'

const maxBytes = 100
type Case = [title: string, sizes: DatabaseSizes, home: number | undefined, bytes: number, shard: number | undefined]

test.each<Case>([
  ['the only one', [10], undefined, 5, 0],
  ['the smallest', [50, 20, 30], undefined, 5, 1],
  ['that of the account, although another is smaller', [50, 20, 30], 0, 5, 0],
  ['the smallest, when that of the account is full', [99, 20, 30], 0, 5, 1],
  ['exactly filled', [95, 99], undefined, 5, 0],
  ['the one with the most room, when none has room for all', [99, 97], 0, 4, 1],
  ['all together have no room', [99, 97], 1, 5, undefined],
  ['a full one has no room to begin in', [100, 120], undefined, 0, undefined],
  ['one that does not respond takes nothing', [50, undefined, 60], 1, 5, 0],
  ['a number without a binding', [undefined, undefined, 60], undefined, 5, 2],
  ['no database responds', [undefined], 0, 5, undefined],
])('%s', (_, sizes, home, bytes, shard) => {
  expect(chooseDatabase(sizes, { home, bytes, maxBytes })).toBe(shard)
})

test.each<[title: string, sizes: DatabaseSizes, used: number[], shard: number | undefined]>([
  ['the smallest of the others', [10, 50, 30], [0], 2],
  ['the only other one', [10, 50], [0], 1],
  ['none with a tenth of its room', [10, 91, undefined], [0], undefined],
  ['all have segments', [10, 20], [0, 1], undefined],
])('the next segment goes to: %s', (_, sizes, used, shard) => {
  expect(chooseNextDatabase(sizes, { used, maxBytes })).toBe(shard)
})
