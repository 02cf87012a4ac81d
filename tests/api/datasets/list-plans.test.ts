/** Query plans of the statements of lists: SQLite reads an index, not the documents. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createContext } from '../../../worker/create-context'
import { type ListParams, listDatasets, listQuery } from '../../../worker/datasets/list'

/** The query plan of each statement of a list of public datasets, in order: versions, page, count, facets, sum. */
async function plansOf(params: ListParams): Promise<string[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const recording = new Proxy(env.DB, {
    get(database, name) {
      if (name !== 'prepare') return Reflect.get(database, name).bind(database)
      return (text: string) =>
        new Proxy(database.prepare(text), {
          get: (statement, property) =>
            property === 'bind'
              ? (...values: unknown[]) => {
                  statements.push({ text, values })
                  return statement.bind(...values)
                }
              : Reflect.get(statement, property).bind(statement),
        })
    },
  })
  const identity = { actor: { type: 'anonymous' as const } }
  // Nothing is remembered of such a list.
  const asked = { ...params, owner: `-user:${crypto.randomUUID()}` }
  await listDatasets(createContext({ ...env, DB: recording }, { identity, requestId: 'test' }), asked)
  return Promise.all(
    statements.map(async ({ text, values }) => {
      const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...values)
      return (await explained.all<{ detail: string }>()).results.map(({ detail }) => detail).join('\n')
    }),
  )
}

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
