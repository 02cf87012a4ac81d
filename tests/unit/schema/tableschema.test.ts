import { describe, expect, it } from 'vitest'
import { toJsonSchema, toTableSchema } from '../../../worker/schema/tableschema'
import { field, lat } from '../../support/fields'

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

  it('describes several values as an array with the option `arrays`', () => {
    expect(toJsonSchema(fields, { arrays: true }).properties.b).toEqual({
      title: 'B',
      type: 'array',
      'x-originalName': 'B',
      minItems: 1,
      items: { type: 'string', pattern: '^x', anyOf: [{ const: 'x', title: 'X' }, {}] },
    })
  })

  it('adds calculated fields and extensions with their options, read only', () => {
    const { properties } = toJsonSchema(fields, { calculated: true, extension: true })
    expect(properties.c).toMatchObject({ readOnly: true, oneOf: [{ const: 'x', title: 'X' }] })
    expect(properties._i).toMatchObject({ readOnly: true, type: 'integer' })
  })
})
