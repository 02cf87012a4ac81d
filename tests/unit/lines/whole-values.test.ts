/** Fields outside of the full-text index: compared with their listed values, or scanned. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import type { LineSource } from '../../../worker/lines'
import { compileSearch } from '../../../worker/lines/search/compile-search'
import { layoutOf } from '../../../worker/lines/storage/layout'
import type { Field } from '../../../worker/schema/field'

const off = { text: false, textStandard: false }
const words: Field = { key: 'words', type: 'string' }
const kind = (listed: boolean): Field => ({
  ...{ key: 'kind', type: 'string', 'x-capabilities': off },
  ...(listed ? { enum: ['Oak', 'Éléphant'] } : {}),
})
const small = 100
const large = limits.indexes.fromLines

/** The tests on rows that a search of a word makes beside the index. */
function testsOf(text: string, { listed = false, editable = false, count = small }) {
  const fields = [words, kind(listed)]
  const layout = { ...layoutOf(fields, new Map(), undefined), ...(editable ? { editable } : {}) }
  const source: LineSource = { pointer: { shard: 0, run: 'r1', layout, count }, fields, defaultOrder: 'file' }
  return compileSearch({ text, mode: 'simple', parameter: 'q', ranked: true }, source).ranking.boosts.map((boost) =>
    boost.is === 'test' ? boost.test : boost.is,
  )
}

test.each([
  ['is scanned in a small table', 'oak', {}, [{ op: 'eq', value: 'oak' }]],
  ['is not scanned in a large one', 'oak', { count: large }, []],
  ['with listed values is compared with those', 'ELEPHANT', { listed: true }, [{ op: 'in', values: ['Éléphant'] }]],
  ['is not read for a word that is no value of it', 'elm', { listed: true }, []],
  ['of a large table neither', 'elm', { listed: true, count: large }, []],
  ['is scanned where rows are edited', 'elm', { listed: true, editable: true }, [{ op: 'eq', value: 'elm' }]],
])('a field %s', (_, text, table, expected) => {
  expect(testsOf(text, table)).toEqual(expected)
})
