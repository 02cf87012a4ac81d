import { describe, expect, test } from 'vitest'
import { datasetsFilters } from '../../../worker/applications/base/dataset-filters'

const url =
  'api/v1/datasets?status=finalized&concepts=http%3A%2F%2Fschema.org%2Flatitude&field-type=integer,number&q={q}&select=id,title,schema&{context.datasetFilter}'
const parameters = {
  concepts: ['http://schema.org/latitude'],
  'field-type': ['integer', 'number'],
  select: ['id', 'title', 'schema'],
}
const item = { type: 'object', properties: { id: {}, title: {} } }
const one = { ...parameters, fromUrl: url, properties: { id: {}, title: {} } }

describe('the datasets accepted by a schema', () => {
  test.each<[string, unknown, unknown[]]>([
    ['none', { properties: { title: { type: 'string' } } }, []],
    ['no schema', undefined, []],
    [
      'x-fromUrl on a single form of entries',
      { properties: { datasets: { items: { 'x-fromUrl': url, ...item } } } },
      [one],
    ],
    ['x-fromUrl on the list', { properties: { datasets: { 'x-fromUrl': url, items: item } } }, [one]],
    [
      'layout with a plain address',
      { properties: { datasets: { items: item, layout: { getItems: { url } } } } },
      [one],
    ],
    [
      'layout with an expression',
      { properties: { datasets: { items: { ...item, layout: { getItems: { url: { expr: url } } } } } } },
      [one],
    ],
    [
      'a tuple, of which one place takes no dataset',
      {
        properties: {
          datasets: {
            items: [{ 'x-fromUrl': url, ...item }, { type: 'object' }, { 'x-fromUrl': 'api/v1/datasets?bbox=true' }],
          },
        },
      },
      [one, { bbox: ['true'], fromUrl: 'api/v1/datasets?bbox=true', properties: {} }],
    ],
    ['the first of allOf', { allOf: [{ properties: { datasets: { items: { 'x-fromUrl': url, ...item } } } }] }, [one]],
    [
      'not the second of allOf',
      { allOf: [{ properties: {} }, { properties: { datasets: { items: { 'x-fromUrl': url } } } }] },
      [],
    ],
    [
      'local references',
      {
        $defs: {
          source: { 'x-fromUrl': url, ...item },
          'a/b': { properties: { datasets: { items: { $ref: '#/$defs/source' } } } },
        },
        allOf: [{ $ref: '#/$defs/a~1b' }],
      },
      [one],
    ],
    ['references that go in circles', { properties: { datasets: { $ref: '#/properties/datasets' } } }, []],
    ['references to elsewhere', { properties: { datasets: { $ref: 'https://example.org/x#/y' } } }, []],
    ['forms that are not objects', { properties: { datasets: 3 }, allOf: 'x' }, []],
  ])('%s', (_, schema, expected) => {
    expect(datasetsFilters(schema)).toEqual(expected)
  })

  test('filters that do not concern the dataset are ignored', () => {
    const fromUrl =
      'x?q=a&size=3&skip=1&status=finalized&owner=o&{context.datasetFilter}&{more}&type=rest&type=virtual&bad=%zz'
    const schema = { properties: { datasets: { items: { 'x-fromUrl': fromUrl } } } }
    expect(datasetsFilters(schema)).toEqual([{ type: ['rest', 'virtual'], bad: ['%zz'], fromUrl, properties: {} }])
  })
})
