/** Publication of a remote file by plain forms, and its automatic updates. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { hosts } from '../support/application-pages'
import { type Dataset, read, untilFinalized, untilSettled } from '../support/datasets'
import { ask } from '../support/http'
import { rows } from '../support/stored'
import { eventually } from '../support/wait'
import { page, submit } from './support'

const url = 'https://files.example.org/places.csv'

test('a remote file is published with automatic updates, which are then changed', async () => {
  const key = await keyOf()
  hosts({ [url]: () => new Response('name,n\nA,1\n', { headers: { etag: '"1"' } }) })
  expect((await page('/publish', { key })).html).toContain('action="https://data.example.org/publish/address"')
  const sent = await submit('/publish/address', { url }, { key })
  expect(sent.status).toBe(303)
  const [, id = ''] = /dataset\/([^/]+)\/review$/.exec(sent.headers.get('location') ?? '') ?? []
  await untilFinalized(id, key, '?draft=true')
  const review = await page(`/dataset/${id}/review`, { key })
  expect(review.html).toContain('Update automatically')
  const fields = { action: 'publish', title: 'Places', access: 'public', 'from-address': 'true', 'auto-update': 'true' }
  expect((await submit(`/dataset/${id}/review`, fields, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect(await read(id, key)).toMatchObject({ remoteFile: { url, autoUpdate: { active: true } } })
  await eventually(async () => {
    const { html } = await page(`/dataset/${id}/edit`, { key })
    expect(html).toContain('Last update: ')
    expect(html).toContain(`value="${url}"`)
  })
  await submit(`/dataset/${id}/edit`, { part: 'remote-file', url }, { key })
  expect(await read(id, key)).toMatchObject({ remoteFile: { autoUpdate: { active: false } } })
  await submit(`/dataset/${id}/edit`, { part: 'remote-file', url: '' }, { key })
  expect(await read(id, key)).not.toHaveProperty('remoteFile')
})

test('a refused address is shown with the reason, and no dataset is created', async () => {
  const key = await keyOf()
  const refused = await submit('/publish/address', { url: 'http://127.0.0.1/a.csv' }, { key })
  const html = await refused.text()
  expect([refused.status, html]).toEqual([400, expect.stringContaining('value="http://127.0.0.1/a.csv"')])
  expect(html).toMatch(/role="alert">[^<]*public internet/)
  expect(await rows('select id from datasets')).toEqual([])
})

test('an address without a file is refused at its input, and no dataset is created', async () => {
  const key = await keyOf()
  const missing = `${url}?year=2025`
  const busy = 'https://files.example.org/busy.csv'
  const [shown, login, document] = ['portal', 'login.csv', 'report'].map((name) => `https://files.example.org/${name}`)
  const html = { headers: { 'content-type': 'text/html' } }
  const asked = hosts({
    [busy]: () => new Response('', { status: 503 }),
    [`${shown}`]: () => new Response('', html),
    [`${login}`]: () => new Response('\n<!DOCTYPE html><html><body>Sign in</body></html>', html),
    [`${document}`]: () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  })
  const isPage = 'This URL gives a web page, not a data file. Copy the address of the download.'
  for (const [address, text] of [
    [missing, 'There is no /places.csv?year=2025 on files.example.org.'],
    [busy, 'files.example.org did not respond as expected: it answered 503.'],
    [`${shown}`, isPage],
    [`${login}`, isPage],
    [`${document}`, 'The format of “report” is unknown. Give the URL of a data file, such as data.csv.'],
  ] as const) {
    const refused = await submit('/publish/address', { url: address }, { key })
    const html = await refused.text()
    expect([refused.status, html]).toEqual([400, expect.stringContaining(`id="address-refusal" role="alert">${text}`)])
    expect(html).toMatch(/name="url"[^>]*aria-invalid="true"/)
    expect(html).toContain(`value="${address}"`)
    expect(html).not.toContain('class="notice danger"')
  }
  expect(await rows('select id from datasets')).toEqual([])

  // The address is not requested for an actor who may not create datasets.
  asked.length = 0
  const reader = (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town')
  expect((await submit('/publish/address', { url: missing }, { headers: reader })).status).toBe(403)
  expect((await submit('/publish/address', { url: missing })).status).toBe(401)
  expect(asked).toEqual([])
})

test('the page of a dataset whose file could not be read from its URL corrects the URL', async () => {
  const key = await keyOf()
  const wrong = `${url}?missing`
  hosts({ [url]: () => new Response('name,n\nA,1\n'), [wrong]: () => new Response('', { status: 404 }) })
  for (const query of ['', '?draft=true']) {
    const remoteFile = { url: wrong, autoUpdate: { active: true } }
    const { id } = await ask<Dataset>(`/api/v1/datasets${query}`, { key, json: { remoteFile } }, 201)
    expect(await untilSettled(id, key, query)).toMatchObject({ status: 'error' })
    const { html } = await page(`/dataset/${id}`, { key })
    const [form = ''] = /<form class="form card".*?<\/form>/s.exec(html) ?? []
    expect(form).toContain('Correct the URL')
    expect(form).toContain(`value="${wrong}"`)
    const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g)]
    const hidden = inputs.map(([, name = '', value = '']) => [name, value])
    const [, action = ''] = /action="https:\/\/data\.example\.org([^"]+)"/.exec(form) ?? []
    const refused = await submit(action, [...hidden, ['action', 'address'], ['url', 'http://127.0.0.1/a.csv']], { key })
    const again = await refused.text()
    expect([refused.status, again]).toEqual([400, expect.stringContaining('value="http://127.0.0.1/a.csv"')])
    const sent = await submit(action, [...hidden, ['action', 'address'], ['url', url]], { key })
    expect(sent.status).toBe(303)
    await untilFinalized(id, key, query)
    expect(await read(id, key, query)).toMatchObject({ remoteFile: { url, autoUpdate: { active: true } } })
    expect((await page(`/dataset/${id}`, { key })).html).not.toContain('Correct the URL')
  }
})
