import { describe, expect, test } from 'vitest'
import { incompatibilities } from '../../../worker/applications/base/compatibility'
import type { DatasetsFilter } from '../../../worker/applications/base/dataset-filters'

const filter = (parameters: Record<string, string[]>): DatasetsFilter => ({
  ...parameters,
  fromUrl: 'x',
  properties: {},
})
const latitude = 'http://schema.org/latitude'
const proposed = { hasBbox: false, concepts: new Set([latitude]), types: new Set(['integer']) }

describe('a dataset', () => {
  test.each<[string, DatasetsFilter[], string[]]>([
    ['an application without any', [], ["N'utilise pas de jeu de données comme source."]],
    ['nothing in particular', [filter({})], []],
    ['a concept that it has', [filter({ concepts: [latitude, 'http://schema.org/longitude'] })], []],
    ['a type that it has', [filter({ 'field-type': ['integer', 'number'] })], []],
    ['a box', [filter({ bbox: ['true'] })], ['Nécessite des données géolocalisées (concepts latitude/longitude).']],
    ['one type', [filter({ 'field-type': ['string'] })], ['Nécessite le type string.']],
    [
      'types and a concept, in two places',
      [filter({ 'field-type': ['string', 'boolean'] }), filter({ concepts: ['http://example.org/none'] })],
      ['Nécessite un des types string ou boolean et le concept http://example.org/none.'],
    ],
    [
      'the same twice',
      [filter({ 'field-type': ['string'] }), filter({ 'field-type': ['string'] })],
      ['Nécessite le type string.'],
    ],
  ])('and %s', (_, filters, expected) => {
    expect(incompatibilities(filters, proposed, 'fr')).toEqual(expected)
  })

  test('is described in the language of the request', () => {
    expect(incompatibilities([filter({ bbox: ['true'] })], proposed, 'en')).toEqual([
      'Needs located data (concepts latitude/longitude).',
    ])
  })
})

test.each([
  [0, [], []],
  [0, [filter({})], ['Nécessite une source de données.']],
  [3, [filter({})], []],
])('%i datasets of an account', (count, filters, expected) => {
  expect(incompatibilities(filters, { ...proposed, count }, 'fr')).toEqual(expected)
})
