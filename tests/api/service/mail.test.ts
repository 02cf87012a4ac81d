/** Mail through an HTTP provider, over the network. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { createContext } from '../../../worker/create-context'
import { receivedBy, withMail } from '../../support/mail'

const mailerOf = (vars: object) =>
  createContext({ ...env, ...vars }, { identity: { actor: { type: 'system', job: 'test' } }, requestId: 'test' }).mail

afterEach(() => vi.restoreAllMocks())

test('a message reaches the provider with its token, once', async () => {
  const mail = { to: 'http-kim@example.org', subject: 'Été', text: 'Hello\n', html: '<p>Hello</p>' }
  await mailerOf(withMail()).send(mail)
  expect(await receivedBy(mail.to)).toEqual([
    { ...mail, from: 'Fairway <no-reply@data.example.org>', authorization: 'Bearer a-token-of-the-provider' },
  ])
})

test('a refusal of the provider is a failure, logged without the recipient', async () => {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  const mail = { to: 'refused-kim@example.org', subject: 'Hello', text: 'Hello', html: '' }
  await expect(mailerOf({ ...withMail(), MAIL_TOKEN: 'expired' }).send(mail)).rejects.toMatchObject({
    code: 'mail-failed',
    params: { reason: { en: 'status 401' } },
  })
  const lines = spies.flatMap((spy) => spy.mock.calls.map(([line]) => String(line)))
  expect(lines.join()).toContain('status 401')
  expect(lines.join()).not.toContain(mail.to)
  expect(await receivedBy(mail.to)).toEqual([])
})
