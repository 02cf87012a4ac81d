import { describe, expect, it } from 'vitest'
import { calculatedFields, withCalculated } from '../../../worker/schema/calculated'
import { capable, defaultCapabilities } from '../../../worker/schema/capabilities'
import type { Capability, DetectedField, Field } from '../../../worker/schema/field'
import { asRead, mergeSchema, structureDifferences } from '../../../worker/schema/merge'
import { observed } from '../../../worker/schema/observed'
import { FieldProfile } from '../../../worker/schema/profile'
import { toJsonSchema, toTableSchema } from '../../../worker/schema/tableschema'

const field = (key: string, type: Field['type'] = 'string', rest: Partial<Field> = {}): Field => ({
  key,
  type,
  ...rest,
})
const column = (key: string, type: DetectedField['type'] = 'string', rest: Partial<DetectedField> = {}) => ({
  key,
  'x-originalName': key.toUpperCase(),
  type,
  ...rest,
})
const lat = 'http://schema.org/latitude'
const lon = 'http://schema.org/longitude'
const latLon = 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long'
const geometry = 'https://purl.org/geojson/vocab#geometry'

describe('a capability', () => {
  const cases: [Field, Capability, boolean][] = [
    [field('a'), 'index', true],
    [field('a'), 'wildcard', false],
    [field('a'), 'textAgg', false],
    [field('a', 'string', { 'x-capabilities': { wildcard: true, index: false } }), 'wildcard', true],
    [field('a', 'string', { 'x-capabilities': { wildcard: true, index: false } }), 'index', false],
    [field('a', 'number'), 'text', false],
    [field('a', 'number', { 'x-capabilities': { wildcard: true } }), 'wildcard', false],
    [field('a', 'integer'), 'insensitive', false],
    [field('a', 'integer'), 'textStandard', true],
    [field('a', 'string', { format: 'date' }), 'text', false],
    [field('a', 'string', { format: 'date-time' }), 'insensitive', false],
    [field('a', 'string', { format: 'date' }), 'textStandard', true],
    [field('_id'), 'index', false],
  ]
  it.each(cases)('of %j: %s is %s', (described, capability, answer) => {
    expect(capable(described, capability)).toBe(answer)
  })

  it('is set on new columns where the defaults do not suit', () => {
    expect(defaultCapabilities(column('a', 'string', { longText: true }))).toEqual({
      index: false,
      values: false,
      insensitive: false,
    })
    expect(defaultCapabilities(column('a', 'string', { codeLike: true }))).toEqual({ text: false, insensitive: false })
    expect(defaultCapabilities(column('a'))).toBeUndefined()
  })
})

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

  it('keeps what users set and takes type, format and header from the file', () => {
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

  it('keeps the existing order, then new columns, then extensions, without what left', () => {
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

  it('refuses a file that holds the key of an extension', () => {
    const extension = field('a', 'string', { 'x-extension': 'e' })
    expect(() => mergeSchema([extension], [column('a')])).toThrow(
      expect.objectContaining({ code: 'file-column-repeated' }),
    )
  })

  it('is read with the notation of the file', () => {
    const detected = column('a', 'string', { format: 'date', dateFormat: 'D/M/YYYY' })
    expect(asRead(field('a', 'string', { dateFormat: 'D/M/YY' }), detected).dateFormat).toBe('D/M/YYYY')
    expect(asRead(field('a', 'string', { dateFormat: 'D/M/YY' }), column('a'))).not.toHaveProperty('dateFormat')
  })
})

describe('the differences of a structure', () => {
  it('are columns missing, added or of another type', () => {
    const before = [field('a'), field('b', 'integer'), field('c', 'string', { format: 'date' }), field('d')]
    const after = [field('n'), field('d', 'string', { format: 'uri-reference' }), field('b', 'number'), field('c')]
    expect(structureDifferences(before, after)).toEqual({ missing: ['a'], added: ['n'], changed: ['b', 'c'] })
  })

  it('ignore calculated fields, not extensions', () => {
    const before = [field('_i', 'integer', { 'x-calculated': true })]
    const after = [field('x', 'string', { 'x-extension': 'e' })]
    expect(structureDifferences(before, after)).toEqual({ missing: [], added: ['x'], changed: [] })
  })
})

describe('calculated fields', () => {
  const keys = (fields: Field[], nature: 'file' | 'rest' = 'file') =>
    calculatedFields(fields, nature).map(({ key }) => key)
  const about = (identifier: string, rest: Partial<Field> = {}) =>
    field(identifier, 'string', { 'x-refersTo': identifier, ...rest })
  const always = ['_id', '_i', '_rand']

  it.each([
    [[field('a')], always],
    [[about(lat)], always],
    [
      [about(lat), about(lon)],
      ['_geopoint', ...always],
    ],
    [[about(latLon)], ['_geopoint', ...always]],
    [[about(geometry)], ['_geoshape', '_geocorners', '_geopoint', ...always]],
    [[about(geometry, { 'x-capabilities': { geoCorners: false } })], ['_geoshape', '_geopoint', ...always]],
  ])('for %j are %j', (fields, expected) => {
    expect(keys(fields)).toEqual(expected)
  })

  it('of editable datasets say when a line was updated', () => {
    expect(calculatedFields([], 'rest')[0]).toEqual({
      key: '_updatedAt',
      type: 'string',
      format: 'date-time',
      title: 'Date de mise à jour',
      'x-calculated': true,
    })
  })

  it('carry the position concept unless a column has it', () => {
    const point = (fields: Field[]) => calculatedFields(fields, 'file').find(({ key }) => key === '_geopoint')
    expect(point([about(lat), about(lon)])?.['x-refersTo']).toBe(latLon)
    expect(point([about(latLon)])).not.toHaveProperty('x-refersTo')
  })

  it('replace those that were sent', () => {
    const sent = [field('_i', 'string'), field('a'), field('_other', 'string', { 'x-calculated': true })]
    expect(withCalculated(sent, 'file').map(({ key, type }) => `${key} ${type}`)).toEqual([
      'a string',
      '_id string',
      '_i integer',
      '_rand integer',
    ])
    expect(withCalculated(withCalculated([about(lat), about(lon)], 'file'), 'file')).toHaveLength(6)
  })
})

describe('what was observed in a column', () => {
  const over = (values: string[], described: Field, lines = values.length) => {
    const profile = new FieldProfile({ left: 10_000 })
    for (const value of values) profile.add(value)
    return observed(described, profile.statistics(), lines)
  }

  it('lists repeated values, most frequent first, as they are stored', () => {
    expect(over(['1', '2', '1,0', '2', '1', '2', '1'], field('a', 'number'))).toEqual({
      'x-cardinality': 2,
      enum: [1, 2],
    })
    expect(over(['a,b', 'b', 'b', 'a,b'], field('a', 'string', { separator: ',' }))).toEqual({
      'x-cardinality': 2,
      enum: ['b', 'a'],
    })
  })

  it.each([
    ['values that hardly repeat', over(['a', 'b', 'c', 'a'], field('a')), { 'x-cardinality': 3 }],
    ['a column that is mostly empty', over(['a', 'a'], field('a'), 10), { 'x-cardinality': 1 }],
    [
      'more values than a list holds',
      over(
        [...Array(153).keys()].map((n) => `${n % 51}`),
        field('a'),
      ),
      { 'x-cardinality': 51 },
    ],
    ['a latitude', over(['1', '1'], field('a', 'number', { 'x-refersTo': lat })), {}],
    [
      'a field that cannot be grouped',
      over(['1', '1'], field('a', 'string', { 'x-capabilities': { values: false } })),
      {},
    ],
  ])('lists nothing for %s', (_, answer, expected) => {
    expect(answer).toEqual(expected)
  })
})

describe('a schema for other tools', () => {
  const fields = [
    field('a', 'integer', {
      title: 'T',
      description: 'D',
      'x-refersTo': lat,
      'x-required': true,
      enum: [1, 2],
      icon: 'i',
      minimum: 0,
    }),
    field('b', 'string', {
      'x-originalName': 'B',
      separator: ',',
      'x-labels': { x: 'X' },
      pattern: '^x',
      'x-required': true,
      format: null,
    }),
    field('c', 'string', { 'x-extension': 'e', 'x-labels': { x: 'X' }, 'x-labelsRestricted': true }),
    field('_i', 'integer', { 'x-calculated': true }),
  ]

  it('is a table schema of the own fields', () => {
    expect(toTableSchema(fields)).toEqual({
      fields: [
        { name: 'a', title: 'T', type: 'integer', description: 'D', rdfType: lat },
        { name: 'b', title: 'B', type: 'string' },
      ],
    })
  })

  it('is a JSON schema of a line', () => {
    expect(toJsonSchema(fields)).toEqual({
      type: 'object',
      required: ['a', 'b'],
      properties: {
        a: { title: 'T', type: 'integer', description: 'D', 'x-refersTo': lat, minimum: 0, examples: [1, 2] },
        b: {
          title: 'B',
          type: 'string',
          'x-originalName': 'B',
          pattern: '^x',
          anyOf: [{ const: 'x', title: 'X' }, {}],
          layout: { separator: ',' },
        },
      },
    })
  })

  it('describes several values as an array when asked', () => {
    expect(toJsonSchema(fields, { arrays: true }).properties.b).toEqual({
      title: 'B',
      type: 'array',
      'x-originalName': 'B',
      minItems: 1,
      items: { type: 'string', pattern: '^x', anyOf: [{ const: 'x', title: 'X' }, {}] },
    })
  })

  it('adds calculated fields and extensions when asked, read only', () => {
    const { properties } = toJsonSchema(fields, { calculated: true, extension: true })
    expect(properties.c).toMatchObject({ readOnly: true, oneOf: [{ const: 'x', title: 'X' }] })
    expect(properties._i).toMatchObject({ readOnly: true, type: 'integer' })
  })
})
