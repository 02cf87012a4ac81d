/** Alerts to the operator: each condition is told once when it begins and once when it is over, by webhook and by mail. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { handleDeadLetter } from '../../queues/dead-letters'
import { currentAlerts } from '../../worker/alerts'
import type { Context } from '../../worker/context'
import { databaseSizes } from '../../worker/datasets/sharding'
import { limits } from '../../worker/limits'
import { keyOf, town } from '../support/accounts'
import { makeCollector } from '../support/collectors'
import { faultyEnv } from '../support/faults'
import { contextOf, Pipeline } from '../support/pipeline'
import { rows } from '../support/stored'

type Change = { kind: string; subject: string; title: string; state: string; beganAt: string; endedAt?: string }
type Body = { text: string; href: string; alerts: Change[] }

const url = 'https://hooks.example.com/alerts?token=a-secret-of-the-operator'
const mailUrl = 'https://mail.example.com/send'
const csv = 'name,places\nalpha,1\nbeta,2\n'
let sent: { url: string; body: string }[] = []
/** The responses of the receivers, whose outages are tested here. */
let answer: (to: string) => Response | Promise<Response> = () => new Response('ok')

beforeEach(() => {
  sent = []
  answer = () => new Response('ok')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
    sent.push({ url: String(to), body: String(init?.body) })
    return answer(String(to))
  })
})
afterEach(() => vi.restoreAllMocks())

const watched = (bindings: Record<string, string> = {}) => new Pipeline({ ALERT_URL: url, ...bindings })
const tick = (ctx: Context) => runEachMinute(ctx, { afterRestart: false })
/** The messages that the receiver got since the last call, as `webhookBody` writes them. */
const told = () => sent.splice(0).map(({ body }) => JSON.parse(body) as Body)
const changes = () => told().map(({ alerts }) => alerts.map(({ kind, subject, state }) => [kind, subject, state]))

/** A dataset whose run nobody works on. */
async function stuck(pipeline: Pipeline, fileName = 'places.csv'): Promise<string> {
  const id = await pipeline.create(csv, { fileName })
  pipeline.clock.advance(limits.processing.stuckMs + 1)
  return id
}

/** Fills the database of lines. @returns its size */
async function filled(ctx: Context): Promise<number> {
  await env.LINES_0.prepare('create table ballast as select zeroblob(1000000) as b').run()
  const [bytes] = await databaseSizes(ctx)
  if (bytes === undefined) throw new Error('the database does not respond')
  return bytes
}

/** Begins, repeats and ends a condition. */
async function follow(
  pipeline: Pipeline,
  expected: { kind: string; subject: string; text: string },
  end: () => unknown,
) {
  const { kind, subject, text } = expected
  await tick(pipeline.ctx)
  const [body, ...others] = told()
  expect(others).toEqual([])
  expect(body).toMatchObject({ text, alerts: [{ kind, subject, state: 'began' }] })
  expect(await currentAlerts(pipeline.ctx)).toMatchObject([{ kind, subject }])
  for (let minute = 0; minute < 3; minute++) {
    pipeline.clock.advance(60_000)
    await tick(pipeline.ctx)
  }
  expect(told()).toEqual([])
  await end()
  await tick(pipeline.ctx)
  expect(told()).toMatchObject([{ text: `Over: ${text}`, alerts: [{ kind, subject, state: 'ended' }] }])
  await tick(pipeline.ctx)
  expect(told()).toEqual([])
  expect(await rows('select * from alerts')).toEqual([])
}

describe('an alert is told when it begins and when it is over, and in between is silent', () => {
  test('of a run that is stuck', async () => {
    const pipeline = watched()
    const id = await stuck(pipeline)
    const text = `The processing of the dataset “places” (${id}) is stuck.`
    await follow(pipeline, { kind: 'stuck-run', subject: id, text }, () => pipeline.settle())
  })

  test('of a message that was given up', async () => {
    const pipeline = watched()
    const id = await pipeline.create(csv)
    const [message] = pipeline.queue.messages.splice(0)
    if (!message) throw new Error('nothing was sent')
    await handleDeadLetter(pipeline.ctx, message)
    const text = `A queue message for the dataset “places” (${id}) failed all its retries.`
    await follow(pipeline, { kind: 'dead-letter', subject: id, text }, () =>
      pipeline.clock.advance(limits.alerts.deadLetterMs),
    )
    await handleDeadLetter(pipeline.ctx, { v: 1, kind: 'refresh', dataset: id })
    await handleDeadLetter(pipeline.ctx, { v: 1, kind: 'discard' })
    await tick(pipeline.ctx)
    expect(changes()).toEqual([[['dead-letter', id, 'began']]])
  })

  test('of a collector that fails repeatedly', async () => {
    const pipeline = watched()
    const { id } = await makeCollector({ key: await keyOf(town) }, { title: 'Bike racks' })
    const fail = (times: number) => env.DB.prepare('update collectors set failures = ?').bind(times).run()
    await fail(limits.alerts.collectorFailures - 1)
    await tick(pipeline.ctx)
    expect(told()).toEqual([])
    await fail(limits.alerts.collectorFailures)
    const text = `The collector “Bike racks” (${id}) fails repeatedly.`
    await follow(pipeline, { kind: 'collector-failing', subject: id, text }, () => fail(0))
  })

  test('of a database that is nearly full: it ends only once there is room again', async () => {
    const pipeline = watched()
    const bytes = await filled(pipeline.ctx)
    const fill = (share: number) =>
      Object.assign(pipeline.ctx, {
        config: { ...pipeline.ctx.config, LINES_DATABASE_BYTES: Math.floor(bytes / share) },
      })
    const { nearlyFullShare, roomAgainShare } = limits.alerts
    const between = (nearlyFullShare + roomAgainShare) / 2
    fill(between)
    await tick(pipeline.ctx)
    expect(told()).toEqual([])
    fill(nearlyFullShare + 0.01)
    const text = 'The database LINES_0 is nearly full.'
    await follow(pipeline, { kind: 'database-nearly-full', subject: 'LINES_0', text }, async () => {
      fill(between)
      await tick(pipeline.ctx)
      expect(told()).toEqual([])
      fill(roomAgainShare - 0.01)
    })
  })
})

test('several changes of a minute are one message, with what remains in the next', async () => {
  const pipeline = watched()
  const { maxChanges } = limits.alerts
  for (let at = 0; at < maxChanges + 1; at++) await pipeline.create(csv)
  pipeline.clock.advance(limits.processing.stuckMs + 1)
  await tick(pipeline.ctx)
  await tick(pipeline.ctx)
  expect(told().map(({ alerts }) => alerts.length)).toEqual([maxChanges, 1])
})

test('two ticks at the same time send once', async () => {
  const pipeline = watched()
  const id = await stuck(pipeline)
  answer = async () => {
    await scheduler.wait(50)
    return new Response('ok')
  }
  await Promise.all([tick(pipeline.ctx), tick(pipeline.ctx), tick(pipeline.ctx)])
  await tick(pipeline.ctx)
  expect(changes()).toEqual([[['stuck-run', id, 'began']]])
})

describe('a receiver that fails', () => {
  test.each([
    ['with a status', () => new Response('no', { status: 500 })],
    [
      'with a redirection',
      () => new Response(null, { status: 302, headers: { location: 'https://other.example.com/' } }),
    ],
    ['without a response', () => Promise.reject(new Error('connection reset'))],
  ])('%s is tried again after pauses that double, and the cron works on', async (_, failing) => {
    const pipeline = watched()
    const id = await stuck(pipeline)
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answer = failing
    const attempts: number[] = []
    for (let minute = 0; minute < 16; minute++) {
      await tick(pipeline.ctx)
      if (sent.splice(0).length > 0) attempts.push(minute)
      pipeline.clock.advance(60_000)
    }
    expect(attempts).toEqual([0, 1, 3, 7, 15])
    expect(pipeline.queue.messages).toContainEqual(expect.objectContaining({ kind: 'process' }))
    expect(JSON.stringify(log.mock.calls)).not.toContain('a-secret-of-the-operator')
    answer = () => new Response('ok')
    pipeline.clock.advance(limits.alerts.maxRetryMs)
    await tick(pipeline.ctx)
    expect(changes()).toEqual([[['stuck-run', id, 'began']]])
    expect(await rows('select failures, next_at from alert_receivers')).toEqual([{ failures: 0, next_at: 0 }])
  })

  test('while an alert begins and ends is told of the end alone; while it ends and begins again, of nothing', async () => {
    const pipeline = watched()
    const { id } = await makeCollector({ key: await keyOf(town) })
    const fail = async (times: number) => {
      await env.DB.prepare('update collectors set failures = ?').bind(times).run()
      await tick(pipeline.ctx)
      pipeline.clock.advance(limits.alerts.maxRetryMs)
    }
    const down = () => new Response('no', { status: 503 })
    answer = down
    await fail(3)
    told()
    answer = () => new Response('ok')
    await fail(0)
    expect(changes()).toEqual([[['collector-failing', id, 'ended']]])
    await fail(3)
    expect(changes()).toEqual([[['collector-failing', id, 'began']]])
    answer = down
    await fail(0)
    told()
    answer = () => new Response('ok')
    await fail(4)
    expect(told()).toEqual([])
    expect(await currentAlerts(pipeline.ctx)).toMatchObject([{ subject: id }])
  })

  test('does not keep the other from being told, by mail', async () => {
    const mail = { MAIL_URL: mailUrl, MAIL_FROM: 'data@example.org', PUBLIC_URL: 'https://data.example.org' }
    const pipeline = watched({ ...mail, ALERT_EMAIL: 'operator@example.org' })
    await stuck(pipeline)
    answer = (to) => new Response('', { status: to === mailUrl ? 200 : 500 })
    await tick(pipeline.ctx)
    await tick(pipeline.ctx)
    const mails = sent.filter((one) => one.url === mailUrl)
    expect(mails).toHaveLength(1)
    expect(JSON.parse(mails[0]?.body ?? '')).toMatchObject({
      to: 'operator@example.org',
      subject: expect.stringContaining('is stuck.'),
      text: expect.stringContaining('https://data.example.org/admin'),
    })
    await pipeline.settle()
    await tick(pipeline.ctx)
    expect(await rows('select mail_state from alerts')).toMatchObject([{ mail_state: 'end' }])
  })
})

test('a title cannot call people, link or break the line in a chat', async () => {
  const pipeline = watched()
  const id = await pipeline.create(csv)
  await env.DB.prepare(`update datasets set metadata = json_set(metadata, '$.title', ?)`)
    .bind(`<!channel> @here\nOver: “all” ${'x'.repeat(300)}`)
    .run()
  pipeline.clock.advance(limits.processing.stuckMs + 1)
  await tick(pipeline.ctx)
  const [body] = told()
  expect(body?.text).toMatch(
    new RegExp(`^The processing of the dataset “!channel here Over: .*x” \\(${id}\\) is stuck\\.$`),
  )
  expect(body?.text.length).toBeLessThan(250)
})

test('the operator is told even if the rest of the cron fails, and its failure remains one', async () => {
  const pipeline = watched()
  const id = await stuck(pipeline)
  const process = () => Promise.reject(new Error('the queue is down'))
  await expect(tick({ ...pipeline.ctx, jobs: { ...pipeline.ctx.jobs, process } })).rejects.toThrow('the queue is down')
  expect(changes()).toEqual([[['stuck-run', id, 'began']]])
})

test('a database that fails ends no alert', async () => {
  const pipeline = watched()
  const bytes = await filled(pipeline.ctx)
  const config = { ...pipeline.ctx.config, LINES_DATABASE_BYTES: bytes }
  await tick({ ...pipeline.ctx, config })
  expect(changes()).toEqual([[['database-nearly-full', 'LINES_0', 'began']]])
  const { lines } = contextOf(faultyEnv({ at: 1, kind: 'death' }).env, pipeline.clock)
  await tick({ ...pipeline.ctx, config, lines })
  expect(told()).toEqual([])
  expect(await currentAlerts(pipeline.ctx)).toHaveLength(1)
})

test('without a receiver alerts are stored while they hold', async () => {
  const pipeline = new Pipeline()
  const id = await stuck(pipeline)
  await tick(pipeline.ctx)
  expect(await currentAlerts(pipeline.ctx)).toMatchObject([{ kind: 'stuck-run', subject: id, title: 'places' }])
  await pipeline.settle()
  await tick(pipeline.ctx)
  expect(await rows('select * from alerts')).toEqual([])
  expect(sent).toEqual([])
})
