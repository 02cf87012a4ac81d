import { describe, expect, test } from 'vitest'
import type { DatasetsFilter } from '../../../worker/applications/base/dataset-filters'
import { entryFromDataset, rewrittenHref } from '../../../worker/applications/configuration/entry-from-dataset'
import { referencesOf } from '../../../worker/applications/configuration/references'
import type { Configuration } from '../../../worker/applications/document'

const href = (id: string) => `https://data.example.org/data-fair/api/v1/datasets/${id}`
const filter = (applicationKeyPermissions?: object, select = ['id', 'title']): DatasetsFilter => ({
  fromUrl: 'x',
  select,
  properties: applicationKeyPermissions ? { applicationKeyPermissions } : {},
})
const creates = { operations: ['createLine'] }

describe('the references of a configuration', () => {
  test.each<[string, Configuration, DatasetsFilter[], unknown[]]>([
    ['nothing', { title: 'x' }, [], []],
    ['an id', { datasets: [{ href: 'x', id: 'a' }] }, [], [['dataset', 'a', 0]]],
    ['an address alone', { datasets: [null, { href: href('b%20c') }] }, [], [['dataset', 'b c', 1]]],
    ['both, of one dataset', { datasets: [{ id: 'a', href: href('a') }] }, [], [['dataset', 'a', 0]]],
    [
      'both, of two',
      { datasets: [{ id: 'a', href: href('b') }] },
      [],
      [
        ['dataset', 'a', 0],
        ['dataset', 'b', 0],
      ],
    ],
    [
      'one dataset twice: the first counts',
      {
        datasets: [
          { id: 'a', href: 'x', applicationKeyPermissions: creates },
          { id: 'a', href: 'x' },
        ],
      },
      [],
      [['dataset', 'a', 0, creates]],
    ],
    [
      'children',
      { applications: [{ id: 'a' }, { href: 'https://x.org/api/v1/applications/b' }, null, {}] },
      [],
      [
        ['application', 'a', 0],
        ['application', 'b', 1],
      ],
    ],
    ['an address with more', { datasets: [{ href: `${href('a')}/lines?x=1` }] }, [], []],
    [
      'a constant wins over what is chosen',
      { datasets: [{ id: 'a', href: 'x', applicationKeyPermissions: { classes: ['admin'] } }] },
      [filter({ const: creates, default: {} })],
      [['dataset', 'a', 0, creates]],
    ],
    [
      'a default fills what is not chosen, in its place of a tuple',
      {
        datasets: [
          { id: 'a', href: 'x' },
          { id: 'b', href: 'x' },
        ],
      },
      [filter(), filter({ default: creates })],
      [
        ['dataset', 'a', 0],
        ['dataset', 'b', 1, creates],
      ],
    ],
    [
      'what is declared of a list is of all its entries',
      {
        datasets: [
          { id: 'a', href: 'x' },
          { id: 'b', href: 'x' },
        ],
      },
      [filter({ const: creates })],
      [
        ['dataset', 'a', 0, creates],
        ['dataset', 'b', 1, creates],
      ],
    ],
  ])('%s', (_, configuration, filters, expected) => {
    const references = referencesOf(configuration, filters).map(({ kind, target, position, keyPermissions }) => [
      kind,
      target,
      position,
      ...(keyPermissions ? [keyPermissions] : []),
    ])
    expect(references).toEqual(expected)
  })
})

describe('a refreshed entry', () => {
  const document = { id: 'a', title: 'New', slug: 's', finalizedAt: 'f', schema: [], userPermissions: ['x'], count: 3 }
  const entry = { id: 'a', href: 'x', title: 'Old', key: 'k' }
  test.each<[string, DatasetsFilter | undefined, boolean, object]>([
    [
      'has its own properties, the constant ones and the selected ones',
      filter(undefined, ['id', 'schema']),
      false,
      { id: 'a', href: 'x', title: 'New', key: 'k', slug: 's', finalizedAt: 'f', userPermissions: ['x'], schema: [] },
    ],
    [
      'has it without a filter too',
      undefined,
      false,
      { id: 'a', href: 'x', title: 'New', key: 'k', slug: 's', finalizedAt: 'f', userPermissions: ['x'] },
    ],
    [
      'of a draft has only what its form declares',
      { fromUrl: 'x', properties: { title: {} } },
      true,
      { id: 'a', href: 'x', title: 'New', key: 'k' },
    ],
    [
      'has the constants and defaults of its form',
      {
        fromUrl: 'x',
        properties: { applicationKeyPermissions: { const: creates }, key: { default: 'd' }, n: { default: 1 } },
      },
      true,
      { id: 'a', href: 'x', title: 'Old', key: 'k', applicationKeyPermissions: creates, n: 1 },
    ],
  ])('%s', (_, of, draft, expected) => {
    expect(entryFromDataset(entry, { document, filter: of, draft })).toEqual(expected)
  })
})

test.each([
  [href('a'), 'https://site.example.org/data-fair/api/v1/datasets/a'],
  ['https://elsewhere.org/x', 'https://elsewhere.org/x'],
])('the address %s is %s for the reader of another site', (address, expected) => {
  expect(rewrittenHref(address, 'https://site.example.org/data-fair')).toBe(expected)
})
