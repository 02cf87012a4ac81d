import { describe, expect, it } from 'vitest'
import { calculatedFields, withCalculated } from '../../../worker/schema/calculated'
import type { Field } from '../../../worker/schema/field'
import { field, geometry, lat, latLon, lon } from '../../support/fields'

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

  it('of editable datasets include the update date of a line', () => {
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

  it('replace the sent ones', () => {
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
