/** Cached datasets are bounded by their size: the memory of an isolate holds few large ones. */
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../../../worker/context'
import { forgetDataset, readDataset } from '../../../worker/datasets'
import { limits } from '../../../worker/limits'

const { datasetsChars, maxDatasetChars } = limits.cache

/** The number of rows that were read in full. */
let reads = 0
beforeEach(() => {
  reads = 0
})

/** A database in which every dataset has a summary of this length. */
function contextWith(chars: number): Pick<Context, 'db'> {
  const author = JSON.stringify({ id: 'ann', name: 'Ann' })
  const row = {
    ...{ slug: 'a', ownerType: 'user', ownerId: 'ann', ownerName: 'Ann', ownerDepartment: null },
    ...{
      nature: 'metaOnly',
      visibility: 'private',
      createdAt: '',
      updatedAt: '',
      createdBy: author,
      updatedBy: author,
    },
    ...{ version: 1, permissions: '[]', published: JSON.stringify({ status: 'finalized', schema: [] }), draft: null },
    metadata: JSON.stringify({ title: 'a', summary: 's'.repeat(chars) }),
  }
  const first = async (id: string, known: string) => {
    const read = { stamp: `1 ${chars}`, listened: 0, bytes: 0, files: 0, collector: null }
    if (known === read.stamp) return { ...read, id: null }
    reads++
    return { ...read, ...row, id }
  }
  const $client = { prepare: () => ({ bind: (id: string, known: string) => ({ first: () => first(id, known) }) }) }
  // The cache calls nothing else of the database.
  return { db: { $client } as unknown as Context['db'] }
}

async function readTwice(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<number> {
  for (const id of ids) await readDataset(ctx, id)
  reads = 0
  for (const id of ids) await readDataset(ctx, id)
  for (const id of ids) forgetDataset(id)
  return reads
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`)

test('small datasets are kept, many of them', async () => {
  expect(await readTwice(contextWith(1_000), names('small', 500))).toBe(0)
})

test('large datasets are kept as far as their size allows', async () => {
  const chars = 200_000
  const ctx = contextWith(chars)
  expect(await readTwice(ctx, names('large', Math.floor(datasetsChars / (chars + 500))))).toBe(0)
  expect(await readTwice(ctx, names('more', 60))).toBe(60)
})

test('a dataset that is larger than one may be is not kept, and leaves the others', async () => {
  const small = contextWith(1_000)
  await readDataset(small, 'kept')
  expect(await readTwice(contextWith(maxDatasetChars), ['alone'])).toBe(1)
  reads = 0
  await readDataset(small, 'kept')
  expect(reads).toBe(0)
})
