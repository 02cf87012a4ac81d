import { describe, expect, it } from 'vitest'
import { mergeSchema, structureDifferences, withDetectedNotation } from '../../../worker/schema/merge-schema'
import { column, field, lat } from '../../support/fields'

describe('a merged schema', () => {
  it('gives new columns their settings', () => {
    expect(
      mergeSchema(
        [],
        [
          column('a', 'integer'),
          column('b', 'string', { longText: true }),
          column('c', 'string', { format: 'date', dateFormat: 'D/M/YYYY' }),
        ],
      ),
    ).toEqual([
      { key: 'a', type: 'integer', 'x-originalName': 'A' },
      {
        key: 'b',
        type: 'string',
        'x-originalName': 'B',
        'x-capabilities': { index: false, values: false, insensitive: false },
        'x-display': 'textarea',
      },
      { key: 'c', type: 'string', format: 'date', 'x-originalName': 'C' },
    ])
  })

  it('keeps the settings of users, with type, format and header from the file', () => {
    const existing = field('a', 'string', {
      title: 'T',
      format: 'date',
      'x-capabilities': { text: true },
      'x-originalName': 'old',
    })
    expect(mergeSchema([existing], [column('a', 'string', { codeLike: true, longText: true })])).toEqual([
      { key: 'a', type: 'string', title: 'T', 'x-capabilities': { text: true }, 'x-originalName': 'A' },
    ])
    expect(mergeSchema([existing], [column('a', 'number')])[0]).toMatchObject({ type: 'number', title: 'T' })
  })

  it('keeps the existing order, then new columns, then extensions, without removed columns', () => {
    const existing = [
      field('x', 'string', { 'x-extension': 'service/action' }),
      field('b'),
      field('gone'),
      field('a'),
      field('_i', 'integer', { 'x-calculated': true }),
    ]
    const merged = mergeSchema(existing, [column('n'), column('a'), column('b')])
    expect(merged.map(({ key }) => key)).toEqual(['b', 'a', 'n', 'x'])
  })

  it.each([
    [{ 'x-transform': { type: 'string' } }, column('a', 'integer'), 'string', undefined],
    [{ 'x-transform': { type: 'string', format: 'date' } }, column('a', 'integer'), 'string', 'date'],
    [{ 'x-transform': { expr: 'value' } }, column('a', 'string', { format: 'date' }), 'string', 'date'],
    [{ 'x-refersTo': 'http://schema.org/postalCode' }, column('a', 'integer'), 'string', undefined],
    [
      { 'x-refersTo': 'http://schema.org/postalCode', 'x-transform': { type: 'integer' } },
      column('a'),
      'string',
      undefined,
    ],
    [{ 'x-refersTo': 'http://schema.org/Date' }, column('a'), 'string', 'date-time'],
    [{ 'x-refersTo': 'http://schema.org/Date' }, column('a', 'string', { format: 'date' }), 'string', 'date'],
    [{ 'x-refersTo': lat }, column('a', 'integer'), 'integer', undefined],
  ])('with %j over %j has type %s and format %s', (settings, detected, type, format) => {
    const [merged] = mergeSchema([field('a', 'number', settings)], [detected])
    expect([merged?.type, merged?.format]).toEqual([type, format])
  })

  it.each([
    ['dates', { format: 'date' as const, dateFormat: 'D/M/YYYY' }, 'date'],
    ['texts', {}, undefined],
  ])('with a concept of dates has the format of its %s', (_, detected, format) => {
    const dated = field('a', 'string', { format: 'date', 'x-refersTo': 'https://schema.org/startDate' })
    expect(mergeSchema([dated], [column('a', 'string', detected)])[0]?.format).toBe(format)
  })

  it('refuses a file with the key of an extension', () => {
    const extension = field('a', 'string', { 'x-extension': 'e' })
    expect(() => mergeSchema([extension], [column('a')])).toThrow(
      expect.objectContaining({ code: 'extension-key-taken' }),
    )
  })

  it('is read with the notation of the file', () => {
    const detected = column('a', 'string', { format: 'date', dateFormat: 'D/M/YYYY' })
    expect(withDetectedNotation(field('a', 'string', { dateFormat: 'D/M/YY' }), detected).dateFormat).toBe('D/M/YYYY')
    expect(withDetectedNotation(field('a', 'string', { dateFormat: 'D/M/YY' }), column('a'))).not.toHaveProperty(
      'dateFormat',
    )
  })
})

describe('the differences of a structure', () => {
  it('are columns missing, added or of another type', () => {
    const before = [field('a'), field('b', 'integer'), field('c', 'string', { format: 'date' }), field('d')]
    const after = [field('n'), field('d', 'string', { format: 'uri-reference' }), field('b', 'number'), field('c')]
    expect(structureDifferences(before, after)).toEqual({ missing: ['a'], added: ['n'], changed: ['b', 'c'] })
  })

  it('ignore calculated fields and those of extensions', () => {
    const before = [field('_i', 'integer', { 'x-calculated': true })]
    const after = [field('x', 'string', { 'x-extension': 'e' })]
    expect(structureDifferences(before, after)).toEqual({ missing: [], added: [], changed: [] })
    expect(structureDifferences(after, before)).toEqual({ missing: [], added: [], changed: [] })
  })
})
