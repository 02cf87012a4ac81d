/** Faults of the platform during runs of collectors. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { pendingRun, slice } from '../support/collectors'
import { faultyEnv } from '../support/faults'
import { clockAt, contextOf } from '../support/pipeline'

test.each([
  ['that succeeds', async () => ({}), 'finished', undefined],
  ['that fails', async () => Promise.reject(new Error('gone')), 'error', 'gone'],
] as const)(
  'a fault of the platform at any call of a run %s is retried, and no error of the run',
  async (_, run, status, last) => {
    let calls = 0
    for (let at = 1, happened = true; happened; at++) {
      const { ctx, message } = await pendingRun(run)
      const faulty = faultyEnv({ at, kind: 'before' })
      const { db } = contextOf(faulty.env, clockAt())
      await slice({ ...ctx, db }, message).catch(() => {})
      happened = faulty.happened()
      const ended = await slice(ctx, message)
      expect([ended.status, ended.log.at(-1)?.msg], `fault at ${at}`).toEqual([status, last])
      await env.DB.prepare('delete from collectors').run()
      calls = at
    }
    expect(calls).toBeGreaterThan(5)
  },
)
