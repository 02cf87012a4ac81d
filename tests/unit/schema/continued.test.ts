/** Columns whose header changed: keys that are kept, settings that continue, and which columns are proposed. */
import { expect, test } from 'vitest'
import { columnKeys } from '../../../worker/schema/column-keys'
import { continuations, continueFields, keptKeysAfter } from '../../../worker/schema/continued'
import type { Field } from '../../../worker/schema/field'

const text = (key: string, more: Partial<Field> = {}): Field => ({
  key,
  type: 'string',
  'x-originalName': key,
  ...more,
})
const keysOf = (headers: string[], kept: Record<string, string>) =>
  columnKeys(headers, { kept }).columns.map(({ key }) => key)

test('a header keeps the key of another, unless the file has that one', () => {
  expect(keysOf(['Name', 'town'], { name: 'nom' })).toEqual(['nom', 'town'])
  expect(keysOf(['Name', 'nom'], { name: 'nom' })).toEqual(['name', 'nom'])
  expect(keysOf(['constructor'], { name: 'nom' })).toEqual(['constructor'])
})

test('the last header of a column keeps its key', () => {
  expect(keptKeysAfter({ name: 'nom', town: 'ville' }, { label: 'nom' })).toEqual({ town: 'ville', label: 'nom' })
})

test('settings continue, corrections of the new column stay, the order is that of before', () => {
  const published = [
    text('nom', { title: 'Nom usuel', description: 'Du site', 'x-refersTo': 'c', 'x-labels': { a: 'A' } }),
    text('ville', { title: 'Ville' }),
  ]
  const draft = [text('ville'), text('name')]
  const kept = { name: 'nom' }
  expect(continueFields({ published, draft, sent: draft }, kept)).toEqual([
    { ...published[0], 'x-originalName': 'name' },
    draft[0],
  ])
  const sent = [text('ville'), text('name', { title: 'Typed' })]
  expect(continueFields({ published, draft, sent }, kept)[0]).toMatchObject({ title: 'Typed', description: 'Du site' })
})

test('codes that were kept as text stay text', () => {
  const published = [text('code', { 'x-transform': { type: 'string' } })]
  const draft: Field[] = [{ key: 'postcode', type: 'integer', 'x-originalName': 'postcode' }]
  expect(continueFields({ published, draft, sent: draft }, { postcode: 'code' })).toMatchObject([
    { key: 'code', type: 'string', 'x-originalName': 'postcode' },
  ])
})

test.each([
  [{ other: 'nom' }, /"other" is not new/],
  [{ name: 'ville' }, /"ville" is not removed/],
  [{ name: 'nom', label: 'nom' }, /two new fields/],
])('%j is refused', (kept, reason) => {
  const published = [text('nom'), text('ville')]
  const draft = [text('ville'), text('name'), text('label')]
  expect(() => continueFields({ published, draft, sent: draft }, kept)).toThrow(reason)
})

test('values or names in common are proposed, for columns of one type', () => {
  const known = (field: Field, ...values: string[]) => ({ field, values: new Set(values) })
  const removed = [known(text('nom'), 'A', 'B'), known(text('site_code'), '1'), known(text('note'), 'x')]
  const added = [
    known(text('name'), 'A', 'B', 'C'),
    known(text('code'), '2'),
    known({ key: 'size', type: 'integer' }, 'x'),
  ]
  expect([...continuations(removed, added)]).toEqual([
    ['nom', { key: 'name', why: 'values' }],
    ['site_code', { key: 'code', why: 'name' }],
  ])
})
