/** Invitations by mail: the link is sent to the invited address, and shown to the inviting administrator. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { page, submit } from '../../pages/support'
import { signedIn } from '../../support/accounts'
import { ask, origin, refusal, send } from '../../support/http'
import { linkIn, receivedBy, withMail } from '../../support/mail'

const invitations = '/api/v1/organizations/town/invitations'
const admin = async (name: string) => (await signedIn(name, [{ organization: 'town', role: 'admin' }])).as('town')

test('an invitation is mailed, and its link works for the invited address only', async () => {
  const headers = await admin('inviting-ann')
  const email = 'invited-bob@example.org'
  const answer = await send(invitations, { json: { email, role: 'contrib' }, headers, vars: withMail() })
  const { page: shown, isMailed } = (await answer.json()) as { page: string; isMailed: boolean } // the invitation
  expect([answer.status, isMailed]).toEqual([201, true])
  const [mail, ...others] = await receivedBy(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('inviting-ann invites you to Town')
  const link = linkIn(mail)
  expect([link.origin, link.href]).toEqual([origin, shown])
  const bob = await signedIn('invited-bob')
  await ask(`/api/v1${link.pathname.replace('invitation', 'invitations')}/accept`, {
    method: 'POST',
    json: {},
    headers: bob.headers,
  })
  expect((await page('/settings/members', { headers: bob.as('town') })).status).toBe(200)
})

test('a name in an invitation is no link, and turns no text around', async () => {
  const { headers, as } = await signedIn('linking-ann')
  const name = 'Bank: confirm at https://evil.example/login, www.evil.example or a@evil.example \u202Egnp'
  const { id } = await ask<{ id: string }>(
    '/api/v1/organizations',
    { json: { name }, headers: { origin, ...headers } },
    201,
  )
  const email = 'invited-victim@example.org'
  const path = `/api/v1/organizations/${id}/invitations`
  await ask(path, { json: { email, role: 'user' }, headers: { origin, ...as(id) }, vars: withMail() }, 201)
  const [mail] = await receivedBy(email)
  expect(mail?.subject).toContain('Bank: confirm at https')
  const links = `${mail?.subject} ${mail?.text} ${mail?.html}`.match(/https?:\/\/[\w.]+|[\w]+(?:[.@][\w]+)+/g) ?? []
  expect(links.filter((link) => link.includes('evil') || link.includes('example/'))).toEqual([])
  expect(mail?.subject).not.toMatch(/\u202e/)
  expect(linkIn(mail).origin).toBe(origin)
})

test('an unconfirmed address joins nothing where messages are sent', async () => {
  const headers = await admin('careful-ann')
  const bob = await signedIn('unconfirmed-bob', [], { emailVerified: false })
  const { id } = await ask<{ id: string }>(invitations, { json: { email: bob.email, role: 'admin' }, headers }, 201)
  const accept = (vars?: Record<string, unknown>) =>
    send(`/api/v1/invitations/${id}/accept`, {
      json: {},
      headers: { origin, ...bob.headers },
      ...(vars ? { vars } : {}),
    })
  expect(await refusal(await accept(withMail()))).toEqual([403, 'email-unverified'])
  const { html } = await page(`/invitation/${id}`, { headers: bob.headers, vars: withMail() })
  expect(html).toContain('Join')
  const refused = await submit(`/invitation/${id}`, {}, { headers: bob.headers, vars: withMail() })
  expect(await refused.text()).toContain('Confirm the address unconfirmed-bob@example.org first')
  // Without messages there is nothing to confirm an address with.
  expect((await accept()).status).toBe(200)
})

test('an invitation is in the language of the invited user, else in that of the request', async () => {
  const headers = await admin('english-ann')
  const bob = await signedIn('french-invited-bob')
  await submit('/language', { to: 'fr', back: '/' }, { headers: bob.headers })
  for (const email of [bob.email, 'invited-stranger@example.org'])
    await ask(invitations, { json: { email, role: 'user' }, headers, vars: withMail() }, 201)
  expect((await receivedBy(bob.email))[0]?.subject).toBe('english-ann vous invite à rejoindre Town')
  expect((await receivedBy('invited-stranger@example.org'))[0]?.subject).toBe('english-ann invites you to Town')
})

test('without mail the page shows the link only, with a notice', async () => {
  const headers = await admin('mailless-ann')
  const email = 'mailless-invited@example.org'
  const vars = withMail()
  await submit('/settings/invitations', { email, role: 'user' }, { headers })
  expect(await receivedBy(email)).toEqual([])
  expect((await page('/settings/members?done=invited', { headers })).html).toContain('The invitation was created.')
  expect((await page('/settings/members', { headers })).html).toContain('No e-mail is sent')
  const mailed = await submit('/settings/invitations', { email, role: 'user' }, { headers, vars })
  expect(mailed.headers.get('location')).toBe(`${origin}/settings/members?done=invitedByMail`)
  expect(await receivedBy(email)).toHaveLength(1)
  expect((await page('/settings/members?done=invitedByMail', { headers, vars })).html).toContain(
    'The invitation was sent',
  )
  expect((await page('/settings/members', { headers, vars })).html).not.toContain('No e-mail is sent')
})

test('the number of mails to one address is limited; further invitations are created without mail', async () => {
  const headers = await admin('bombing-ann')
  const email = 'bombed-bob@example.org'
  const mailed = []
  for (let at = 0; at <= limits.mail.maxPerRecipient; at++) {
    mailed.push(
      (await ask<{ isMailed: boolean }>(invitations, { json: { email, role: 'user' }, headers, vars: withMail() }, 201))
        .isMailed,
    )
  }
  expect(mailed.filter(Boolean)).toHaveLength(limits.mail.maxPerRecipient)
  expect(await receivedBy(email)).toHaveLength(limits.mail.maxPerRecipient)
  expect(await ask<object[]>(invitations, { headers })).toHaveLength(limits.mail.maxPerRecipient + 1)
})
