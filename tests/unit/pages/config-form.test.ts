/** The configuration of a collector, from its form. */
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../../worker/collectors/plugins'
import { schema as jsonFile } from '../../../worker/collectors/plugins/json-file/schema'
import { schema as transferFile } from '../../../worker/collectors/plugins/transfer-file/schema'
import { configFrom, inputText } from '../../../worker/pages/collectors/config-form'

const from = (schema: JsonSchema, fields: Record<string, string>, stored?: Record<string, unknown>) =>
  configFrom(schema, new URLSearchParams(fields), stored ? { stored } : {})

const columns: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { key: { type: 'string' }, path: { type: 'string' } } },
}

test('a tab is a choice like the other separators', () => {
  expect(from(transferFile, { 'config.separator': '\t', 'config.url': ' ftp://host/a.csv ' })).toEqual({
    separator: '\t',
    url: 'ftp://host/a.csv',
  })
  expect(from(transferFile, { 'config.separator': '' })).toEqual({})
})

describe('items of two properties', () => {
  test.each([
    ['level = v', [{ key: 'level', path: 'v' }]],
    ['level', [{ key: 'level', path: 'level' }]],
    [
      'level = obj["a=b"].x\n\nplace=p',
      [
        { key: 'level', path: 'obj["a=b"].x' },
        { key: 'place', path: 'p' },
      ],
    ],
  ])('%j', (text, items) => {
    const schema = { properties: { columns } }
    expect(from(schema, { 'config.columns': text })).toEqual({ columns: items })
    expect(from(schema, { 'config.columns': inputText(columns, items) })).toEqual({ columns: items })
  })
})

test('properties without an input are kept, at every depth', () => {
  const stored = {
    unknown: 1,
    url: 'https://a',
    block: { expand: { path: 'x', block: { expand: { path: 'y' } } }, own: 2 },
  }
  const sent = from(jsonFile, { 'config.url': 'https://b', 'config.block.expand.path': 'z' }, stored)
  expect(sent).toMatchObject({ unknown: 1, url: 'https://b', block: { own: 2, expand: { path: 'z' } } })
  expect(sent).toHaveProperty('block.expand.block.expand.path', 'y')
})
