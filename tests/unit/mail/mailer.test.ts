/** Mail has no headers or markup of users, is sent by the configured provider, and is logged without addresses. */
import { describe, expect, test } from 'vitest'
import { createMailer, type MailBinding, writeMail } from '../../../worker/mail'

const to = 'kim@example.org'
const mail = { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const PUBLIC_URL = 'https://data.example.org'
const MAIL_FROM = 'no-reply@data.example.org'

type Sent = Parameters<MailBinding['send']>[0]

function mailerOf(config: Partial<Parameters<typeof createMailer>[0]>, deliver?: (sent: Sent) => void) {
  const lines: string[] = []
  const send = async (sent: Sent) => {
    deliver?.(sent)
    return { messageId: '1' }
  }
  const log = (...line: unknown[]) => lines.push(JSON.stringify(line))
  const settings = {
    MAIL_URL: undefined,
    MAIL_TOKEN: undefined,
    MAIL_FROM: undefined,
    PUBLIC_URL: '',
    OUTGOING_ALLOW: [],
  }
  const mailer = createMailer({ ...settings, ...config }, { binding: deliver ? { send } : undefined, log })
  return { mailer, lines }
}

describe('mail is sent', () => {
  test('through the binding, from the address of the instance', async () => {
    const sent: Sent[] = []
    const { mailer, lines } = mailerOf({ PUBLIC_URL, MAIL_FROM }, (one) => sent.push(one))
    expect(mailer.canSend).toBe(true)
    await mailer.send(mail)
    expect(sent).toEqual([{ from: { email: MAIL_FROM, name: 'Fairway' }, ...mail }])
    expect(lines).toEqual([])
  })

  test('to the log in development', async () => {
    const { mailer, lines } = mailerOf({ MAIL_URL: 'log:' })
    await mailer.send(mail)
    expect([mailer.canSend, lines.join()]).toEqual([true, expect.stringContaining(to)])
  })
})

test.each([
  ['nothing', {}],
  ['no address of its own, where links would be those of the request', { MAIL_FROM, MAIL_URL: 'https://mail.example' }],
  ['no sender', { PUBLIC_URL, MAIL_URL: 'https://mail.example' }],
  ['no provider', { PUBLIC_URL, MAIL_FROM }],
])('mail is not sent with %s', async (_, config) => {
  const { mailer } = mailerOf(config)
  expect(mailer.canSend).toBe(false)
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'mail-failed' })
})

test('a failure is logged without the address, even where the error quotes it', async () => {
  const refused = Object.assign(new Error(`${to} is not verified`), { code: 'E_RECIPIENT_NOT_ALLOWED' })
  const { mailer, lines } = mailerOf({ PUBLIC_URL, MAIL_FROM }, () => {
    throw refused
  })
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'mail-failed' })
  expect(lines.join()).toContain('E_RECIPIENT_NOT_ALLOWED')
  expect(lines.join()).not.toContain(to)
})

test('texts of users cannot start a header or an element', () => {
  const text = {
    subject: { en: 'Join {name}', fr: 'Rejoindre {name}' },
    paragraphs: [
      { en: 'Join {name}:', fr: 'Rejoindre {name} :' },
      { en: 'Bye', fr: 'Au revoir' },
    ],
  }
  const values = { name: 'A\r\nBcc: eve@example.org <b>' }
  const link = 'https://data.example.org/?a=1&b=2'
  const written = writeMail(text, { to, language: 'en', values, link })
  expect(written.subject).toBe('Join A Bcc: eve@example.org <b>')
  expect(written.text).toBe(`Join A Bcc: eve@example.org <b>:\n\n${link}\n\nBye\n`)
  expect(written.html).toContain('&lt;b&gt;')
  expect(written.html).toContain('href="https://data.example.org/?a=1&amp;b=2"')
  expect(writeMail(text, { to, language: 'fr', values }).subject).toMatch(/^Rejoindre/)
})
