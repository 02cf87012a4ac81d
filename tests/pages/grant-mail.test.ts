/** The e-mail that the share dialog sends for a new permission. */
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { keyOf, signedIn } from '../support/accounts'
import { makeApplication, operator, outside, register } from '../support/applications'
import { publish } from '../support/datasets'
import { origin } from '../support/http'
import { linkIn, receivedBy, withMail } from '../support/mail'
import { accessTag, page, submit } from './support'

type Fields = Record<string, string>

async function sharing(name: string, title = 'Moorings') {
  const headers = (await signedIn(name, [{ organization: 'town', role: 'admin' }])).as('town')
  const body = { name: 'body', value: JSON.stringify({ title }) }
  const { id } = await publish('name,places\nOne,3\n', { key: await keyOf(), parts: [body] })
  const share = `/dataset/${id}/share`
  const vars = withMail()
  const sent = async (fields: Fields, own: object = vars) => {
    const tag = accessTag((await page(share, { headers })).html)
    return submit(share, { tag, ...fields }, { headers, vars: { ...own } })
  }
  const give = (email: string, level = 'read') => sent({ part: 'access-add', who: 'email', name: email, level })
  return { id, share, headers, sent, give }
}

test('a person receives one message for a grant, and none for a change, a revocation or a group', async () => {
  const { id, share, sent, give, headers } = await sharing('granting-ann')
  const email = 'granted-bob@example.org'
  const given = await give(email.toUpperCase())
  expect(given.headers.get('location')).toBe(`${origin}${share}?done=access-mailed`)
  const [mail] = await receivedBy(email)
  expect(mail?.subject).toBe('granting-ann shares “Moorings” with you')
  expect(linkIn(mail).href).toBe(`${origin}/dataset/${id}`)
  expect(mail?.text.match(/https?:/g)).toHaveLength(1)
  // The same grant again, with another level.
  expect((await give(email, 'write')).headers.get('location')).toContain('done=access-add')
  const key = JSON.stringify(['user', '', email, '', []])
  await sent({ part: 'access-change', key, level: 'admin' })
  await sent({ part: 'access-remove', key })
  await sent({ part: 'access-add', who: 'members', level: 'read' })
  await sent({ part: 'access', access: 'public' })
  expect(await receivedBy(email)).toHaveLength(1)
  expect((await page(`${share}?done=access-mailed`, { headers })).html).toMatch(
    /Access given, and an e-mail sent: [^<.]+[.]/,
  )
})

test('the message is in the language of the user, and the answer does not depend on there being one', async () => {
  const { give } = await sharing('speaking-ann')
  const user = await signedIn('french-bob')
  const french = await submit('/language', { to: 'fr', back: '/' }, { headers: user.headers })
  expect(french.status).toBe(303)
  const known = await give(user.email)
  const unknown = await give('nobody-at-all@example.org')
  expect(known.headers.get('location')).toBe(unknown.headers.get('location'))
  expect((await receivedBy(user.email))[0]?.subject).toContain('speaking-ann partage')
  expect((await receivedBy('nobody-at-all@example.org'))[0]?.subject).toContain('shares')
})

test('the language of a sign-in is stored', async () => {
  const json = { name: 'Carla', email: 'carla-speaks@example.org', password: 'a password of Carla' }
  const headers = { 'accept-language': 'fr' }
  expect((await submit('/sign-up', json, { headers })).status).toBe(303)
  const row = await env.DB.prepare('select language from user where email = ?').bind(json.email).first()
  expect(row).toEqual({ language: 'fr' })
})

test('few messages go to one address; a title is cut and escaped; without mail the page asks to send the link', async () => {
  const title = `<b>${'Boats '.repeat(60)}`
  const { sent, give, share, headers } = await sharing('sharing-much', title)
  const email = 'granted-often@example.org'
  const key = JSON.stringify(['user', '', email, '', []])
  for (let at = 0; at <= limits.mail.maxPerRecipient; at++) {
    await give(email)
    await sent({ part: 'access-remove', key })
  }
  const mails = await receivedBy(email)
  expect(mails).toHaveLength(limits.mail.maxPerRecipient)
  expect(mails[0]?.subject.length).toBeLessThan(200)
  expect(mails[0]?.html).not.toContain('<b>')
  const unsent = await sent({ part: 'access-add', who: 'email', name: email, level: 'read' }, {})
  expect(unsent.headers.get('location')).toContain('done=access-add')
  expect((await page(share, { headers })).html).toContain('send them the link above yourself')
  expect((await page(share, { headers, vars: withMail() })).html).toContain('They receive an e-mail with a link.')
})

test('visualizations too, and nobody is told of a refused change', async () => {
  outside()
  await register(await operator())
  vi.restoreAllMocks()
  const headers = (await signedIn('drawing-ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const { id } = await makeApplication({ headers }, { title: 'Chart of moorings' })
  const share = `/application/${id}/share`
  const fields = { part: 'access-add', who: 'email', name: 'granted-carol@example.org', level: 'read' }
  const stale = await submit(share, { ...fields, tag: '"old"' }, { headers, vars: withMail() })
  expect(stale.status).toBe(409)
  expect(await receivedBy('granted-carol@example.org')).toEqual([])
  const tag = accessTag((await page(share, { headers })).html)
  await submit(share, { ...fields, tag }, { headers, vars: withMail() })
  const [mail] = await receivedBy('granted-carol@example.org')
  expect(linkIn(mail).href).toBe(`${origin}/application/${id}`)
})
