/** The forms of the profile: the input that was refused is marked. */
import { expect, test } from 'vitest'
import { administrator, signedIn } from '../support/accounts'
import { withMail } from '../support/mail'
import { type Fields, page, submit } from './support'

/** The inputs of a page that are marked as refused, with the action of their form. */
function refusedInputs(html: string): [action: string, name: string][] {
  return [...html.matchAll(/<form[^>]* action="[^"]*\/settings\/([^"]*)"[^>]*>(.*?)<\/form>/gs)].flatMap(
    ([, action = '', form = '']) =>
      [...form.matchAll(/<input[^>]*>/g)]
        .filter(([input]) => input.includes('aria-invalid'))
        .map(([input]): [string, string] => [action, /name="([^"]*)"/.exec(input)?.[1] ?? '']),
  )
}

test.for<[string, Fields, [string, string]]>([
  ['profile/email', { email: 'new@example.org', password: 'wrong' }, ['profile/email', 'password']],
  ['profile/password', { password: 'wrong', newPassword: 'a long password' }, ['profile/password', 'password']],
  ['profile/password', { password: administrator.password, newPassword: 'short' }, ['profile/password', 'newPassword']],
  ['profile/deletion', { password: 'wrong' }, ['profile/deletion', 'password']],
  ['profile/two-factor', { password: 'wrong' }, ['profile/two-factor', 'password']],
])('the refused input of %s with %j is marked in its form only', async ([path, fields, expected]) => {
  const { headers } = await signedIn('refused')
  const answer = await submit(`/settings/${path}`, fields, { headers, vars: withMail() })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  const html = await answer.text()
  expect(refusedInputs(html)).toEqual([expected])
  if (path === 'profile/email') expect(html).toContain('value="new@example.org"')
  if (path === 'profile/deletion') expect(html).toContain('<details class="confirmed" open="">')
})

test('the session of the request is in use, with the date of its sign-in', async () => {
  const { headers } = await signedIn('ann')
  const { html } = await page('/settings/profile', { headers })
  const [, list = ''] = /id="sessions"(.*?)<\/section>/s.exec(html) ?? []
  expect(list).toMatch(/signed in on [^·<]* · in use now</)
  expect(list).not.toMatch(/used on|last used/)
})

test('a pending change of the e-mail address is shown, sent again and cancelled', async () => {
  const { headers } = await signedIn('pending')
  const sent = { headers, vars: withMail() }
  const html = async () => (await page('/settings/profile', sent)).html
  const fields = { email: 'next@example.org', password: administrator.password }
  expect(await html()).not.toContain('Waiting for confirmation')
  await submit('/settings/profile/email', fields, sent)
  expect(await html()).toContain('Waiting for confirmation: next@example.org')
  const again = await submit('/settings/profile/email/again', {}, sent)
  expect(again.headers.get('location')).toMatch(/done=email$/)
  const cancelled = await submit('/settings/profile/email/cancel', {}, sent)
  expect(cancelled.headers.get('location')).toMatch(/done=emailCancelled$/)
  expect(await html()).not.toContain('Waiting for confirmation')
  const late = await submit('/settings/profile/email/again', {}, sent)
  expect([late.status, await late.text()]).toEqual([404, expect.stringContaining('is pending')])
})
