/** Annotations of operations: written, kept when a description is read again, removed. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { actionsOf } from '../../../worker/remote-services/description/actions'
import {
  type Annotation,
  annotationsIn,
  reannotated,
  withAnnotation,
  withoutAnnotations,
} from '../../../worker/remote-services/description/annotations'
import { checkDescription } from '../../../worker/remote-services/description/check'
import { nestedOutputs } from '../../../worker/remote-services/description/response-tree'

const text = readFileSync('tests/fixtures/remote-services/places.json', 'utf8')
// A JSON object of ours.
const places = () => JSON.parse(text) as Record<string, unknown>
const postalCode = 'http://schema.org/postalCode'
const city: Annotation = {
  path: '/cities/{code}',
  inputs: [{ name: 'code', in: 'path', concept: postalCode }],
  constants: [{ name: 'lang', in: 'query', value: 'fr' }],
  outputs: [
    { name: 'name', title: 'City' },
    { name: 'center.lat', concept: 'http://schema.org/latitude' },
    { name: 'tags' },
  ],
}
const search: Annotation = {
  path: '/search',
  inputs: [{ name: 'q', in: 'query', concept: postalCode }],
  constants: [{ name: 'limit', in: 'query', value: '1' }],
  outputs: [{ name: 'features.properties.label' }, { name: 'features.geometry.coordinates' }],
}

test('an annotation makes an action that enriches lines one by one', () => {
  const document = withAnnotation(places(), city)
  expect(() => checkDescription(document)).not.toThrow()
  expect(actionsOf(document)).toMatchObject([
    {
      id: 'readCity',
      type: 'http://schema.org/SearchAction',
      input: [{ name: 'code', in: 'path', required: true, concept: postalCode, description: 'Postal code' }],
      output: [
        { name: 'name', type: 'string', title: 'City' },
        { name: 'center.lat', type: 'number', concept: 'http://schema.org/latitude' },
        { name: 'tags', type: 'string', separator: ';' },
      ],
      inputCollection: false,
      outputCollection: false,
      constants: [{ name: 'lang', in: 'query', value: 'fr' }],
      canUse: true,
    },
  ])
})

test('lists of objects are those of their first one', () => {
  const [action] = actionsOf(withAnnotation(places(), search))
  expect(action).toMatchObject({
    id: 'get/search',
    output: [
      { name: 'features.properties.label', type: 'string' },
      { name: 'features.geometry.coordinates', type: 'number', separator: ';' },
    ],
    constants: [{ name: 'limit', in: 'query', value: '1' }],
    canUse: true,
  })
})

test.each<[string, object, string]>([
  ['an operation that does not exist', { path: '/none' }, 'operation-unknown'],
  ['a path with another method', { path: '/import' }, 'operation-unknown'],
  ['a required parameter without a value', { constants: [] }, 'operation-parameter-missing'],
  ['an unknown parameter', { inputs: [{ ...city.inputs[0], name: 'none' }] }, 'operation-value-unknown'],
  ['an unknown property', { outputs: [{ name: 'center' }] }, 'operation-value-unknown'],
  ['a name of prototypes', { path: '__proto__' }, 'operation-unknown'],
])('an annotation of %s is refused', (_, changes, code) => {
  expect(() => withAnnotation(places(), { ...city, ...changes })).toThrow(expect.objectContaining({ code }))
})

describe('annotations', () => {
  const both = () => withAnnotation(withAnnotation(places(), city), search)

  test('are removed without a trace, and replaced', () => {
    expect(annotationsIn(both())).toEqual([city, search])
    const twice = withAnnotation(both(), { ...city, outputs: [{ name: 'places' }] })
    expect(actionsOf(twice)[0]?.output).toMatchObject([{ name: 'places' }])
    const { paths } = withoutAnnotations(twice) as { paths: Record<string, object> }
    expect(paths).toEqual((places() as { paths: object }).paths)
  })

  test('stay in a newer description, without what it has no more', () => {
    const newer = JSON.parse(text.replace('"tags":', '"labels":').replace('"/search"', '"/find"'))
    const kept = reannotated(newer, both())
    expect(annotationsIn(kept)).toEqual([{ ...city, outputs: city.outputs.slice(0, 2) }])
    expect(actionsOf(kept).map(({ id, canUse }) => [id, canUse])).toEqual([['readCity', true]])
  })

  test('end where a newer description requires another parameter', () => {
    const newer = JSON.parse(
      text.replace('"name": "limit", "in": "query"', '"name": "zone", "in": "query", "required": true'),
    )
    expect(annotationsIn(reannotated(newer, both()))).toEqual([city])
  })

  test('need no value for the key of the service', () => {
    const document = withAnnotation(places(), { ...city, constants: [] }, { name: 'lang', in: 'query' })
    expect(actionsOf(document)[0]?.canUse).toBe(true)
  })
})

test.each<[string, object, unknown[]]>([
  ['alternatives of which one is null', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, [['v', 'integer']]],
  ['a list of lists', { type: 'array', items: { type: 'array' } }, []],
  ['an object without properties', { type: 'object' }, []],
  ['itself', { $ref: '#/v' }, []],
])('a response with %s', (_, v, expected) => {
  const circular = { type: 'object', properties: { again: { $ref: '#/v' } } }
  const schema = { type: 'object', properties: { v } }
  expect(nestedOutputs({ v: circular }, schema).map(({ name, type }) => [name, type])).toEqual(expected)
})
