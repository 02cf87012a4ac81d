/** Runs of collectors: schedules, claims, crashes, and plugins that misbehave. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { startDueRuns } from '../../worker/collectors'
import { limits } from '../../worker/limits'
import { keyOf, systemContext, town } from '../support/accounts'
import {
  collecting,
  makeCollector,
  pendingRun,
  pluginOf,
  shortTimings,
  slice,
  storedRun,
  storeRun,
} from '../support/collectors'
import { clockAt } from '../support/pipeline'
import { rows } from '../support/stored'
import { eventually } from '../support/wait'

const collectorState = () => rows('select active, failures, state, config from collectors')

describe('a plugin', () => {
  test('that succeeds has its state, its configuration and its log stored', async () => {
    const { ctx, message } = await pendingRun(async ({ log, saveState, patchConfig, config }) => {
      await log.step('One')
      await log.task('lines')
      await log.progress('lines', 5, 10)
      await log.progress('lines', 10, 10)
      await saveState({ seen: 1 })
      await patchConfig({ added: config.url })
      return {}
    })
    const run = await slice(ctx, message)
    expect(run.status).toBe('finished')
    expect(run.log.map(({ type, msg, progress, total }) => ({ type, msg, progress, total }))).toEqual([
      { type: 'step', msg: 'One' },
      { type: 'task', msg: 'lines', progress: 10, total: 10 },
    ])
    const [stored] = await rows<{ state: string; config: string }>('select state, config from collectors')
    expect(JSON.parse(stored?.state ?? '')).toEqual({ seen: 1 })
    expect(JSON.parse(stored?.config ?? '')).toMatchObject({ added: 'https://files.example.org/places.csv' })
  })

  test.each([
    ['an error', async () => Promise.reject(new Error('the source is on fire')), 'the source is on fire'],
    ['a text', async () => Promise.reject('on fire'), 'on fire'],
    ['nothing', async () => Promise.reject(undefined), 'undefined'],
  ])('that throws %s ends its run with this error', async (_, run, message) => {
    const { ctx, message: sent } = await pendingRun(run)
    const ended = await slice(ctx, sent)
    expect(ended.status).toBe('error')
    expect(ended.log.at(-1)).toMatchObject({ type: 'error', msg: message })
    expect(await collectorState()).toMatchObject([{ failures: 1, active: 1 }])
  })

  test.each([['a text'], [5], [{ deleteOnComplete: 'yes' }], [[]]])(
    'that returns %j ends with an error',
    async (result) => {
      const { ctx, message } = await pendingRun(async () => result)
      const { status, log } = await slice(ctx, message)
      expect([status, log.at(-1)?.type]).toEqual(['error', 'error'])
      expect(log.at(-1)?.msg).toMatch('returned something else than expected')
    },
  )

  test('that hangs is stopped, without further effect', async () => {
    let late: Promise<unknown> | undefined
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { ctx, message } = await pendingRun(async ({ saveState, log, isStopped }) => {
      await log.info('waiting')
      await eventually(async () => expect(await isStopped()).toBe(true))
      late = ended.then(() => saveState({ late: true }))
      await late
    })
    const { status, log } = await slice(ctx, message, { hangMs: 100, graceMs: 20 })
    expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('neither ended nor reached')])
    end()
    await expect(late).rejects.toThrow()
    expect(await collectorState()).toMatchObject([{ state: '{}' }])
  })

  test('that floods its log has it truncated', async () => {
    const { ctx, message } = await pendingRun(async ({ log }) => {
      for (let at = 0; at < 5_000; at++) await log.info('x'.repeat(10_000), { at })
      throw new Error('the end')
    })
    const { log } = await slice(ctx, message)
    expect(log).toHaveLength(limits.collectors.maxLogEntries)
    expect(Math.max(...log.map(({ msg }) => msg.length))).toBeLessThanOrEqual(limits.collectors.maxLogChars)
    expect(log.at(-2)?.msg).toMatch('the others are left out')
    expect(log.at(-1)?.msg).toBe('the end')
  })

  test('that stores too much gets an error', async () => {
    const { ctx, message } = await pendingRun(({ saveState }) => saveState({ much: 'x'.repeat(300_000) }))
    expect((await slice(ctx, message)).log.at(-1)?.msg).toMatch('characters of state')
  })

  test('cannot reach the datasets of another account', async () => {
    const { ctx, message } = await pendingRun(async ({ datasets }) => datasets.patch('theirs', { title: 'Mine' }))
    const hamlet = await keyOf({ type: 'organization', id: 'hamlet', name: 'Hamlet' })
    const { send } = await import('../support/http')
    const json = { isRest: true, title: 'Theirs', schema: [{ key: 'a', type: 'string' }] }
    await send('/api/v1/datasets/theirs', { key: hamlet, method: 'PUT', json })
    expect((await slice(ctx, message)).log.at(-1)).toMatchObject({
      type: 'error',
      msg: expect.stringMatching(/permission/i),
    })
  })
})

describe('a run', () => {
  test('is executed once despite duplicate messages', async () => {
    let times = 0
    const { ctx, message } = await pendingRun(async () => void times++)
    await Promise.all([slice(ctx, message), slice(ctx, message), slice(ctx, message)])
    await slice(ctx, message)
    expect(times).toBe(1)
  })

  test('continues from its checkpoint when its slice is over', async () => {
    const cursors: unknown[] = []
    const { ctx, message } = await pendingRun(async ({ cursor, checkpoint }) => {
      cursors.push(cursor)
      const from = typeof cursor === 'number' ? cursor : 0
      for (let at = from; at < 3; at++) await checkpoint(at + 1)
      return {}
    })
    let run = await slice(ctx, message, { sliceMs: -1 })
    expect(run).toMatchObject({ status: 'running', step: 1, cursor: '1' })
    run = await slice(ctx, { ...message, step: 1 }, { sliceMs: -1 })
    run = await slice(ctx, { ...message, step: 2 })
    expect(run.status).toBe('finished')
    expect(cursors).toEqual([undefined, 1, 2])
    // The message of an earlier step comes late.
    expect((await slice(ctx, { ...message, step: 0 })).status).toBe('finished')
  })

  test('that was killed with its process is resumed by the cron, twice at most', async () => {
    const { ctx, message } = await pendingRun(async ({ cursor }) => {
      if (cursor !== 'here') throw new Error('no checkpoint')
      return {}
    })
    const clock = clockAt()
    const sent: unknown[] = []
    const collect = async (runs: readonly unknown[]) => void sent.push(...runs)
    const watching = { ...ctx, now: clock.now, jobs: { ...ctx.jobs, collect } }
    const crash = (starts: number) =>
      env.DB.prepare(
        `update collector_runs set status = 'running', starts = ?, cursor = '"here"', lease = 'dead', lease_until = ?,
          touched_at = ?`,
      )
        .bind(starts, clock.now().getTime() + limits.collectors.leaseMs, clock.now().getTime())
        .run()
    await crash(1)
    await startDueRuns(watching, { afterRestart: false })
    expect(sent).toEqual([])
    clock.advance(limits.collectors.leaseMs + 1)
    await startDueRuns(watching, { afterRestart: false })
    expect(sent).toEqual([message])
    const resumed = await slice(watching, message)
    expect([resumed.status, resumed.log[0]?.msg]).toEqual(['finished', 'Resumed after an interruption.'])
    await crash(limits.collectors.maxCrashes)
    clock.advance(limits.collectors.leaseMs + 1)
    const given = await slice(watching, message)
    expect([given.status, given.log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('interrupted 2 times')])
  })

  test('continues at once after a restart of the service', async () => {
    const { ctx, message } = await pendingRun(async () => ({}))
    await env.DB.prepare("update collector_runs set status = 'running', lease = 'dead', lease_until = 9e15").run()
    const sent: unknown[] = []
    const collect = async (runs: readonly unknown[]) => void sent.push(...runs)
    await startDueRuns({ ...ctx, jobs: { ...ctx.jobs, collect } }, { afterRestart: true })
    expect(sent).toEqual([message])
    expect((await slice(ctx, message)).status).toBe('finished')
  })

  test('that is stopped ends within seconds', async () => {
    const { ctx, message } = await pendingRun(async ({ log, isStopped }) => {
      await env.DB.prepare("update collector_runs set status = 'kill'").run()
      await eventually(async () => expect(await isStopped()).toBe(true))
      await log.info('more')
    })
    const { status, log } = await slice(ctx, message)
    expect([status, log.at(-1)?.msg]).toEqual(['killed', 'The run was stopped.'])
  })

  test('whose lease was taken by another worker has no effect', async () => {
    const { ctx, message } = await pendingRun(async ({ isStopped }) => {
      await env.DB.prepare("update collector_runs set lease = 'another'").run()
      await eventually(async () => expect(await isStopped()).toBe(true))
    })
    expect((await slice(ctx, message)).status).toBe('running')
    expect(await collectorState()).toMatchObject([{ failures: 0 }])
  })

  test('is refused when the minutes of the account are used up', async () => {
    const { ctx, message } = await pendingRun(async () => ({}))
    const month = new Date().toISOString().slice(0, 7)
    await env.DB.prepare("insert into collector_usage values ('organization', 'town', ?, 600)").bind(month).run()
    const limited = { ...ctx, config: { ...ctx.config, QUOTA_COLLECTOR_MINUTES: 10 } }
    expect((await slice(limited, message)).log.at(-1)?.msg).toMatch('10 minutes of this month')
  })

  test('without a change is not stored if started by the schedule', async () => {
    const { ctx, message } = await pendingRun(async () => ({ deleteOnComplete: true }))
    await env.DB.prepare("update collector_runs set scheduled_at = '2026-01-01T00:00:00Z'").run()
    await expect(slice(ctx, message)).rejects.toThrow('no run')
    await storeRun((await rows<{ id: string }>('select id from collectors'))[0]?.id ?? '', 'run2')
    expect((await slice(ctx, { run: 'run2', step: 0 })).status).toBe('finished')
  })

  test('is one of at most 500 stored runs', async () => {
    const { ctx, message, id } = await pendingRun(async () => ({}))
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
       insert into collector_runs (id, collector_id, status, created_at, due_at, touched_at)
       select 'old' || i, ?, 'finished', '2020-01-01T00:00:' || i, 0, 0 from n`,
    )
      .bind(id)
      .run()
    await slice(ctx, message)
    expect(await rows('select count(*) n from collector_runs')).toEqual([{ n: limits.collectors.keptRuns }])
    expect((await storedRun('run1')).status).toBe('finished')
  })
})

test('a collector that fails repeatedly is deactivated, and its account notified', async () => {
  const { ctx, message } = await pendingRun(async () => Promise.reject(new Error('gone')), {
    scheduling: [{ type: 'daily', hour: 3 }],
  })
  const { maxFailures, failingMs } = limits.collectors
  const since = new Date(Date.now() - failingMs - 1_000).toISOString()
  await env.DB.prepare('update collectors set failures = ?, failing_since = ?')
    .bind(maxFailures - 1, since)
    .run()
  await slice(ctx, message)
  expect(await collectorState()).toMatchObject([{ active: 0, failures: maxFailures }])
  expect(await rows("select 1 from collector_runs where status = 'scheduled'")).toEqual([])
  const events = await rows('select type, data, owner_id from journal where collector_id is not null order by id')
  expect(events.slice(-2)).toEqual([
    { type: 'finish-error', data: 'gone', owner_id: 'town' },
    { type: 'disabled', data: 'gone', owner_id: 'town' },
  ])
})

test('500 collectors due in the same minute each run once', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key }, { plugin: 'rogue', scheduling: [{ type: 'cron', cron: '* * * * *' }] })
  const columns = (await rows<{ name: string }>("select name from pragma_table_info('collectors')")).map(
    ({ name }) => name,
  )
  const others = columns.filter((name) => name !== 'id').join(', ')
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 499)
     insert into collectors (id, ${others}) select 'c' || i, ${others} from n, collectors where id = ?`,
  )
    .bind(id)
    .run()
  const started = new Map<string, number>()
  const plugin = pluginOf(async ({ collector }) => void started.set(collector.id, (started.get(collector.id) ?? 0) + 1))
  const clock = clockAt()
  const sent: { run: string; step: number }[] = []
  const collect = async (runs: readonly { run: string; step: number }[]) => void sent.push(...runs)
  const ctx = collecting({ rogue: plugin }, { now: clock.now, jobs: { ...systemContext().jobs, collect } })
  await startDueRuns(ctx, { afterRestart: false })
  clock.advance(61_000)
  // Two ticks at the same time, as after a delay of the cron.
  await Promise.all([1, 2].map(() => startDueRuns(ctx, { afterRestart: false })))
  expect(sent).toHaveLength(500)
  expect(new Set(sent.map(({ run }) => run)).size).toBe(500)
  // The queue delivers some messages twice.
  const messages = [...sent, ...sent.slice(0, 100)]
  while (messages.length > 0) {
    const { executeRun } = await import('../../worker/collectors/runs/execute-run')
    await Promise.all(messages.splice(0, 25).map((message) => executeRun(ctx, message, shortTimings)))
  }
  expect(started.size).toBe(500)
  expect(new Set(started.values())).toEqual(new Set([1]))
  expect(await rows("select count(*) n from collector_runs where status = 'finished'")).toEqual([{ n: 500 }])
  expect(await rows("select count(*) n from collector_runs where status = 'scheduled'")).toEqual([{ n: 500 }])
}, 120_000)
