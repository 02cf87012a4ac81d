import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { isPageCostly, noteRead } from '../../../worker/lines/edge'
import { layoutOf } from '../../../worker/lines/layout'
import { parseLinesQuery } from '../../../worker/lines/query/parse'
import { planLines } from '../../../worker/lines/query/plan'
import type { LineSource } from '../../../worker/lines/source'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'age', type: 'integer' },
  { key: 'size', type: 'integer' },
]
const pointer = { shard: 0, run: 'edge', layout: layoutOf(fields, new Map(), undefined), count: 3_000_000 }
const source: LineSource = { pointer, fields, defaultOrder: 'file' }

function page(query: string) {
  const request = parseLinesQuery(new URLSearchParams(query), fields)
  const plan = planLines(request, source)
  // All that is looked at of what is opened.
  const opened = { source } as Parameters<typeof isPageCostly>[0]
  return { plan, isCostly: () => isPageCostly(opened, { request, plan }) }
}

test('a page is taken to be costly until one of its kind has read little, and again once one reads much', () => {
  const [first, alike, other] = [page('age_gte=1'), page('age_gte=7'), page('size_gte=1')]
  expect([first, alike, other].map(({ isCostly }) => isCostly())).toEqual([true, true, true])
  noteRead(first.plan, limits.lines.edgeFromRows - 1)
  expect([first, alike, other].map(({ isCostly }) => isCostly())).toEqual([false, false, true])
  noteRead(alike.plan, limits.lines.edgeFromRows)
  expect([first, alike, other].map(({ isCostly }) => isCostly())).toEqual([true, true, true])
})
