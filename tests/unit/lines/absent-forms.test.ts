/** Searches of large tables do not look for the forms of words that no line has. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import type { LineSource } from '../../../worker/lines'
import { compileSearch } from '../../../worker/lines/search/compile-search'
import { formsOf } from '../../../worker/lines/search/words'
import { layoutOf } from '../../../worker/lines/storage/layout'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [{ key: 'words', type: 'string' }]
const search = { text: 'écoles -"la mairie" port', mode: 'complete', parameter: 'q', ranked: true } as const
const sourceOf = (count: number, more: Partial<LineSource['pointer']['layout']> = {}): LineSource => {
  const layout = { ...layoutOf(fields, new Map(), undefined), ...more }
  return { pointer: { shard: 0, run: 'r1', layout, count }, fields, defaultOrder: 'file' }
}
const large = sourceOf(limits.search.tiersFromLines)

test('the forms of all words are counted in large tables whose lines do not change', () => {
  const forms = formsOf(search, large) ?? []
  expect(forms).toEqual(expect.arrayContaining(['ecole', 'ecoles', 'mairie', 'port', 'ports']))
  expect(forms).not.toContain('la')
  expect(formsOf(search, sourceOf(limits.search.tiersFromLines - 1))).toBeUndefined()
  expect(formsOf(search, sourceOf(limits.search.tiersFromLines, { editable: true }))).toBeUndefined()
  const long = Array.from({ length: limits.search.maxTierWords + 1 }, (_, at) => `mot${at}`).join(' ')
  expect(formsOf({ ...search, text: long }, large)).toBeUndefined()
})

test('absent forms are not looked for; a word without any is looked for as it was typed', () => {
  const present = new Set(['ecole', 'ports'])
  const absentForms = new Set(formsOf(search, large)?.filter((form) => !present.has(form)))
  const compiled = compileSearch({ ...search, text: 'écoles port mairies', absentForms }, large)
  expect(compiled.where).toEqual({
    is: 'match',
    expression:
      '((("ecole" OR "ecoles") AND ("ports" OR "port") AND ("mairies" OR "mairies" *))) OR ("ecoles port mairies" *)',
  })
})
