/** Injects a failure at each call in turn while extensions are computed: every line has its value, once. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { updateExtendedLines } from '../../queues/update-extended-lines'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { storeUpload } from '../../worker/datasets/stored-files/upload'
import { patchDataset } from '../../worker/datasets/update/patch'
import { limits } from '../../worker/limits'
import { keyOf, town } from '../support/accounts'
import { bulk } from '../support/editable'
import { type FaultKind, faultyEnv } from '../support/faults'
import { contextOf, Pipeline, publisher } from '../support/pipeline'

const kinds: FaultKind[] = ['before', 'after', 'death']
const computed = (expr: string) => [
  { active: true, type: 'exprEval' as const, expr, property: { key: 'label', type: 'string' as const } },
]

/** The values of the two columns, in order. */
async function values(pipeline: Pipeline, id: string): Promise<unknown[][]> {
  const { published } = await readDataset(pipeline.ctx, id)
  const { results } = await env.LINES_0.prepare(`select c0, c1 from lines_${published.lines?.run} order by _i`).all<{
    c0: unknown
    c1: unknown
  }>()
  return results.map(({ c0, c1 }) => [c0, c1])
}

describe.each(kinds)('a fault of the kind %s at any call', (kind) => {
  test('of a file with extensions', async () => {
    for (let at = 1, happened = true; happened; at++) {
      expect(at).toBeLessThan(200)
      const pipeline = new Pipeline()
      async function* bytes() {
        yield new TextEncoder().encode('name\nalpha\nbeta\n')
      }
      const file = await storeUpload(pipeline.ctx, { account: town, fileName: 'places.csv', bytes: bytes() })
      const body = { extensions: computed('UPPER(name)') }
      const { id } = await createDataset(pipeline.ctx, { actor: publisher, body, file })
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding)
      if (await pipeline.deliver(message, contextOf(faulty.env, pipeline.clock))) {
        if (message) pipeline.queue.messages.push(message)
      }
      happened = faulty.happened()
      await pipeline.settle()
      expect(await values(pipeline, id), `fault at ${at}`).toEqual([
        ['alpha', 'ALPHA'],
        ['beta', 'BETA'],
      ])
      expect((await readDataset(pipeline.ctx, id)).published.status).toBe('finalized')
    }
  })

  test('of the update of stored lines: it continues where it stopped', async () => {
    const count = 2 * limits.extensions.updateLines + 100
    const key = await keyOf(town)
    const pipeline = new Pipeline()
    const schema = [{ key: 'name', type: 'string' as const }]
    const body = { isRest: true, title: 'T', schema, extensions: computed('CONCAT("0 ", name)') }
    const { id } = await createDataset(pipeline.ctx, { actor: publisher, body })
    const sent = Array.from({ length: count }, (_, n) => ({ _id: `l${n}`, name: `n${n}` }))
    expect((await bulk(id, key, sent)).summary.nbOk).toBe(count)
    const expected = (round: number) => sent.map(({ name }) => [name, `${round} ${name}`])
    expect(await values(pipeline, id)).toEqual(expected(0))
    for (let round = 1, happened = true; happened; round++) {
      expect(round).toBeLessThan(100)
      await patchDataset(pipeline.ctx, { id, patch: { extensions: computed(`CONCAT("${round} ", name)`) } })
      pipeline.queue.messages.splice(0)
      const faulty = faultyEnv({ at: round, kind }, pipeline.queue.binding)
      await updateExtendedLines(contextOf(faulty.env, pipeline.clock), id).catch(() => undefined)
      happened = faulty.happened()
      // Each line has the value of one expression, the previous or the new one.
      const seen = (await values(pipeline, id)).map(([, label]) => String(label).split(' ')[0])
      expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
      pipeline.clock.advance(limits.processing.leaseMs + 1)
      await runEachMinute(pipeline.ctx, { afterRestart: false })
      const isMarked = pipeline.queue.messages.splice(0).some((one) => one.kind === 'extend')
      if (isMarked) await updateExtendedLines(pipeline.ctx, id)
      expect(await values(pipeline, id), `fault at ${round}`).toEqual(expected(round))
      const search = `search_${(await readDataset(pipeline.ctx, id)).published.lines?.run}`
      await env.LINES_0.prepare(`insert into ${search}(${search}, rank) values('integrity-check', 1)`).run()
      expect(JSON.stringify((await readDataset(pipeline.ctx, id)).metadata)).not.toContain('needsUpdate')
    }
  })
})
