/** The access forms of datasets and applications: simultaneous changes do not overwrite each other. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { keyFor, makeApplication, registerBefore } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, json, refusal, send } from '../support/http'
import { accessTag, page, submit } from './support'

registerBefore()

const admin = async (name: string) => (await signedIn(name, [{ organization: 'town', role: 'admin' }])).as('town')
const entry = (email: string) => ({ type: 'user', email, name: email, classes: ['list', 'read'] })
/** The addresses that the permissions name, without those of the account. */
const named = async (api: string, headers: Record<string, string>) =>
  (await ask<{ email?: string }[]>(api, { headers })).flatMap(({ email }) => email ?? [])
const make = {
  dataset: async () => (await publish('a\n1\n', { key: await keyOf() })).id,
  application: async () => (await makeApplication({ key: await keyFor() }, { title: 'Benches' })).id,
}

test.each(['dataset', 'application'] as const)(
  'the access form of one %s is refused when another user has changed it',
  async (kind) => {
    const [ann, bob] = [await admin('ann'), await admin('bob')]
    const id = await make[kind]()
    const path = `/${kind}/${id}/edit`
    const api = `/api/v1/${kind}s/${id}/permissions`
    const seen = (await page(path, { headers: ann })).html
    const add = (email: string, tag: string, headers: Record<string, string>) =>
      submit(path, { part: 'access-add', who: 'email', name: email, level: 'read', tag }, { headers })
    expect((await add('eve@example.org', accessTag(seen), bob)).status).toBe(303)

    const refused = await add('joe@example.org', accessTag(seen), ann)
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toMatch(/role="alert">[^<]*Somebody else/)
    expect(html).toContain('eve@example.org')
    expect(await named(api, ann)).toEqual(['eve@example.org'])

    expect((await add('joe@example.org', accessTag(html), ann)).status).toBe(303)
    expect(await named(api, ann)).toEqual(['eve@example.org', 'joe@example.org'])
  },
)

test.each(['dataset', 'application'] as const)(
  'an outdated tag refuses the replacement of the permissions of the %s',
  async (kind) => {
    const headers = await admin('ann')
    const api = `/api/v1/${kind}s/${await make[kind]()}/permissions`
    const tag = (await send(api, { headers })).headers.get('etag') ?? ''
    const put = (email: string, query = '') => send(`${api}${query}`, { method: 'PUT', headers, json: [entry(email)] })
    const withTag = `?${new URLSearchParams({ tag })}`
    expect((await put('ann@example.org', withTag)).status).toBe(200)
    expect(await refusal(await put('eve@example.org', withTag))).toEqual([409, 'permissions-changed'])
    expect(await json(await put('joe@example.org'))).toEqual([entry('joe@example.org')])
  },
)

test('of simultaneous changes with the same tag, one is stored', async () => {
  const headers = await admin('ann')
  for (const kind of ['dataset', 'application'] as const) {
    const api = `/api/v1/${kind}s/${await make[kind]()}/permissions`
    const query = new URLSearchParams({ tag: (await send(api, { headers })).headers.get('etag') ?? '' })
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        send(`${api}?${query}`, { method: 'PUT', headers, json: [entry(`${name}@example.org`)] }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  }
})
