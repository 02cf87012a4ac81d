import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import type { LineSource } from '../../worker/lines'
import { searchName } from '../../worker/lines/storage/table-names'
import { indexForSearch } from '../../worker/lines/storage/tables'
import type { Field } from '../../worker/schema/field'
import { ask, askFor, publish } from './tables'

const fields: Field[] = [
  { key: 'title', type: 'string' },
  { key: 'note', type: 'string', 'x-capabilities': { text: false } },
  { key: 'code', type: 'integer' },
  { key: 'day', type: 'string', format: 'date' },
]

const rows = [
  { title: 'La voie lactée', note: 'testers', code: 84500, day: '2017-10-05' },
  { title: 'un têst rouge', note: 'x', code: 1, day: '2018-01-01' },
  { title: "tester, c'est douter", note: 'test', code: 2, day: null },
  { title: 'mot1 mot2', note: null, code: null, day: null },
  { title: 'mot2 puis mot1', note: null, code: null, day: null },
  { title: 'mot1 seul', note: null, code: null, day: null },
  { title: "de l'eau du 84500", note: null, code: null, day: null },
  { title: null, note: null, code: null, day: '2017-11-01' },
]

describe('a search', () => {
  let source: LineSource
  beforeEach(async () => {
    source = await publish(fields, rows)
  })

  test.each<[string, string, number[]]>([
    ['lacté', '', [1]],
    ['lactée', '', [1]],
    ['LACTEE', '', [1]],
    ['test', '&q_fields=title', [2, 3]],
    ['tester', '&q_fields=title', [2, 3]],
    ['test', '&q_fields=note', [3]],
    ['tests', '&q_fields=note', []],
    ['les', '', []],
    ['de la', '', []],
    ['eau', '', [7]],
    ["l'eau", '', [7]],
    ['mot1 mot2', '', [4, 5, 6]],
    ['mot1 + mot2', '', [4, 5]],
    ['mot1 -mot2', '', [6]],
    ['-mot1 -mot2', '', [1, 2, 3, 7, 8]],
    ['"mot1 mot2"', '', [4]],
    ['(mot1 + seul) | rouge', '', [2, 6]],
    ['mot*', '', [4, 5, 6]],
    ['mot1 mot2', '&q_mode=and', [4, 5]],
    ['mot1 de mot2', '&q_mode=and', [4, 5]],
    ['mot1 se', '&q_mode=complete', [6]],
    ['mot1 de mot2', '&q_mode=complete', [4, 5]],
    ['lact', '&q_mode=complete', [1]],
    ['84500', '', [1, 7]],
    ['845', '', []],
    ['845', '&q_mode=complete', []],
    ['84500 lactée', '&q_mode=and', [1]],
    ['84500 -lactée', '', [7]],
    ['2017', '', [1, 8]],
    ['2017-10', '', [1]],
    ['2017-10-05', '', [1]],
    ['2017 | rouge', '', [1, 2, 8]],
  ])('for %s%s finds %j', async (text, options, expected) => {
    const { results, total } = await ask(source, `sort=_i&q=${encodeURIComponent(text)}${options}`)
    expect(results.map((line) => line._i)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test.each<[string, string, number[]]>([
    // A stop word in a phrase matches any word.
    ['"mot1 de mot2"', '&q_mode=complete', [2, 3]],
    ['"mot1 de mot2"', '', [2, 3]],
    ['"mot1 mot2"', '', [1]],
    // Text fields outside of the full-text index are compared as whole values, without case and accents by default.
    ['patisserie', '', [1]],
    ['gâteau', '', [2]],
    ['"red herring"', '', [3]],
    ['herring', '', []],
    ['strict', '', []],
    ['Strict', '', [1]],
    ['les', '', []],
    ['mot1 patisserie', '&q_mode=and', [1]],
    // Fields with the wildcard capability match any substring.
    ['ulange', '&q_mode=complete', [2]],
    ['ulange', '', []],
  ])('of phrases and whole values, for %s%s finds %j', async (text, options, expected) => {
    const off = { text: false, textStandard: false }
    const typed = await publish(
      [
        { key: 'words', type: 'string' },
        { key: 'whole', type: 'string', 'x-capabilities': off },
        { key: 'exact', type: 'string', 'x-capabilities': { ...off, insensitive: false } },
        { key: 'any', type: 'string', 'x-capabilities': { wildcard: true } },
      ],
      [
        { words: 'mot1 mot2', whole: 'PÂTISSERIE', exact: 'Strict', any: null },
        { words: 'mot1 mot3 mot2', whole: 'Gateau', exact: 'les', any: 'boulangerie' },
        { words: 'mot1 de mot2', whole: 'red herring', exact: null, any: null },
      ],
    )
    expect(await askFor(typed, '_i', `sort=_i&q=${encodeURIComponent(text)}${options}`)).toEqual(expected)
  })

  test.each<[string, string, number[]]>([
    ['test', '', [1]],
    ['TEST', '', [1]],
    ['têst', '', [2, 4]],
    ['TÊST', '', [2, 4]],
    ['tester', '', [3]],
    ['tes*', '', [1, 3]],
    ['tê*', '', [2, 4]],
    ['tes', '&q_mode=complete', [1, 3]],
    ['"un test"', '', []],
    ['"un têst"', '', [2]],
    ['test -seul', '', []],
    ['test | rouge', '', [1, 2]],
    ['test rouge', '&q_mode=and', []],
    ['têst rouge', '&q_mode=and', [2]],
    ['œuf', '', [4]],
    ['ca', '', [5]],
  ])('of a field without French analysis tells accents apart: for %s%s finds %j', async (text, options, expected) => {
    const standard = await publish(
      [
        { key: 'words', type: 'string', 'x-capabilities': { text: false } },
        { key: 'more', type: 'string' },
        { key: 'list', type: 'string', separator: ';', 'x-capabilities': { text: false } },
      ],
      [
        { words: 'test', more: 'seul', list: null },
        { words: 'un têst', more: 'rouge', list: null },
        { words: 'tester', more: null, list: null },
        { words: 'TÊST et Œuf', more: null, list: null },
        { words: null, more: null, list: ['çà', 'ca'] },
        { words: null, more: null, list: ['çà', 'été'] },
      ],
    )
    expect(await askFor(standard, '_i', `sort=_i&q=${encodeURIComponent(text)}${options}`)).toEqual(expected)
    const { results } = await ask(standard, `q=${encodeURIComponent(text)}${options}`)
    expect(results.map((line) => Number(line._i)).sort()).toEqual(expected)
    expect(results.every((line) => Number(line._score) > 0)).toBe(true)
  })

  test.each<[string, number[]]>([
    ['oeuvre', [1, 2]],
    ['œuvres', [1, 2]],
    ['coe*', [1]],
    ['cœ*', [1]],
    ['"maître bel"', []],
    ['"maître bel"~1', []],
    ['"maître bel"~2', [2]],
  ])('finds ligatures and words that are near: %s finds %j', async (text, expected) => {
    const source = await publish(
      [{ key: 'words', type: 'string' }],
      [{ words: 'Œuvre au cœur' }, { words: "le maître d'un bel oeuvre" }, { words: 'ouvre' }],
    )
    expect(await askFor(source, '_i', `sort=_i&q=${encodeURIComponent(text)}`)).toEqual(expected)
    const { results } = await ask(source, `highlight=words&q=${encodeURIComponent(text)}`)
    for (const line of results) expect(JSON.stringify(line._highlight)).toContain('highlighted')
  })

  test('of qs has scores when sorted by score', async () => {
    const { results } = await ask(source, `qs=${encodeURIComponent('mot1 OR code:84500')}&sort=-_score`)
    expect(results.map((line) => line._i)).toEqual(expect.arrayContaining([1, 4, 5, 6]))
    const scores = results.map((line) => line._score)
    expect(scores.every((score) => typeof score === 'number' && score > 0)).toBe(true)
    expect(scores).toEqual([...scores].sort((left, right) => Number(right) - Number(left)))
    const [plain] = (await ask(source, 'qs=mot1')).results
    expect(plain?._score).toBeNull()
  })

  test('ranks lines: each has a score, the best first, and cursors follow it', async () => {
    for (const q of ['mot1 mot2', 'mot1 84500 lactée 1']) {
      const { results } = await ask(source, `q=${encodeURIComponent(q)}`)
      const scores = results.map((line) => Number(line._score))
      expect(scores).toEqual([...scores].sort((left, right) => right - left))
      expect(scores.every((score) => score > 0)).toBe(true)
      const seen: unknown[] = []
      let after = ''
      for (let turn = 0; turn < 10; turn++) {
        const page = await ask(source, `size=1&q=${encodeURIComponent(q)}${after}`)
        seen.push(...page.results.map((line) => line._i))
        if (page.cursor === undefined) break
        after = `&after=${encodeURIComponent(page.cursor)}`
      }
      expect(seen).toEqual(results.map((line) => line._i))
    }
  })

  test('combines with filters, other sorts and searches in one field', async () => {
    expect(await askFor(source, '_i', 'q=mot1&title_starts=mot2')).toEqual([5])
    expect(await askFor(source, '_i', 'q=mot1&sort=-title')).toEqual([5, 6, 4])
    expect(await askFor(source, '_i', 'title_search=mot1 %2B mot2')).toEqual([4, 5])
    expect(await askFor(source, '_score', 'title_search=mot1')).toEqual([null, null, null])
  })

  test.each([
    '"',
    '*',
    '+ | - ( )',
    'a" OR "b',
    'NEAR(a b)',
    'c0:mot1',
    '{c0}',
    '\0',
    '((((',
    '"unclosed mot1',
    '^a',
    '~2',
    '😀',
    `${'('.repeat(900)}mot1`,
    'a '.repeat(900),
  ])('accepts %j', async (text) => {
    for (const mode of ['simple', 'and', 'complete']) {
      const { total } = await ask(source, `q_mode=${mode}&q=${encodeURIComponent(text)}`)
      expect(total === undefined ? -1 : total).toBeGreaterThanOrEqual(0)
    }
  })
})

test('in completion mode, the exact word comes before words that start with it', async () => {
  const source = await publish([{ key: 'v', type: 'string' }], [{ v: 'prefixsuite' }, { v: 'prefix' }])
  const { results } = await ask(source, 'q=prefix&q_mode=complete')
  expect(results.map((line) => line.v)).toEqual(['prefix', 'prefixsuite'])
  expect(Number(results[0]?._score)).toBeGreaterThan(Number(results[1]?._score))
  for (let end = 1; end <= 'configurations'.length; end++) {
    const typed = await publish([{ key: 'v', type: 'string' }], [{ v: 'des configurations' }])
    expect(await askFor(typed, 'v', `q_mode=complete&q=${'configurations'.slice(0, end)}`)).toHaveLength(1)
  }
})

test('a word finds its inflections, and in completion mode words that start with it', async () => {
  const texts = ['le port', 'les ports', 'Portugal', 'un portrait', 'port-la-nouvelle']
  const source = await publish(
    [{ key: 'v', type: 'string' }],
    texts.map((v) => ({ v })),
  )
  for (const mode of ['', '&q_mode=simple', '&q_mode=or', '&q_mode=and']) {
    expect(await askFor(source, '_i', `q=port&sort=_i${mode}`)).toEqual([1, 2, 5])
  }
  expect(await askFor(source, '_i', 'q=port&sort=_i&q_mode=complete')).toEqual([1, 2, 3, 4, 5])
  expect(await askFor(source, '_i', 'v_search=port&sort=_i')).toEqual([1, 2, 5])
  expect(await askFor(source, '_i', 'q=port*&sort=_i')).toEqual([1, 2, 3, 4, 5])
})

test('adjacent words come first in completion mode', async () => {
  const source = await publish([{ key: 'v', type: 'string' }], [{ v: 'mot2 mot1' }, { v: 'mot1 mot2' }])
  expect(await askFor(source, 'v', 'q=mot1 mot2&q_mode=complete')).toEqual(['mot1 mot2', 'mot2 mot1'])
})

test('a slice is indexed once despite repeated or simultaneous deliveries', async () => {
  const source = await publish([{ key: 'v', type: 'string' }], [{ v: 'un mot' }, { v: 'mot deux' }, { v: 'trois' }])
  const { pointer } = source
  const db = env.LINES_0
  await Promise.all([
    indexForSearch(db, pointer, 0, 3),
    indexForSearch(db, pointer, 0, 3),
    indexForSearch(db, pointer, 0, 2),
  ])
  expect(await indexForSearch(db, pointer, 1, 3)).toBe(3)
  await db
    .prepare(`INSERT INTO ${searchName(pointer.run)}(${searchName(pointer.run)}, rank) VALUES('integrity-check', 1)`)
    .run()
  const scores = await askFor(source, '_score', 'q=mot')
  const again = await publish([{ key: 'v', type: 'string' }], [{ v: 'un mot' }, { v: 'mot deux' }, { v: 'trois' }])
  expect(scores).toEqual(await askFor(again, '_score', 'q=mot'))
})

test('a search text that is too long is refused, words beyond the limit are ignored', async () => {
  const source = await publish([{ key: 'v', type: 'string' }], [{ v: 'fin' }])
  await expect(ask(source, `q=${'a'.repeat(limits.search.maxChars + 1)}`)).rejects.toMatchObject({ status: 400 })
  expect(await askFor(source, 'v', `q=${'zz '.repeat(limits.search.maxWords)}fin`)).toEqual([])
})

test('a word with ~ finds the words that differ in one letter', async () => {
  const source = await publish([{ key: 'v', type: 'string' }], [{ v: 'boulangerie' }, { v: 'boucherie' }])
  const found = (q: string) => askFor(source, '_i', `q=${encodeURIComponent(q)}`)
  expect(await found('boulangrie')).toEqual([])
  expect(await found('boulangrie~0')).toEqual([])
  for (const q of ['boulangrie~1', 'boulangerje~', 'bolangerie~2 + boulangerie']) expect(await found(q)).toEqual([1])
  expect((await found('boulangrie~1 bouchere~1')).sort()).toEqual([1, 2])
})
