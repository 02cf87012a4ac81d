/** The walk from a virtual dataset to the datasets below it. */
import { expect, test } from 'vitest'
import type { Dataset } from '../../../worker/datasets'
import { walkChildren } from '../../../worker/datasets/virtual/walk'
import { limits } from '../../../worker/limits'

const rootOf = (children: string[]) => ({ id: 'root', metadata: { virtual: { children } } })
const many = (count: number) => Array.from({ length: count }, (_, at) => `child-${at}`)

test('the number of paths is limited for any number of datasets', async () => {
  const max = limits.datasets.maxVirtualPaths
  const entered: string[] = []
  const enter = async ({ id }: { id: string }) => {
    entered.push(id)
    return undefined
  }
  await walkChildren(rootOf(many(max)), undefined, enter)
  expect(entered).toHaveLength(max)
  await expect(walkChildren(rootOf(many(max + 1)), undefined, enter)).rejects.toMatchObject({
    code: 'virtual-too-nested',
  })

  // Ten levels of two datasets that both have the two of the next level as children: 2 + 4 + 8 + … paths.
  const both = (level: number) => [`${level}-a`, `${level}-b`]
  const down = async ({ id }: { id: string }, level: number) => ({
    // `walkChildren` reads these properties only.
    child: { id, nature: 'virtual', metadata: { virtual: { children: both(level + 1) } } } as unknown as Dataset,
    state: level + 1,
  })
  await expect(walkChildren(rootOf(both(0)), 0, down)).rejects.toMatchObject({ code: 'virtual-too-nested' })
})

test('a child listed twice is visited once, and a cycle is reported', async () => {
  const steps: [string, boolean][] = []
  await walkChildren(rootOf(['a', 'a', 'root']), undefined, async ({ id, isCircular }) => {
    steps.push([id, isCircular])
    return undefined
  })
  expect(steps).toEqual([
    ['a', false],
    ['root', true],
  ])
})
