import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { dropTable } from '../../worker/lines/storage'
import { fold, foldSql } from '../../worker/lines/storage/fold-for-sorting'
import type { Field } from '../../worker/schema/field'
import { ask, askFor, publish } from './tables'

test('the maximum number of sorts and conditions fits in one statement, with a cursor', async () => {
  const fields: Field[] = Array.from({ length: 90 }, (_, at) => ({ key: `f${at}`, type: 'string' }))
  const rows = Array.from({ length: 3 }, () => Object.fromEntries(fields.map(({ key }) => [key, 'é'])))
  const source = await publish(fields, rows)
  const keys = [...fields.slice(0, 5), ...fields.slice(-5)].map(({ key }, at) => (at % 2 ? `-${key}` : key))
  expect(keys).toHaveLength(limits.lines.maxSortKeys)
  const filters = fields.slice(0, limits.lines.maxConditions).map(({ key }, at) => `${key}_in=é,${at}`)
  const query = `size=1&sort=${keys.join(',')}&${filters.join('&')}`
  const seen: unknown[] = []
  let after = ''
  for (let turn = 0; turn < 5; turn++) {
    const page = await ask(source, `${query}${after}`)
    seen.push(...page.results.map((line) => line._i))
    if (page.cursor === undefined) break
    after = `&after=${encodeURIComponent(page.cursor)}`
  }
  expect(seen).toEqual([1, 2, 3])
})

test('a filter accepts more values than a statement can bind', async () => {
  const fields: Field[] = Array.from({ length: 60 }, (_, at) => ({
    key: `f${at}`,
    type: 'string',
    format: 'date-time',
  }))
  const source = await publish(fields, [Object.fromEntries(fields.map(({ key }) => [key, '2023-11-21T10:00:00Z']))])
  const query = fields.map(({ key }, at) => `${key}_eq=2023-11-21&${at}=x`).join('&')
  expect((await ask(source, query)).total).toBe(1)
  const different = fields.map(
    ({ key }, at) => `${key}_${at % 2 ? 'gt' : 'neq'}=20${10 + (at % 12)}-01-${10 + (at % 15)}`,
  )
  expect((await ask(source, different.join('&'))).total).toBe(1)
})

test('SQLite and TypeScript fold text in the same way', async () => {
  const texts = ['Éric', 'ÇA', 'œuvre Œ', 'Straße', 'ŁÓDŹ', 'e\u0301', '日本 É', 'plain', 'TAB\tÉ', 'áÁãÃ', '']
  const { results } = await env.LINES_0.prepare(`SELECT ${foldSql('value')} AS folded FROM json_each(?1)`)
    .bind(JSON.stringify(texts))
    .all<{ folded: string }>()
  expect(results.map(({ folded }) => folded)).toEqual(texts.map(fold))
})

test('a group of exclusions with a value scores every line it keeps', async () => {
  const fields: Field[] = [
    { key: 'v', type: 'string' },
    { key: 'n', type: 'integer' },
  ]
  const source = await publish(fields, [
    { v: 'mot', n: 7 },
    { v: 'mot', n: 8 },
    { v: 'autre', n: 9 },
  ])
  const query = `q=${encodeURIComponent('(-mot) | 7')}`
  expect((await ask(source, query)).total).toBe(2)
  expect(await askFor(source, '_i', query)).toEqual([1, 3])
})

test('dropping a table drops all derived tables, and is idempotent', async () => {
  const { pointer } = await publish([{ key: 'v', type: 'string' }], [{ v: 'a' }])
  const names = env.LINES_0.prepare(
    `SELECT group_concat(name) AS names FROM sqlite_master WHERE instr(name,?1)>0`,
  ).bind(`_${pointer.run}`)
  expect(await names.first('names')).toContain(`lines_${pointer.run}`)
  await dropTable(env.LINES_0, pointer.run)
  await dropTable(env.LINES_0, pointer.run)
  expect(await names.first('names')).toBeNull()
})
