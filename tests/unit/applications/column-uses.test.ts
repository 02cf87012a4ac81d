/** Columns of a dataset referenced by configurations of applications. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { columnsUsed } from '../../../worker/applications/configuration/column-uses'

const datasets = [
  { id: 'trees', href: 'https://host/api/v1/datasets/trees', schema: [{ key: 'species' }, { key: 'bar' }] },
  { href: 'https://host/api/v1/datasets/streets' },
]
const keys = ['species', 'height', 'bar', 'title', 'count']

/** The schema of the form of a bundled application. */
const bundled = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`applications/${name}/config-schema.json`, 'utf8'))
const choice = (address: string) => ({ type: 'object', 'x-fromUrl': address })
const older = {
  allOf: [{ $ref: '#/definitions/data' }],
  definitions: {
    data: {
      properties: {
        labelsField: choice('{context.datasetUrl}/schema?type=string'),
        first: choice('{datasets.0.href}/schema'),
        second: choice('{datasets.1.href}/schema'),
        several: { type: 'array', 'x-fromUrl': '{datasets.0.href}/schema' },
        series: {
          type: 'array',
          items: { oneOf: [{ properties: { column: choice('{datasets.0.href}/schema') } }] },
        },
        nested: { $ref: '#/definitions/data' },
      },
    },
  },
}

test.each<[string, unknown, Record<string, unknown> | undefined, string, string[]]>([
  [
    'charts: a column',
    { data: { type: 'bar', group: 'species', metric: 'count' } },
    bundled('charts'),
    'trees',
    ['species'],
  ],
  ['charts: an option that has the key of a column', { data: { type: 'bar' } }, bundled('charts'), 'trees', []],
  ['charts: a title', { data: { type: 'bar', title: 'height' } }, bundled('charts'), 'trees', []],
  ['charts: a dataset that is not configured', { data: { group: 'species' } }, bundled('charts'), 'roads', []],
  ['charts: a dataset at another position', { data: { group: 'species' } }, bundled('charts'), 'streets', []],
  [
    'cards: a list of columns',
    { data: { title: 'species', fields: ['height'] } },
    bundled('cards'),
    'trees',
    ['species', 'height'],
  ],
  ['objects of columns', { first: { key: 'height', type: 'number' } }, older, 'trees', ['height']],
  ['objects of another dataset', { second: { key: 'height' } }, older, 'trees', []],
  ['of the other dataset, by its address', { second: { key: 'height' } }, older, 'streets', ['height']],
  ['a choice without a position', { labelsField: { key: 'species' } }, older, 'streets', ['species']],
  [
    'lists and branches',
    { several: ['bar'], series: [{}, { column: { key: 'height' } }] },
    older,
    'trees',
    ['height', 'bar'],
  ],
  ['a schema that refers to itself', { nested: { nested: { first: 'count' } } }, older, 'trees', ['count']],
  [
    'no schema: texts and objects',
    { x: 'height', y: { key: 'species' }, sort: '-count' },
    undefined,
    'trees',
    ['species', 'height', 'count'],
  ],
  [
    'no schema: names and texts',
    { bar: true, title: 'title', values: ['count'], y: { label: 'species' } },
    undefined,
    'trees',
    [],
  ],
  ['no schema: descriptions of datasets', {}, undefined, 'trees', []],
])('%s', (_, configuration, schema, dataset, expected) => {
  // The table has configurations as JSON.
  const whole = { datasets, ...(configuration as object) }
  expect(columnsUsed({ configuration: whole, schema, dataset, keys }).toSorted()).toEqual(expected.toSorted())
})
