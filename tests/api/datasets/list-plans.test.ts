/** Query plans of the statements of lists: SQLite reads an index, not the documents. */
import { expect, test } from 'vitest'
import { type ListParams, listDatasets, listQuery } from '../../../worker/datasets/list'
import { plansOf as plansOfOperation } from '../../support/query-plans'

/** The query plan of each statement of a list of public datasets, in order: versions, page, count, facets, sum. */
const plansOf = (params: ListParams) =>
  // Nothing is remembered of such a list.
  plansOfOperation({ type: 'anonymous' }, (ctx) =>
    listDatasets(ctx, { ...params, owner: `-user:${crypto.randomUUID()}` }),
  )

test('counts and facets of columns read a covering index', async () => {
  const [, , ...plans] = await plansOf(listQuery.parse({ size: '0', facets: 'owner,visibility,type,status' }))
  expect(plans).toHaveLength(5)
  for (const plan of plans) expect(plan).toMatch(/(SCAN|SEARCH) datasets USING COVERING INDEX datasets_\w+/)
})

test('a page sorted by the last change is read in index order, without a sort', async () => {
  const [, page] = await plansOf(listQuery.parse({ sort: '-modified' }))
  expect(page?.split('\n').filter((step) => !step.startsWith('CO-ROUTINE'))).toEqual([
    'SEARCH datasets USING INDEX datasets_modified (visibility=?)',
    // The bytes of its documents.
    'SCAN listed',
    'SEARCH datasets USING INDEX sqlite_autoindex_datasets_1 (id=?)',
    'SCAN (subquery-4)',
    'SCAN page',
    'SEARCH datasets USING INDEX sqlite_autoindex_datasets_1 (id=?) LEFT-JOIN',
    // Of the page.
    'USE TEMP B-TREE FOR ORDER BY',
  ])
})

test.each(['title', 'updatedAt', 'owner.name'])(
  'a page sorted by %s sorts index entries, not documents',
  async (sort) => {
    const [, page] = await plansOf(listQuery.parse({ sort }))
    expect(page).toMatch(/CO-ROUTINE listed\nSEARCH datasets USING COVERING INDEX datasets_listed \(visibility=\?\)/)
  },
)
