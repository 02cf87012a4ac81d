/** The reader of SQLite databases, beside SQLite itself. */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, test } from 'vitest'
import { openDatabase } from '../../../worker/formats/sqlite/database'
import type { SqlValue } from '../../../worker/formats/sqlite/record'
import { definitionOf } from '../../../worker/formats/sqlite/table-definition'
import { seeded } from '../../support/random'
import { databaseOf } from './databases'
import { memory } from './sheets'

async function rowsIn(
  bytes: Uint8Array,
  name = 't',
): Promise<{ columns: string[]; rows: SqlValue[][] } | null | undefined> {
  const { table } = await openDatabase(memory(bytes))
  const found = table(name)
  if (!found) return found
  const rows: SqlValue[][] = []
  for await (const batch of found.rows()) rows.push(...batch.map(({ values }) => values))
  return { columns: found.columns.map((column) => column.name), rows }
}

/** The rows of a table, as SQLite gives them. */
function expected(db: DatabaseSync, name = 't'): { columns: string[]; rows: unknown[][] } {
  const statement = db.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)
  statement.setReadBigInts(true)
  const columns = statement.columns().map((column) => column.name)
  const rows = statement.all().map((row) => columns.map((column) => shortest(row[column])))
  return { columns, rows }
}

const shortest = (value: unknown) =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

async function bothReadings(fill: (db: DatabaseSync) => void) {
  let asSqlite: unknown
  const bytes = databaseOf((db) => {
    fill(db)
    asSqlite = expected(db)
  })
  return [await rowsIn(bytes), asSqlite]
}

describe('a table is read as SQLite reads it', () => {
  const cases: [string, string][] = [
    [
      'values of every size',
      `CREATE TABLE t (a); INSERT INTO t VALUES (NULL), (0), (1), (-1), (127), (-128), (128), (32767), (-32768), (32768),
       (8388607), (-8388608), (8388608), (2147483647), (-2147483648), (2147483648), (140737488355327), (-140737488355328),
       (140737488355328), (9007199254740991), (9007199254740993), (9223372036854775807), (-9223372036854775808), (1.5), (-0.1),
       (1e300), (9e999), ('é日\u{1f648}'), (''), (x'00ff'), (x'')`,
    ],
    [
      'the row identifier under a name',
      'CREATE TABLE t (a, id integer primary key); INSERT INTO t VALUES (1, 7), (2, -9223372036854775808), (3, 1152921504606846977)',
    ],
    [
      'the row identifier by a constraint of the table',
      'CREATE TABLE t (a, "i d" INTEGER, CONSTRAINT pk PRIMARY KEY ("i d" DESC)); INSERT INTO t VALUES (1, 70)',
    ],
    [
      'a key that is not the row identifier',
      'CREATE TABLE t (a INTEGER PRIMARY KEY DESC, b INT PRIMARY KEY); INSERT INTO t VALUES (5, 6)'.replace(
        'b INT PRIMARY KEY',
        'b INT',
      ),
    ],
    ['a key of two columns', 'CREATE TABLE t (a INTEGER, b INTEGER, PRIMARY KEY (a, b)); INSERT INTO t VALUES (5, 6)'],
    [
      'quoted names',
      `CREATE TABLE t ("a ""b"", c" TEXT, [d,(e] INT, \`f\`\`g\` , 'h''i' REAL, "primary" TEXT, "é" TEXT); INSERT INTO t VALUES (1, 2, 3, 4, 5, 6)`,
    ],
    [
      'constraints and comments',
      `CREATE TABLE t ( -- a, (
        a VARYING CHARACTER (20, 3) NOT NULL DEFAULT 'x, (' /* , b */ CHECK (a <> ')' AND length(a) > 0) COLLATE NOCASE,
        b DECIMAL(10,2) CONSTRAINT c UNIQUE DEFAULT (1 + 2) REFERENCES t (a) ON DELETE SET DEFAULT,
        CHECK (b <> 7) CONSTRAINT u UNIQUE (a, b), FOREIGN KEY (a) REFERENCES t (a)
      ); INSERT INTO t VALUES ('y', 2)`,
    ],
    [
      'columns that are newer than rows',
      `CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'it''s'; ALTER TABLE t ADD COLUMN c DEFAULT -1.5;
       ALTER TABLE t ADD d BOOLEAN NOT NULL DEFAULT TRUE; ALTER TABLE t ADD e INTEGER; ALTER TABLE t ADD f DEFAULT "word"; ALTER TABLE t ADD g DEFAULT 0x10; INSERT INTO t VALUES (2, 3, 4, 5, 6, 7, 8)`,
    ],
    [
      'columns that were renamed and removed',
      'CREATE TABLE t (a, b, c); INSERT INTO t VALUES (1, 2, 3); ALTER TABLE t RENAME COLUMN a TO z; ALTER TABLE t DROP COLUMN b',
    ],
    ['stored computed columns', 'CREATE TABLE t (a, b AS (a + 1) STORED, c); INSERT INTO t VALUES (1, 3)'],
    ['a strict table', 'CREATE TABLE t (a INTEGER PRIMARY KEY, b ANY) STRICT; INSERT INTO t VALUES (1, 3)'],
    ['a table of a query', 'CREATE TABLE t AS SELECT 1 AS "a(b", 2 AS c'],
    ['an empty table', 'CREATE TABLE t (a)'],
    ['deleted rows', 'CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3); DELETE FROM t WHERE a = 2'],
    ['a name in another case', 'CREATE TABLE T (a); INSERT INTO t VALUES (1)'],
  ]
  test.each(cases)('%s', async (_, sql) => {
    const [read, asSqlite] = await bothReadings((db) => db.exec(sql))
    expect(read).toEqual(asSqlite)
  })

  test.each([512, 1_024, 4_096, 65_536])('pages of %d bytes, many levels, long rows', async (pageSize) => {
    const [read, asSqlite] = await bothReadings((db) => {
      db.exec(`PRAGMA page_size = ${pageSize}; CREATE TABLE t (a, b); CREATE TABLE other (a); BEGIN`)
      const insert = db.prepare('INSERT INTO t VALUES (?, ?)')
      for (let n = 0; n < 3_000; n++) {
        insert.run(n, 'x'.repeat(n % 7 === 0 ? n * 3 : n % 50))
        if (n % 3 === 0) db.exec(`INSERT INTO other VALUES (${n}); DELETE FROM t WHERE rowid = ${n - 1}`)
      }
      db.exec('COMMIT')
    })
    expect(read).toEqual(asSqlite)
  })

  test.each(['UTF-16le', 'UTF-16be'])('texts in %s', async (encoding) => {
    const [read, asSqlite] = await bothReadings((db) =>
      db.exec(
        `PRAGMA encoding = '${encoding}'; CREATE TABLE t ("é" TEXT DEFAULT 'ß'); INSERT INTO t VALUES ('日本\u{1f648}'), ('')`,
      ),
    )
    expect(read).toEqual(asSqlite)
  })

  it('every length of a row around those that overflow', async () => {
    const [read, asSqlite] = await bothReadings((db) => {
      db.exec('PRAGMA page_size = 512; CREATE TABLE t (a); BEGIN')
      const insert = db.prepare('INSERT INTO t VALUES (?)')
      for (let length = 0; length < 2_000; length++) insert.run('y'.repeat(length))
      db.exec('COMMIT')
    })
    expect(read).toEqual(asSqlite)
  })

  it('tables of drawn columns and values', async () => {
    const { pick: draw, whole } = seeded(7)
    for (let round = 0; round < 60; round++) {
      const quotes = ['"', '`', "'"] as const
      const columns = Array.from({ length: 1 + whole(8) }, (_, at) => {
        const quote = draw(quotes)
        const name = `${draw(['a', 'é ', ', ', '(', ')', '--', '/*', '[', quote + quote, 'default'])}${at}`
        const type = draw(['', 'INTEGER', 'TEXT (10)', 'DOUBLE PRECISION', '"odd type"', 'BLOB'])
        const rule = draw([
          '',
          'NOT NULL',
          'UNIQUE',
          "DEFAULT 'a,)'",
          'DEFAULT -3',
          'CHECK (1 <> (2))',
          'COLLATE BINARY',
        ])
        return `${quote}${name}${quote} ${type} ${rule}`
      })
      const [read, asSqlite] = await bothReadings((db) => {
        db.exec(
          `PRAGMA page_size = ${draw([512, 4_096])}; CREATE TABLE t (${columns.join(draw([',', ', /* , */ ', ',\n']))})`,
        )
        const insert = db.prepare(`INSERT OR IGNORE INTO t VALUES (${columns.map(() => '?').join(', ')})`)
        for (let row = 0; row < 20; row++) {
          insert.run(
            ...columns.map(() =>
              draw([row, -1.25, `${row} text`, 'z'.repeat(whole(900)), BigInt(2 ** 55) + BigInt(row)]),
            ),
          )
        }
      })
      expect(read, columns.join(',')).toEqual(asSqlite)
    }
  })
})

describe('a table that is not read', () => {
  test.each([
    ['without row identifiers', 'CREATE TABLE t (a PRIMARY KEY, b) WITHOUT ROWID'],
    ['that is a view', 'CREATE VIEW t AS SELECT 1'],
    ['that is virtual', 'CREATE VIRTUAL TABLE t USING rtree(id, a, b)'],
  ])('%s is null', async (_, sql) => {
    expect(await rowsIn(databaseOf((db) => db.exec(sql)))).toBeNull()
  })

  it('that does not exist is undefined', async () => {
    expect(await rowsIn(databaseOf((db) => db.exec('CREATE TABLE u (a)')))).toBeUndefined()
  })
})

describe('a definition', () => {
  it('has columns that are computed when they are read, which records do not have', () => {
    const { columns } = definitionOf(
      'CREATE TABLE t (a, b INT GENERATED ALWAYS AS (a) VIRTUAL, c AS (b), d AS (a) STORED)',
    )
    expect(columns.map(({ name, isStored }) => [name, isStored])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
      ['d', true],
    ])
  })

  test.each([
    '',
    'CREATE TABLE t',
    'CREATE TABLE t (a',
    'CREATE TABLE t (a,)',
    'CREATE TABLE t (,',
    `CREATE TABLE t ("a`,
    `CREATE TABLE t (${'('.repeat(9_000)}`,
  ])('that is cut is invalid', (sql) => {
    expect(() => definitionOf(sql)).toThrow(expect.objectContaining({ code: 'geopackage-invalid' }))
  })
})
