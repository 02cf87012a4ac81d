import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { idIn, linesDatabases, nextDatabase, withDatabase } from '../../../scripts/databases.mjs'

const toml = readFileSync('wrangler.toml', 'utf8')
const id = 'ad1f0ad4-0d5c-4a25-92f5-6b4ab6b4d4a1'

test('the next databases are bound after the last one, with the prefix of the first name', () => {
  expect(linesDatabases(toml)).toMatchObject([{ shard: 0, name: 'fairway-lines-0' }])
  expect(nextDatabase(toml)).toEqual({ shard: 1, name: 'fairway-lines-1' })
  const two = withDatabase(toml.replace('fairway-lines-0', 'town-lines-0'), { shard: 1, name: 'town-lines-1', id })
  expect(nextDatabase(two)).toEqual({ shard: 2, name: 'town-lines-2' })
  const three = withDatabase(two, { shard: 2, name: 'town-lines-2', id })
  expect(linesDatabases(three).map(({ shard }) => shard)).toEqual([0, 1, 2])
  expect(three.replace(/\n\[\[d1_databases\]\]\nbinding = "LINES_[12]"\n.*\n.*\n/g, '')).toBe(
    toml.replace('fairway-lines-0', 'town-lines-0'),
  )
})

test('wrangler reads the changed configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'databases-'))
  writeFileSync(`${folder}/wrangler.toml`, withDatabase(toml, { shard: 1, name: 'fairway-lines-1', id }))
  const { d1_databases: bound } = unstable_readConfig({ config: `${folder}/wrangler.toml` }, { hideWarnings: true })
  rmSync(folder, { recursive: true })
  expect(
    bound.map(({ binding, database_id }: { binding: string; database_id?: string }) => [binding, database_id]),
  ).toEqual([
    ['DB', expect.any(String)],
    ['LINES_0', expect.any(String)],
    ['LINES_1', id],
  ])
})

test.each([
  [`[[d1_databases]]\nbinding = "fairway_lines_1"\ndatabase_id = "${id}"\n`, id],
  [`{ "d1_databases": [{ "binding": "x", "database_id": "${id}" }] }`, id],
  ['An error occurred', undefined],
])('the id in %j', (output, found) => {
  expect(idIn(output)).toBe(found)
})
