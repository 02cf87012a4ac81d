import { describe, expect, it } from 'vitest'
import { capable, defaultCapabilities } from '../../../worker/schema/capabilities'
import type { Capability, Field } from '../../../worker/schema/field'
import { column, field } from '../../support/fields'

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
