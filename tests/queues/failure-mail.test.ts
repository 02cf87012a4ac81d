/** The messages about failures: to whoever configured a collector, and to whoever sent a file. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { handleDeadLetter } from '../../queues/dead-letters'
import { readConfig } from '../../worker/config'
import type { Context } from '../../worker/context'
import { limits } from '../../worker/limits'
import { createMailer } from '../../worker/mail'
import { signedIn } from '../support/accounts'
import { pendingRun, slice, storeRun } from '../support/collectors'
import { linkIn, receivedBy, withMail } from '../support/mail'
import { Pipeline } from '../support/pipeline'

const { maxFailures, failingMs } = limits.collectors

/** A collector that fails, last changed by a user, with a run that has not started. */
async function failing(userId: string) {
  const pending = await pendingRun(async () => Promise.reject(new Error('HTTP 404 <b>')), { title: 'Bikes' })
  const { ctx, id, message } = pending
  await env.DB.prepare('update collectors set updated_by = ? where id = ?')
    .bind(JSON.stringify({ id: userId, name: userId }), id)
    .run()
  return { id, message, ctx: mailing(ctx) }
}

/** The same context in an instance that sends mail. */
function mailing<Sending extends Context>(ctx: Sending): Sending {
  const config = readConfig({ ...env, ...withMail() })
  const mail = createMailer(config, { binding: undefined, log: ctx.log })
  return { ...ctx, config, mail, baseUrl: config.PUBLIC_URL }
}

const schedule = (run: string) =>
  env.DB.prepare('update collector_runs set scheduled_at = created_at where id = ?').bind(run).run()
const subjects = async (email: string) => (await receivedBy(email)).map(({ subject }) => subject)

test('is sent once, in the language of the user, and again when the collector is switched off', async () => {
  const bea = await signedIn('failing-bea', [{ organization: 'town', role: 'admin' }])
  await env.DB.prepare("update user set language = 'fr' where id = ?").bind(bea.id).run()
  const { ctx, id, message } = await failing(bea.id)
  await schedule(message.run)
  expect((await slice(ctx, message)).status).toBe('error')
  await expect.poll(() => subjects(bea.email)).toEqual(['«\u202fBikes\u202f» a échoué'])
  const [mail] = await receivedBy(bea.email)
  expect(mail?.text).toContain('HTTP 404 <b>')
  expect(mail?.html).toContain('HTTP 404 &lt;b&gt;')
  expect(linkIn(mail).pathname).toBe(`/collector/${id}`)

  const second = await storeRun(id, 'run2')
  await schedule('run2')
  await slice(ctx, second)
  const since = new Date(Date.now() - failingMs - 1_000).toISOString()
  await env.DB.prepare('update collectors set failures = ?, failing_since = ? where id = ?')
    .bind(maxFailures - 1, since, id)
    .run()
  const last = await storeRun(id, 'run3')
  await schedule('run3')
  await slice(ctx, last)
  await expect
    .poll(() => subjects(bea.email))
    .toEqual(['«\u202fBikes\u202f» a échoué', '«\u202fBikes\u202f» est désactivé'])
})

test.each([
  ['a run that was started by hand', 'failing-cas', true, { role: 'admin' as const }, false],
  ['a user who has left the account', 'failing-dan', true, undefined, true],
  ['an unconfirmed address', 'failing-eli', false, { role: 'admin' as const }, true],
  ['a member of a department', 'failing-fox', true, { role: 'admin' as const, department: 'roads' }, true],
  ['a member who may read nothing', 'failing-guy', true, { role: 'user' as const }, true],
])('is not sent for %s', async (_, name, emailVerified, membership, isScheduled) => {
  const memberships = membership ? [{ organization: 'town', ...membership }] : []
  const user = await signedIn(name, memberships, { emailVerified })
  const other = await signedIn(`${name}-2`, [{ organization: 'town', role: 'admin' }])
  const { ctx, id, message } = await failing(user.id)
  if (isScheduled) await schedule(message.run)
  await slice(ctx, message)
  // A later message shows that the first one would have arrived.
  await env.DB.prepare('update collectors set failures = 0, updated_by = ? where id = ?')
    .bind(JSON.stringify({ id: other.id, name: '' }), id)
    .run()
  const second = await storeRun(id, 'run2')
  await schedule('run2')
  await slice(ctx, second)
  await expect.poll(() => subjects(other.email)).toHaveLength(1)
  expect(await subjects(user.email)).toEqual([])
})

describe('a file that cannot be processed', () => {
  const admin = { organization: 'town', role: 'admin' as const }
  type Authors = { created: string; uploaded: string; listened?: boolean; extras?: object }

  /** The end of the run of a draft, whose message is delivered twice. */
  async function fails({ created, uploaded, listened = false, extras = {} }: Authors) {
    const pipeline = new Pipeline()
    const ctx = mailing(pipeline.ctx)
    const id = await pipeline.create('name\nA\n', { draft: true })
    const author = (user: string) => JSON.stringify({ id: user, name: user })
    await env.DB.prepare(
      `update datasets set created_by = ?, draft = json_set(draft, '$.dataUpdatedBy', json(?)), listened = ?,
         metadata = json_set(metadata, '$.extras', json(?)) where id = ?`,
    )
      .bind(author(created), author(uploaded), Number(listened), JSON.stringify(extras), id)
      .run()
    const [message] = pipeline.queue.messages.splice(0)
    if (!message) throw new Error('nothing was sent')
    await handleDeadLetter(ctx, message)
    await handleDeadLetter(ctx, message)
    return id
  }

  test('is told once, to who sent it, in the language of the user', async () => {
    const ann = await signedIn('sender-ann', [admin])
    await env.DB.prepare("update user set language = 'fr' where id = ?").bind(ann.id).run()
    const id = await fails({ created: 'other', uploaded: ann.id })
    await expect.poll(() => subjects(ann.email)).toEqual(['«\u202fplaces\u202f» n’a pas pu être traité'])
    const [mail] = await receivedBy(ann.email)
    expect(mail?.text).toMatch(/n’a pas pu être traité\s: Le traitement a échoué/)
    expect(linkIn(mail).pathname).toBe(`/dataset/${id}`)
  })

  test('with a key of an organization is told to the member who created the dataset', async () => {
    const bob = await signedIn('sender-bob', [admin])
    await fails({ created: bob.id, uploaded: 'apiKey:etl' })
    await expect.poll(() => subjects(bob.email)).toHaveLength(1)
  })

  test('is not told to who watches its draft, or who left the account, nor of a collector', async () => {
    const cas = await signedIn('sender-cas', [admin])
    const gone = await signedIn('sender-gone')
    await fails({ created: cas.id, uploaded: cas.id, listened: true })
    await fails({ created: cas.id, uploaded: 'apiKey:collector:c', extras: { processingId: 'c' } })
    await fails({ created: gone.id, uploaded: gone.id })
    await fails({ created: 'other', uploaded: cas.id })
    await expect.poll(() => subjects(cas.email)).toHaveLength(1)
    expect(await subjects(gone.email)).toEqual([])
  })

  test('is told once an hour, with the number of failures since', async () => {
    const fay = await signedIn('sender-fay', [admin])
    const pipeline = new Pipeline()
    const ctx = mailing(pipeline.ctx)
    const id = await createdBy(pipeline, fay.id)
    const texts = async () => (await receivedBy(fay.email)).map(({ text }) => text)
    /** Sends a file, of which no run succeeds. */
    const fail = async () => {
      await pipeline.replace(id, 'name\nB\n')
      const [message] = pipeline.queue.messages.splice(0)
      if (!message) throw new Error('nothing was sent')
      await handleDeadLetter(ctx, message)
    }
    for (let minute = 0; minute < 4; minute++) {
      await fail()
      pipeline.clock.advance(60_000)
    }
    await expect.poll(texts).toHaveLength(1)
    pipeline.clock.advance(limits.mail.failureIntervalMs)
    await fail()
    await fail()
    await expect.poll(texts).toHaveLength(2)
    const [first, second] = await texts()
    expect(first).not.toContain('since the last message')
    expect(second).toContain('Other failures since the last message: 3.')
  })

  test('is told to who sent it when it is dropped as incompatible', async () => {
    const gil = await signedIn('sender-gil', [admin])
    const pipeline = new Pipeline()
    const ctx = mailing(pipeline.ctx)
    const id = await createdBy(pipeline, gil.id)
    await pipeline.replace(id, 'other\nB\n', 'compatibleOrCancel')
    for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift())
      await pipeline.deliver(message, ctx)
    await expect.poll(() => subjects(gil.email)).toEqual(['The new file of “places” was not published'])
    const [mail] = await receivedBy(gil.email)
    expect(mail?.text).toContain('missing columns: name; new columns: other')
    expect(linkIn(mail).pathname).toBe(`/dataset/${id}`)
  })

  /** A published dataset of a user, whose files a key of the organization sends. */
  async function createdBy(pipeline: Pipeline, user: string): Promise<string> {
    const id = await pipeline.create('name\nA\n')
    await pipeline.settle()
    await env.DB.prepare('update datasets set created_by = ? where id = ?')
      .bind(JSON.stringify({ id: user, name: user }), id)
      .run()
    return id
  }
})
