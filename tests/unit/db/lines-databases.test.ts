import { expect, test } from 'vitest'
import { openLinesDatabases } from '../../../worker/db/lines-databases'

/** An environment whose bindings are their own names. */
const envOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name])) as unknown as Env

test.each([
  [['LINES_0'], ['LINES_0']],
  [
    ['LINES_2', 'LINES_0', 'LINES_1'],
    ['LINES_0', 'LINES_1', 'LINES_2'],
  ],
  [
    ['LINES_0', 'LINES_10', 'LINES_01', 'LINES_X', 'LINES_1_BACKUP', 'LINES_DATABASE_BYTES'],
    ['LINES_0', ...Array.from({ length: 9 }, () => undefined), 'LINES_10'],
  ],
])('%j', (names, databases) => {
  expect(Array.from(openLinesDatabases(envOf(...names)))).toEqual(databases)
})
