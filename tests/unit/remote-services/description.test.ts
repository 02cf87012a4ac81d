/** Descriptions of APIs: accepted documents, and their actions. */
import { describe, expect, test } from 'vitest'
import { actionsOf, isSearch } from '../../../worker/remote-services/description/actions'
import { checkDescription } from '../../../worker/remote-services/description/check'
import { parseDescription } from '../../../worker/remote-services/description/parse'

const info = { title: 'Towns', version: '1', 'x-api-id': 'towns-api' }
const valid = { openapi: '3.0.3', info, paths: {} }
const responses = { 200: { description: 'ok' } }

/** The code of the problem that is thrown, or `valid`. */
function outcome(run: () => unknown): string {
  try {
    run()
    return 'valid'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

describe('a description', () => {
  test.each<[string, unknown, string]>([
    ['OpenAPI 3.0', valid, 'valid'],
    ['OpenAPI 3.1', { ...valid, openapi: '3.1.0' }, 'valid'],
    ['OpenAPI 3.1 without paths', { openapi: '3.1.1', info, webhooks: {} }, 'valid'],
    ['OpenAPI 3.2', { ...valid, openapi: '3.2.0' }, 'description-version'],
    ['Swagger 2.0', { swagger: '2.0', info, paths: {} }, 'description-version'],
    ['a text', 'openapi', 'description-version'],
    ['a list', [valid], 'description-version'],
    ['null', null, 'description-version'],
    ['no title', { ...valid, info: { version: '1', 'x-api-id': 'towns-api' } }, 'description-invalid'],
    ['no paths in 3.0', { openapi: '3.0.3', info }, 'description-invalid'],
    ['a path without its slash', { ...valid, paths: { town: {} } }, 'description-invalid'],
    ['no x-api-id', { ...valid, info: { title: 'T', version: '1' } }, 'description-id-invalid'],
    ['7 characters', { ...valid, info: { ...info, 'x-api-id': 'a'.repeat(7) } }, 'description-id-invalid'],
    ['8 characters', { ...valid, info: { ...info, 'x-api-id': 'a'.repeat(8) } }, 'valid'],
    ['64 characters', { ...valid, info: { ...info, 'x-api-id': 'a'.repeat(64) } }, 'valid'],
    ['65 characters', { ...valid, info: { ...info, 'x-api-id': 'a'.repeat(65) } }, 'description-id-invalid'],
    ['capitals', { ...valid, info: { ...info, 'x-api-id': 'Towns-api' } }, 'description-id-invalid'],
    ['a number', { ...valid, info: { ...info, 'x-api-id': 12345678 } }, 'valid'],
    [
      'a reference to a file',
      { ...valid, paths: { '/a': { get: { responses: { 200: { $ref: 'other.json#/a' } } } } } },
      'description-reference-external',
    ],
    [
      'an example with a member that looks like a reference',
      {
        ...valid,
        components: { schemas: { A: { type: 'object', example: { $ref: 'https://example.org' } } } },
      },
      'valid',
    ],
    [
      'a property named example with a reference',
      {
        ...valid,
        components: { schemas: { A: { type: 'object', properties: { example: { $ref: 'a.json' } } } } },
      },
      'description-reference-external',
    ],
  ])('with %s is %s', (_, document, expected) => {
    expect(outcome(() => checkDescription(document))).toBe(expected)
  })

  test('without an identifier has that of the request, and keeps its own', () => {
    const unnamed = { ...valid, info: { title: 'T', version: '1' } }
    expect(checkDescription(unnamed, 'towns-of-request')).toMatchObject({
      apiId: 'towns-of-request',
      document: { info: { 'x-api-id': 'towns-of-request' } },
    })
    expect(checkDescription(valid, 'towns-of-request').apiId).toBe('towns-api')
    expect(outcome(() => checkDescription(unnamed, 'No id'))).toBe('description-id-invalid')
  })

  test.each([
    ['Towns', 'towns-open-api'],
    ["Base adresse de l'État", 'base-adresse-de-letat'],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
    ['都市', undefined],
  ])('without an identifier, titled %s, is proposed %s', (title, id) => {
    const error = (() => {
      try {
        return checkDescription({ ...valid, info: { title, version: '1' } })
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toMatchObject({ faults: id ? [{ where: '/info/x-api-id', value: id }] : [] })
    if (id) expect(checkDescription({ ...valid, info: { title, version: '1' } }, id).apiId).toBe(id)
  })

  test('that is invalid has the path of the error', () => {
    const document = { ...valid, paths: { '/a': { get: { responses, parameters: [{ name: 'q' }] } } } }
    expect(() => checkDescription(document)).toThrow(/\/paths\/~1a\/get\/parameters\/0/)
  })

  test('contains its title, its identifier and its first server', () => {
    const document = { ...valid, servers: [{ url: 'https://api.example.org' }, { url: 'https://b.example.org' }] }
    expect(checkDescription(document)).toMatchObject({
      apiId: 'towns-api',
      title: 'Towns',
      server: 'https://api.example.org',
    })
  })

  test.each([
    ['openapi: 3.0.3\ninfo:\n  title: x', 'valid'],
    ['# a comment\nopenapi: "3.1.0"', 'valid'],
    ['a: b\n  c: d', 'description-unreadable'],
    ['a: &x [1]\nb: *x', 'description-unreadable'],
    ['? [a, b]\n: c', 'description-unreadable'],
    ['- a', 'description-unreadable'],
    ['<html>', 'description-unreadable'],
    ['', 'description-unreadable'],
    ['{"openapi": ', 'description-unreadable'],
    ['__proto__: {}', 'json-key-refused'],
    [`a: ${'['.repeat(200)}${']'.repeat(200)}`, 'json-too-nested'],
    [`a: ${'['.repeat(100_000)}`, 'description-unreadable'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 'json-too-nested'],
    ['{"a":"\\ud800"}', 'text-ill-formed'],
    ['{"a":1}', 'valid'],
  ])('in the text %j is %s', (text, expected) => {
    expect(outcome(() => parseDescription(text))).toBe(expected)
  })

  test('in YAML is what it is in JSON', () => {
    const yaml = `
openapi: 3.0.3
info: { title: Towns, version: 2024-05-01, x-api-id: towns-api } # a comment
servers:
  - url: https://api.example.org
paths:
  /towns:
    get:
      responses:
        200:
          description: |
            Two
            lines
          content: {}
      deprecated: no
`
    expect(parseDescription(yaml)).toEqual({
      openapi: '3.0.3',
      info: { title: 'Towns', version: '2024-05-01', 'x-api-id': 'towns-api' },
      servers: [{ url: 'https://api.example.org' }],
      paths: {
        '/towns': { get: { responses: { '200': { description: 'Two\nlines\n', content: {} } }, deprecated: 'no' } },
      },
    })
  })
})

const ndjson = (schema: object) => ({ content: { 'application/x-ndjson': { schema } } })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const q = { type: 'string', 'x-refersTo': 'http://schema.org/postalCode' }
const actions = (operation: object, more: object = {}) =>
  actionsOf({
    ...valid,
    ...more,
    paths: { '/towns': { post: { 'x-operationType': 'Search', responses, ...operation } } },
  })

describe('actions', () => {
  test('are the operations with a type', () => {
    const get = { responses, operationId: 'towns', summary: 'Towns', 'x-operationType': 'http://schema.org/ReadAction' }
    const paths = { '/a': { get }, '/b': { get: { responses }, put: { responses, 'x-operationType': 'Search' } } }
    expect(actionsOf({ ...valid, paths }).map(({ id, summary, type }) => [id, summary, type])).toEqual([
      ['towns', 'Towns', 'http://schema.org/ReadAction'],
      ['put/b', 'put /b', 'Search'],
    ])
  })

  test.each<[string, boolean]>([
    ['http://schema.org/SearchAction', true],
    ['https://schema.org/SearchAction', true],
    ['Search', true],
    ['SearchAction', true],
    ['http://schema.org/ReadAction', false],
    ['Research', false],
  ])('of the type %s search: %s', (type, expected) => {
    expect(isSearch({ type })).toBe(expected)
  })

  test.each<[string, object, object, object]>([
    ['NDJSON', ndjson(object({ q })), ndjson(object({ name: {} })), { inputCollection: true, outputCollection: true }],
    [
      'arrays',
      json({ type: 'array', maxItems: 40, items: object({ q }) }),
      json({ type: 'array', items: object({ name: {} }) }),
      { inputCollection: true, outputCollection: true, maxLines: 40 },
    ],
    ['objects', json(object({ q })), json(object({ name: {} })), { inputCollection: false, outputCollection: false }],
  ])('take and return %s', (_, requestBody, response, expected) => {
    const [action] = actions({ requestBody, responses: { 200: { description: 'ok', ...response } } })
    expect(action).toMatchObject({ ...expected, input: [{ name: 'q', in: 'body' }], output: [{ name: 'name' }] })
  })

  test('have inputs with a concept only, of the path and of the operation', () => {
    const parameter = (name: string, more: object) => ({ name, in: 'query', schema: { type: 'string' }, ...more })
    const get = {
      responses,
      'x-operationType': 'Search',
      parameters: [parameter('q', { required: true, 'x-refersTo': 'b' }), parameter('size', {})],
    }
    const paths = { '/a': { parameters: [parameter('q', { 'x-refersTo': 'a' }), parameter('r', { schema: q })], get } }
    expect(actionsOf({ ...valid, paths })[0]?.input).toEqual([
      { name: 'q', concept: 'b', in: 'query', required: true },
      { name: 'r', concept: 'http://schema.org/postalCode', in: 'query', required: false },
    ])
  })

  test('follow references, also circular ones, and allOf', () => {
    const components = {
      schemas: {
        Line: { allOf: [{ $ref: '#/components/schemas/Base' }, object({ q }, { required: ['q'] })] },
        Base: object({ id: { $ref: '#/components/schemas/Id' } }),
        Id: { type: 'string', 'x-refersTo': 'http://schema.org/identifier' },
        Loop: { $ref: '#/components/schemas/Loop' },
        Nested: { allOf: [{ $ref: '#/components/schemas/Nested' }], properties: { a: { type: 'string' } } },
      },
    }
    const reference = (name: string) => ndjson({ $ref: `#/components/schemas/${name}` })
    const [action] = actions(
      { requestBody: reference('Line'), responses: { 200: { description: 'ok', ...reference('Nested') } } },
      { components },
    )
    expect(action).toMatchObject({
      input: [
        { name: 'id', required: false },
        { name: 'q', required: true },
      ],
      output: [{ name: 'a', type: 'string' }],
    })
    const [loop] = actions({ requestBody: reference('Loop') }, { components })
    expect(loop?.input).toEqual([])
  })

  test('have outputs with their types, labels and separators', () => {
    const schema = object({
      code: { type: ['null', 'string'], enum: ['a', 'b'], 'x-labels': { a: 'A', b: 1 } },
      tags: { type: 'array', items: { type: 'string' } },
      day: { type: 'string', format: 'date', title: 'Day', 'x-capabilities': { text: false } },
      place: { properties: {} },
    })
    const [action] = actions({ responses: { 200: { description: 'ok', ...ndjson(schema) } } })
    expect(action?.output).toEqual([
      { name: 'code', type: 'string', enum: ['a', 'b'], 'x-labels': { a: 'A' } },
      { name: 'tags', type: 'string', separator: ';' },
      { name: 'day', type: 'string', format: 'date', title: 'Day', 'x-capabilities': { text: false } },
      { name: 'place', type: 'object' },
    ])
  })

  test('are limited in number and in expanded references', () => {
    const operation = { responses, 'x-operationType': 'Search' }
    const paths = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, { get: operation }]))
    expect(actionsOf({ ...valid, paths: paths(200) })).toHaveLength(200)
    expect(outcome(() => actionsOf({ ...valid, paths: paths(201) }))).toBe('description-too-large')
    const description = 'x'.repeat(2_000)
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { description }]))
    const response = { 200: { description: 'ok', ...json({ $ref: '#/components/schemas/Big' }) } }
    const repeated = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`/${at}`, { get: { ...operation, responses: response } }]),
    )
    const document = { ...valid, paths: repeated, components: { schemas: { Big: object(properties) } } }
    expect(outcome(() => actionsOf(document))).toBe('description-too-large')
  })
})
