/** The files of an application, and its image. */
import { describe, expect, test } from 'vitest'
import { ann } from '../../support/accounts'
import { hosts } from '../../support/application-pages'
import { type Application, keyFor, makeApplication, path, registerBefore } from '../../support/applications'
import { ask, multipart, origin, refusal, send } from '../../support/http'
import { png } from '../../support/pictures'
import { rows } from '../../support/stored'

registerBefore()

describe('attachments of an application', () => {
  test('are stored, measured, read and removed', async () => {
    const key = await keyFor(ann)
    const { id } = await makeApplication({ key })
    const form = multipart([{ name: 'attachment', value: 'bonjour', fileName: 'été.txt' }])
    const kept = await ask<{ name: string }>(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
    expect(kept).toEqual({
      name: kept.name,
      size: 7,
      mimetype: expect.stringMatching(/^text\/plain/),
      updatedAt: expect.any(String),
    })
    const counted = async () => (await ask<Application>(`${path}/${id}`, { key })).storage
    expect(await counted()).toEqual({ size: 7, attachments: { size: 7, count: 1 } })
    const attachments = [{ type: 'file', title: 'Été', ...kept }]
    const shown = await ask<Application>(`${path}/${id}`, { key, method: 'PATCH', json: { attachments } })
    expect(shown.storage).toEqual({ size: 7, attachments: { size: 7, count: 1 } })
    const [{ url = '' } = {}] = shown.attachments as { url: string }[]
    const file = await send(url, { key })
    expect([file.headers.get('content-type'), await file.text()]).toEqual([
      expect.stringMatching(/^text\/plain/),
      'bonjour',
    ])
    const part = await send(url, { key, headers: { range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'bon'])
    expect((await send(url)).status).toBe(403)
    const usage = () => rows("select sum(metadata_bytes) bytes from applications where owner_id = 'ann'")
    expect(await usage()).toEqual([{ bytes: 7 }])
    expect((await send(url, { key, method: 'DELETE' })).status).toBe(204)
    expect(await usage()).toEqual([{ bytes: 0 }])
    expect(await counted()).toEqual({ size: 0, attachments: { size: 0, count: 0 } })
    const missing = await send(url, { key })
    expect([missing.status, await missing.json()]).toMatchObject([
      404,
      { code: 'file-not-found', detail: 'file not found: there is no file with this name.' },
    ])
    const unsized = await send(`${path}/${id}/attachments`, {
      key,
      method: 'POST',
      headers: form.headers,
      // Of a length that nobody knows.
      body: new Blob([form.body]).stream().pipeThrough(new TransformStream()),
    })
    expect(await refusal(unsized)).toEqual([411, 'length-required'])
  })

  test('count in the storage of the account, and are refused beyond its limit', async () => {
    const key = await keyFor(ann)
    const { id } = await makeApplication({ key })
    const vars = { SERVICE_KEY: 'a-service-key-for-tests' }
    const limits = '/api/v1/limits/user/ann?key=a-service-key-for-tests'
    const form = multipart([{ name: 'attachment', value: 'bonjour', fileName: 'a.txt' }])
    const post = () => send(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
    expect((await post()).status).toBe(200)
    type Limits = { store_bytes: { consumption: number } }
    expect((await ask<Limits>(limits, { vars })).store_bytes.consumption).toBe(7)
    const json = { lastUpdate: '2026-01-05T10:00:00.000Z', store_bytes: { limit: 8 } }
    await ask(limits, { json, vars })
    const other = multipart([{ name: 'attachment', value: 'bonjour', fileName: 'b.txt' }])
    const refused = await send(`${path}/${id}/attachments`, { key, method: 'POST', ...other })
    expect(await refusal(refused)).toEqual([429, 'quota-storage'])
  })

  test('can be the image of the application, with a thumbnail', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    expect(await refusal(await send(`${path}/${id}/thumbnail`, { key }))).toEqual([404, 'application-image-none'])
    const form = multipart([{ name: 'attachment', value: png(600, 300), fileName: 'a.png' }])
    await ask(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
    const image = `${origin}${path}/${id}/attachments/a.png`
    expect(await ask(`${path}/${id}`, { key, method: 'PATCH', json: { image } })).not.toHaveProperty('thumbnail')
    const small = await send(`${path}/${id}/thumbnail`, { key })
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/png'])
    const gone = 'https://files.example.org/gone.png'
    hosts({ [gone]: () => new Response('', { status: 404 }) })
    await ask(`${path}/${id}`, { key, method: 'PATCH', json: { image: gone } })
    expect(await refusal(await send(`${path}/${id}/thumbnail`, { key }))).toEqual([
      404,
      'application-thumbnail-unknown',
    ])
    await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
    expect((await ask(`${path}/${id}`)).thumbnail).toBe(`${origin}${path}/${id}/thumbnail?width=300&height=200`)
  })
})
