import { describe, expect, test } from 'vitest'
import { bookmarkOf, openLinesDatabases, openSession, readerOf } from '../../../worker/db/lines-databases'
import { counted } from '../../../worker/db/metered-database'

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

describe('a session for reads', () => {
  /** A database whose sessions say where they start. */
  const database = { withSession: (start: string) => ({ start, getBookmark: () => start }) } as unknown as D1Database

  test.each([
    [['b1'], 'b1'],
    [['b2', 'b10', 'b3'], 'b3'],
    [['b1', undefined], 'first-primary'],
  ])('over tables with the bookmarks %j starts at %s', (bookmarks, start) => {
    expect(readerOf(database, bookmarks)).toMatchObject({ start })
    expect(bookmarkOf(readerOf(database, bookmarks))).toBe(start)
  })

  test.each([[[undefined]], [[undefined, undefined]]])(
    'is the database over tables with the bookmarks %j',
    (bookmarks) => {
      expect(readerOf(database, bookmarks)).toBe(database)
    },
  )

  test('is the database itself where there are no sessions', () => {
    const plain = { prepare: () => undefined } as unknown as D1Database
    expect(readerOf(plain, ['b1'])).toBe(plain)
    expect(bookmarkOf(plain)).toBeUndefined()
    const wrapped = counted(plain)
    expect(bookmarkOf(openSession(wrapped))).toBeUndefined()
  })

  test('has no bookmark before its first read', () => {
    const unread = { getBookmark: () => null } as unknown as D1Database
    expect(bookmarkOf(unread)).toBeUndefined()
  })
})
