/** The operations of a description, and the form that annotates one. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { annotationOf, fieldNames, operationForm } from '../../../worker/pages/remote-services/forms'
import type { Annotation, Operation } from '../../../worker/remote-services'
import { withAnnotation } from '../../../worker/remote-services/description/annotations'
import { operationsOf } from '../../../worker/remote-services/description/operations'

const text = readFileSync('tests/fixtures/remote-services/places.json', 'utf8')
// A JSON object of ours.
const places = () => JSON.parse(text) as Record<string, unknown>
const city: Annotation = {
  path: '/cities/{code}',
  inputs: [{ name: 'code', in: 'path', concept: 'http://schema.org/postalCode' }],
  constants: [{ name: 'lang', in: 'query', value: 'fr' }],
  outputs: [{ name: 'name' }, { name: 'center.lat', title: 'North', concept: 'http://schema.org/latitude' }],
}
const cityOf = (document: Record<string, unknown>): Operation => {
  const found = operationsOf(document).find(({ id }) => id === 'readCity')
  if (!found) throw new Error('no operation')
  return found
}

test('operations tell why they cannot enrich lines', () => {
  expect(operationsOf(places()).map(({ method, path, hindrance }) => [method, path, hindrance])).toEqual([
    ['get', '/cities/{code}', undefined],
    ['get', '/search', undefined],
    ['post', '/import', 'annotations'],
    ['get', '/status', 'parameters'],
  ])
  const get = (operation: object) => operationsOf({ paths: { '/a': { get: operation } } })[0]?.hindrance
  const q = { name: 'q', in: 'query' }
  expect(get({ parameters: [q] })).toBe('response')
  expect(get({ parameters: [q, { name: 'x-zone', in: 'header', required: true }] })).toBe('parameters')
})

test('an operation that takes a body tells what its description lacks', () => {
  const id = { type: 'string', 'x-refersTo': 'http://schema.org/identifier' }
  const content = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'array', items: { type: 'object', properties } } } },
  })
  const postal = { type: 'string', 'x-refersTo': 'http://schema.org/postalCode' }
  const bulk = (body: object, answer: object, more: object = {}) =>
    operationsOf({
      paths: { '/bulk': { post: { requestBody: content(body), responses: { 200: content(answer) }, ...more } } },
    })[0]?.lacks
  const type = { 'x-operationType': 'http://schema.org/SearchAction' }
  expect(bulk({ id, postal }, { id }, type)).toEqual([])
  expect(bulk({ id, postal }, { id })).toEqual(['type'])
  expect(bulk({ postal: { type: 'string' } }, {}, type)).toEqual(['bodyIdentifier', 'responseIdentifier', 'concept'])
  const [one] = operationsOf({ paths: { '/one/{id}': { post: { responses: {} } } } })
  expect(one?.lacks).toEqual(expect.arrayContaining(['type', 'path', 'body', 'response']))
  expect(operationsOf({ paths: { '/a': { delete: {} } } })[0]?.hindrance).toBe('method')
})

test('an operation has its parameters without the key, and the values of its response', () => {
  const { parameters, outputs } = cityOf(withAnnotation(places(), city))
  expect(parameters).toMatchObject([
    { name: 'code', in: 'path', required: true, description: 'Postal code', concept: undefined },
    { name: 'lang', in: 'query', choices: ['en', 'fr'] },
  ])
  expect(outputs.map(({ name, type }) => [name, type])).toEqual([
    ['name', 'string'],
    ['places', 'integer'],
    ['center.lat', 'number'],
    ['center.lon', 'number'],
    ['tags', 'string'],
  ])
  const [keyed] = operationsOf(places(), { name: 'lang', in: 'query' })
  expect(keyed?.parameters.map(({ name }) => name)).toEqual(['code'])
})

test('the form of an annotated operation describes the same annotation', () => {
  const operation = cityOf(withAnnotation(places(), city))
  expect(annotationOf(operationForm(operation, 12), operation)).toEqual(city)
})

test('the form of another operation has the titles of its description; all values are chosen where they are few', () => {
  const operation = cityOf(places())
  const form = operationForm(operation, 12)
  expect(annotationOf(form, operation)).toMatchObject({
    inputs: [],
    constants: [],
    outputs: [{ name: 'name', title: 'Town' }, { name: 'places' }, {}, {}, {}],
  })
  expect(operationForm(operation, 2).getAll(fieldNames.output)).toEqual([])
})
