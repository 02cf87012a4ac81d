/** The message to whoever configured a collector whose scheduled runs fail. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { readConfig } from '../../worker/config'
import { limits } from '../../worker/limits'
import { createMailer } from '../../worker/mail'
import { signedIn } from '../support/accounts'
import { pendingRun, slice, storeRun } from '../support/collectors'
import { linkIn, receivedBy, withMail } from '../support/mail'

const { maxFailures, failingMs } = limits.collectors

/** A collector that fails, last changed by a user, with a run that has not started. */
async function failing(userId: string) {
  const pending = await pendingRun(async () => Promise.reject(new Error('HTTP 404 <b>')), { title: 'Bikes' })
  const { ctx, id, message } = pending
  await env.DB.prepare('update collectors set updated_by = ? where id = ?')
    .bind(JSON.stringify({ id: userId, name: userId }), id)
    .run()
  const config = readConfig({ ...env, ...withMail() })
  const mail = createMailer(config, { binding: undefined, log: ctx.log })
  return { id, message, ctx: { ...ctx, config, mail, baseUrl: config.PUBLIC_URL } }
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
  ['a run that was started by hand', 'failing-cas', true, true, false],
  ['a user who has left the account', 'failing-dan', true, false, true],
  ['an unconfirmed address', 'failing-eli', false, true, true],
])('is not sent for %s', async (_, name, emailVerified, isMember, isScheduled) => {
  const memberships = isMember ? [{ organization: 'town', role: 'admin' as const }] : []
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
