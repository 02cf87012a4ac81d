/** The inputs of the fuzz: the same seed and index give the same input. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { requestBytes } from '../../fuzz/client.mjs'
import { drawInput, encode } from '../../fuzz/generator.mjs'
import { namesOf } from '../../fuzz/names.mjs'
import { operationsOf } from '../../fuzz/operations.mjs'
import { faultsOf } from '../../fuzz/verdict.mjs'

const title = {
  type: 'object',
  properties: { title: { type: 'string' }, parts: { type: 'array', items: { enum: ['a'] } } },
}
const description = {
  components: { schemas: { Named: title } },
  paths: {
    '/api/v1/datasets/{id}/lines': {
      get: {
        operationId: 'readLines',
        parameters: ['size', 'sort', 'qs'].map((name) => ({ in: 'query', name })),
        responses: { 200: {} },
      },
      post: {
        operationId: 'createLine',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Named' } } } },
        responses: { 201: {}, 501: {} },
      },
    },
    '/api/v1/datasets/{id}/_bulk_lines': {
      post: {
        operationId: 'bulkLines',
        requestBody: {
          content: Object.fromEntries(
            ['application/json', 'application/x-ndjson', 'text/csv', 'text/csv+gzip'].map((type) => [
              type,
              { schema: {} },
            ]),
          ),
        },
        responses: { 200: {} },
      },
    },
    '/api/v1/datasets': {
      post: {
        operationId: 'createDataset',
        requestBody: { content: { 'multipart/form-data': { schema: title }, 'application/json': { schema: title } } },
        responses: { 201: {} },
      },
    },
  },
}
const names = namesOf(description)
const digest = (input: object) => createHash('sha256').update(JSON.stringify(input)).digest('hex')
const draw = (seed: number, count: number, only?: string) => {
  const operations = operationsOf(description, only)
  return Array.from({ length: count }, (_, index) => drawInput({ seed, operations, names }, index))
}

test('inputs depend on the seed and the index only', () => {
  const first = draw(1, 400).map(digest)
  expect(draw(1, 400).map(digest)).toEqual(first)
  expect(digest(drawInput({ seed: 1, operations: operationsOf(description), names }, 399))).toBe(first[399])
  expect(new Set([...first, ...draw(2, 400).map(digest)]).size).toBe(800)
})

test('every operation, every actor and malformed requests are generated', () => {
  const inputs = draw(1, 1_500)
  const drawn = new Set(inputs.map(({ operation }) => operation.operationId))
  expect([...drawn].sort()).toEqual(
    operationsOf(description)
      .map(({ operationId }) => operationId)
      .sort(),
  )
  expect(new Set(inputs.map(({ actor }) => actor)).size).toBe(10)
  for (const input of inputs) {
    if (input.messages) expect(input.messages.length).toBeGreaterThan(0)
    else expect(requestBytes(input, 'localhost').indexOf('\r\n\r\n')).toBeGreaterThan(0)
  }
  expect(new Set(inputs.map(({ framing }) => framing)).size).toBeGreaterThan(4)
})

test('one operation is chosen by its id, several by a part of their paths', () => {
  expect(operationsOf(description, 'createLine').map(({ operationId }) => operationId)).toEqual(['createLine'])
  expect(operationsOf(description, '/api/v1/datasets').map(({ operationId }) => operationId)).toEqual([
    'readLines',
    'createLine',
    'bulkLines',
    'createDataset',
  ])
  expect(() => operationsOf(description, 'nothing')).toThrow('nothing')
})

test('a lone surrogate is encoded as its three bytes, other text as in URLs', () => {
  expect(encode('a\ud800b\udfff')).toBe('a%ED%A0%80b%ED%BF%BF')
  expect(decodeURIComponent(encode('é 👩 &=/\u202e\0'))).toBe('é 👩 &=/\u202e\0')
})

test('server errors are reported, and refusals are not', () => {
  const [input] = draw(1, 1, 'readLines')
  const judged = (status: number, type: string, body: string | Buffer, ms = 1) =>
    faultsOf({
      input: { ...input, headers: [], framing: undefined, method: 'GET' },
      answer: { status, headers: new Map([['content-type', type]]), body: Buffer.from(body), ms },
      secrets: ['a secret of the instance'],
    })
  const problem = 'application/problem+json'
  expect(judged(404, problem, '{"code":"not-found"}')).toEqual([])
  expect(judged(501, problem, '{"code":"not-editable"}')).toEqual([])
  expect(judged(500, problem, '{"code":"internal-error"}')).toEqual(['status 500'])
  expect(judged(502, 'text/plain', 'Bad gateway')).toEqual(['status 502'])
  expect(judged(200, 'application/json', '{}', 2_001)).toEqual(['slow'])
  expect(judged(200, 'application/json', '{')).toEqual(['JSON that cannot be parsed'])
  expect(judged(200, 'text/csv', Buffer.from([0xed, 0xa0, 0x80]))).toEqual(['bytes that are not UTF-8'])
  expect(judged(200, 'image/png', Buffer.from([0xed, 0xa0, 0x80]))).toEqual([])
  expect(judged(400, problem, '{"detail":"D1_ERROR: no such column: c1"}')).toEqual(['SQL text'])
  expect(judged(400, problem, '{"detail":"a secret of the instance"}')).toEqual(['a secret'])
  expect(judged(500, 'text/plain', 'Error: x\n    at f (/a/b.js:1:2)')).toEqual(['status 500', 'a stack trace'])
})
