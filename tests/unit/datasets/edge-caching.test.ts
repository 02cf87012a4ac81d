import { expect, test } from 'vitest'
import { isPageCostly, noteRead } from '../../../worker/datasets/lines-api/read/edge-caching'
import { limits } from '../../../worker/limits'
import type { LineSource } from '../../../worker/lines'
import { parseLinesQuery, planLines } from '../../../worker/lines'
import { layoutOf } from '../../../worker/lines/storage/layout'
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
  // The policy reads these properties only.
  const opened = { source } as Parameters<typeof isPageCostly>[0]
  return { plan, isCostly: () => isPageCostly(opened, { request, plan }) }
}

test('a kind of page is considered costly until one has read few lines, and again once one reads many', () => {
  const [first, alike] = [page('age_gte=1'), page('age_gte=7')]
  const others = ['size_gte=1', 'age_gte=1&size=5000', 'age_gte=1&collapse=size'].map(page)
  const costly = () => [first, alike, ...others].map(({ isCostly }) => isCostly())
  const all = Array.from({ length: 5 }, () => true)
  expect(costly()).toEqual(all)
  noteRead(first.plan, limits.lines.cacheFromRows - 1)
  expect(costly()).toEqual(all.with(0, false).with(1, false))
  noteRead(alike.plan, limits.lines.cacheFromRows)
  expect(costly()).toEqual(all)
})
