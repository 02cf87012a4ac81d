/** Embeds of a dataset, opened with an application key. */
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf, town, village } from '../support/accounts'
import { type Dataset, publish, read } from '../support/datasets'
import { createEditable } from '../support/editable'
import { origin, send } from '../support/http'
import { application, tokenSince } from '../support/links'
import { page, submit } from './support'

let secret: Dataset
beforeEach(async () => {
  secret = await publish(`name,n\n${Array.from({ length: 50 }, (_, at) => `p${at},${at}`).join('\n')}\n`, {
    key: await keyOf(),
  })
  await application({ owner: town, datasets: { [secret.id]: null }, keys: ['K1'] })
})

describe('a frame with a key', () => {
  test.each(['table', 'charts', 'download', 'fields'])('shows %s, and its links keep the key', async (part) => {
    const framed = `/embed/dataset/K1%3A${secret.id}/${part}`
    const { status, html, headers } = await page(framed)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect((await page(`/embed/dataset/${secret.id}/${part}`)).status).toBe(403)
    const own = [...html.matchAll(/(?:href|action)="([^"]*\/embed\/[^"]*)"/g)].map(([, link = '']) => link)
    for (const link of own) expect(link).toContain(`/embed/dataset/K1%3A${secret.id}/`)
    // What the page loads is asked for from its address.
    const loaded = [...html.matchAll(/(?:href|data-lines)="([^"]*\/api\/v1\/datasets\/[^"]*)"/g)].map(
      ([, link = '']) => link,
    )
    for (const link of loaded) {
      const answer = await send(link.replaceAll('&amp;', '&'), { headers: { referer: origin + framed } })
      expect([link, answer.status]).toEqual([link, 200])
    }
    if (part === 'table') expect(own.length).toBeGreaterThan(0)
    if (part === 'download') expect(loaded.length).toBeGreaterThan(0)
  })

  test('that opens nothing is ignored', async () => {
    await application({ owner: village, datasets: { [secret.id]: null }, keys: ['theirs'] })
    for (const name of ['wrong', 'theirs']) {
      expect((await page(`/embed/dataset/${name}%3A${secret.id}/table`)).status).toBe(403)
    }
    expect((await page('/embed/dataset/K1%3Aunknown/table')).status).toBe(404)
    expect((await page(`/embed/dataset/K1%3A${secret.id}/journal`)).status).toBe(403)
  })
})

test('a form with a key adds anonymous lines, one a minute, and is shown again', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'town', type: 'string', 'x-required': true }] })
  await application({ owner: town, datasets: { [id]: { operations: ['createLine'] } }, keys: ['K2'] })
  const framed = `/embed/dataset/K2%3A${id}`
  const { html } = await page(`${framed}/form?town_eq=Rennes`)
  expect(html).toContain('value="Rennes"')
  expect(html).toContain(`action="${origin}${framed}/lines"`)
  const given = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const sent = (fields: Record<string, string>) => submit(`${framed}/lines`, { action: 'save', query: '', ...fields })
  expect((await sent({ 'value.town': 'Rennes', token: given })).status).toBe(429)
  const token = await tokenSince(60_000)
  const refused = await sent({ 'value.town': '', token })
  expect([refused.status, (await refused.text()).includes('name="token"')]).toEqual([400, true])
  const taken = await sent({ 'value.town': 'Rennes', token })
  expect([taken.status, taken.headers.get('location')]).toEqual([303, `${origin}${framed}/form?saved=true`])
  expect((await page(`${framed}/form?saved=true`)).html).toContain('Saved.')
  expect((await sent({ 'value.town': 'Vannes', token })).status).toBe(429)
  expect((await read(id, key)).count).toBe(1)
  expect((await page(`/embed/dataset/${id}/form`)).status).toBe(403)
  expect((await submit(`/embed/dataset/${id}/lines`, { 'value.town': 'Vannes', token })).status).toBe(403)
  expect((await submit(`${framed}/lines`, { action: 'delete', id: 'a', token })).status).toBe(403)
})
