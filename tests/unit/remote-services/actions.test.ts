/** Descriptions of actions: inputs, outputs and enrichment. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { actionsOf } from '../../../worker/remote-services/description/actions'

const line = {
  type: 'object',
  properties: {
    id: { type: 'string', 'x-refersTo': 'http://schema.org/identifier' },
    q: { type: 'string', description: 'Five digits', 'x-refersTo': 'http://schema.org/postalCode' },
  },
  required: ['q'],
}
const body = (schema: object, type = 'application/x-ndjson') => ({ content: { [type]: { schema } } })
const operation = (changes: object = {}) => ({
  operationId: 'find',
  'x-operationType': 'http://schema.org/SearchAction',
  requestBody: body(line),
  responses: { 200: { description: 'ok', ...body({ $ref: '#/components/schemas/Found' }) } },
  ...changes,
})
const found = {
  type: 'object',
  properties: {
    id: { $ref: '#/components/schemas/Id' },
    towns: { type: 'array', items: { $ref: '#/components/schemas/Id' } },
  },
}
const components = {
  schemas: { Found: found, Id: { type: 'string', 'x-refersTo': 'http://schema.org/identifier' } },
}
const actionOf = (item: object, path = '/find', method = 'post', schemas: object = components.schemas) =>
  actionsOf({ paths: { [path]: { [method]: item } }, components: { schemas } })[0]

test('an action has its inputs, its outputs, and whether it enriches lines', () => {
  expect(actionOf(operation())).toMatchObject({
    input: [
      { name: 'id', in: 'body', required: false, concept: 'http://schema.org/identifier' },
      { name: 'q', in: 'body', required: true, concept: 'http://schema.org/postalCode', description: 'Five digits' },
    ],
    inputCollection: true,
    outputCollection: true,
    outputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', 'x-refersTo': 'http://schema.org/identifier' },
        towns: { type: 'array', items: { type: 'string' } },
      },
    },
    canUse: true,
  })
})

test.each<[string, object, string?, string?]>([
  ['does not search', { 'x-operationType': 'http://schema.org/ReadAction' }],
  ['takes one line', { requestBody: body(line, 'application/json') }],
  ['returns one line', { responses: { 200: { description: 'ok', ...body(found, 'application/json') } } }],
  ['returns no identifier', { responses: { 200: { description: 'ok', ...body({ type: 'object' }) } } }],
  ['takes an identifier alone', { requestBody: body({ type: 'object', properties: { id: line.properties.id } }) }],
  ['has a value in its path', {}, '/find/{id}'],
  ['sends no body', {}, '/find', 'get'],
])('an action that %s does not enrich lines', (_, changes, path, method) => {
  expect(actionOf(operation(changes), path, method)?.canUse).toBe(false)
})

test('a schema with circular or excessive references is omitted', () => {
  const schema = (schemas: object) => actionOf(operation(), '/find', 'post', schemas)?.outputSchema
  const itself = {
    Found: { ...found, properties: { ...found.properties, next: { $ref: '#/components/schemas/Found' } } },
  }
  expect(schema({ ...components.schemas, ...itself })).toBeUndefined()
  const doubling = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => {
      const next = { $ref: `#/components/schemas/S${at + 1}` }
      return [at === 0 ? 'Found' : `S${at}`, { type: 'object', properties: { a: next, b: next } }]
    }),
  )
  expect(2 ** 14).toBeGreaterThan(limits.remoteServices.maxSchemaParts)
  expect(schema(doubling)).toBeUndefined()
})

test('an extension of the specification among the paths is no path', () => {
  expect(actionOf(operation(), 'x-host.example.org/find')).toBeUndefined()
  expect(actionOf(operation(), '/x-host.example.org/find')).toMatchObject({ canUse: true })
})
