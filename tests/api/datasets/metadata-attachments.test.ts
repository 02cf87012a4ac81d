/** Attachments of metadata. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createContext } from '../../../worker/create-context'
import { deleteDiscards } from '../../../worker/datasets/runs'
import { limits } from '../../../worker/limits'
import { keyOf, town, village } from '../../support/accounts'
import { archive, withArchive } from '../../support/attachments'
import { publish, read } from '../../support/datasets'
import { ask, json, multipart, send } from '../../support/http'
import { leftBehind, nothing } from '../../support/stored'

describe('metadata attachments', () => {
  const sent = (id: string, name: string, content: string, key: string) =>
    send(`/api/v1/datasets/${id}/metadata-attachments`, {
      key,
      ...multipart([{ name: 'attachment', value: content, fileName: name }]),
    })

  test('are stored, listed, read, replaced and removed', async () => {
    const key = await keyOf()
    const { id, href } = await publish('a\n1\n', { key })
    const first = await sent(id, '../Été.md', '# été', key)
    expect([first.status, await json(first)]).toEqual([
      200,
      { name: 'Été.md', mimetype: 'text/markdown', size: 7, updatedAt: expect.stringMatching(/Z$/) },
    ])
    const attachments = [
      { type: 'file', name: 'Été.md', title: 'Notice', size: 7 },
      { type: 'url', url: 'https://example.org', title: 'Site' },
    ]
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { attachments } })
    const url = `${href}/metadata-attachments/%C3%89t%C3%A9.md`
    const described = await read(id, key)
    expect(described.attachments).toEqual([{ ...attachments[0], mimetype: 'text/markdown', url }, attachments[1]])
    expect(described.storage).toMatchObject({ metadataAttachments: { size: 7, count: 1 } })
    expect(await (await send(url, { key })).text()).toBe('# été')
    expect((await send(url)).status).toBe(403)
    await sent(id, 'Été.md', 'autre', key)
    const again = await send(url, { key, headers: { range: 'bytes=0-1' } })
    expect([again.status, await again.text()]).toEqual([206, 'au'])
    expect((await send(url, { key, method: 'DELETE' })).status).toBe(204)
    expect((await send(url, { key })).status).toBe(404)
    expect((await send(url, { key, method: 'DELETE' })).status).toBe(404)
  })

  test('are refused without a file extension, and from callers without write permission', async () => {
    const key = await keyOf()
    const { id } = await publish('a\n1\n', { key })
    const bad = { attachments: [{ type: 'file', name: 'none', title: 'x' }] }
    expect((await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: bad })).status).toBe(400)
    expect((await sent(id, 'a.pdf', 'x', await keyOf(village))).status).toBe(403)
    expect((await sent(id, 'a.pdf', 'x', await keyOf(town, { scopes: ['datasets-read'] }))).status).toBe(403)
    const empty = await send(`/api/v1/datasets/${id}/metadata-attachments`, { key, ...multipart([]) })
    expect(empty.status).toBe(400)
  })
})

describe('a remote file', () => {
  afterEach(() => void vi.useRealTimers().restoreAllMocks())

  async function described(attachment: object): Promise<{ key: string; id: string; status: number }> {
    const key = await keyOf()
    const { id } = await publish('a\n1\n', { key })
    const json = { attachments: [{ type: 'remoteFile', title: 'Far', ...attachment }] }
    const { status } = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
    return { key, id, status }
  }

  test('is read through the service, with the type of its extension, without disclosing its address', async () => {
    const { key, id } = await described({ name: 'far.pdf', targetUrl: 'https://files.example.org/secret?token=1' })
    const asked: [string, string | null][] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const known = new Headers(init?.headers).get('if-none-match')
      asked.push([String(input), known])
      return known
        ? new Response(null, { status: 304, headers: { etag: '"1"' } })
        : new Response('%PDF', {
            headers: { 'content-type': 'text/html', 'content-length': '4', etag: '"1"', 'set-cookie': 'a=b' },
          })
    })
    const { attachments } = await read(id, key)
    const url = `/api/v1/datasets/${id}/metadata-attachments/far.pdf`
    expect(attachments).toEqual([
      {
        type: 'remoteFile',
        name: 'far.pdf',
        title: 'Far',
        mimetype: 'application/pdf',
        url: expect.stringMatching(url),
      },
    ])
    const json = { attachments: [{ type: 'remoteFile', name: 'far.pdf', title: 'Renamed' }] }
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
    const response = await send(url, { key })
    expect([response.status, await response.text()]).toEqual([200, '%PDF'])
    expect(['content-type', 'x-remote-status', 'set-cookie'].map((name) => response.headers.get(name))).toEqual([
      ...['application/pdf', 'DOWNLOAD', null],
    ])
    expect(response.headers.get('x-operation')).toContain('"track":"readDataAPI"')
    const again = async (headers = {}) => {
      const answer = await send(url, { key, headers })
      return [answer.status, answer.headers.get('x-remote-status'), await answer.text()]
    }
    await expect.poll(again).toEqual([200, 'CACHE', '%PDF'])
    expect(await again({ 'if-none-match': '"1"' })).toEqual([304, 'CACHE', ''])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * limits.attachments.remoteCopyFreshMs })
    expect(await again()).toEqual([200, 'NOTMODIFIED', '%PDF'])
    await expect.poll(again).toEqual([200, 'CACHE', '%PDF'])
    expect(asked).toEqual([
      ['https://files.example.org/secret?token=1', null],
      ['https://files.example.org/secret?token=1', '"1"'],
    ])
    expect((await send(url)).status).toBe(403)
  })

  test.each([
    ['compressed', { 'content-length': '4', 'content-encoding': 'identity' }],
    ['not to be stored', { 'content-length': '4', 'cache-control': 'no-store' }],
    ['larger than a copy', { 'content-length': String(limits.attachments.remoteCopyBytes + 1) }],
    ['of unknown size', {}],
  ])('%s has no copy', async (_, headers) => {
    const { key, id } = await described({
      name: 'far.txt',
      targetUrl: `https://files.example.org/${crypto.randomUUID()}`,
    })
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('text', { headers }))
    const url = `/api/v1/datasets/${id}/metadata-attachments/far.txt`
    for (const count of [1, 2]) {
      const answer = await send(url, { key })
      expect([answer.headers.get('x-remote-status'), await answer.text()]).toEqual(['DOWNLOAD', 'text'])
      expect(fetched).toHaveBeenCalledTimes(count)
    }
  })

  test('whose body is interrupted is answered with 502, and is read again', async () => {
    const { key, id } = await described({
      name: 'far.txt',
      targetUrl: `https://files.example.org/${crypto.randomUUID()}`,
    })
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error('interrupted')) })
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      async () => new Response(broken(), { headers: { 'content-length': '4' } }),
    )
    const url = `/api/v1/datasets/${id}/metadata-attachments/far.txt`
    expect((await send(url, { key })).status).toBe(502)
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('text', { headers: {} }))
    expect(await (await send(url, { key })).text()).toBe('text')
  })

  test.each([['http://127.0.0.1:1/x'], ['http://169.254.169.254/'], ['https://files.example.org/gone']])(
    'at %s that cannot be fetched is answered with 502, without the remote body',
    async (targetUrl) => {
      const { key, id } = await described({ name: 'far.pdf', targetUrl })
      vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('secret', { status: 500 }))
      const response = await send(`/api/v1/datasets/${id}/metadata-attachments/far.pdf`, { key })
      expect([response.status, await response.text()]).toEqual([502, expect.not.stringContaining('secret')])
    },
  )

  test.each([
    { name: 'far.pdf' },
    { name: 'far', targetUrl: 'https://x.org' },
    { name: 'a.pdf', targetUrl: 'file:///etc' },
  ])('is refused as %j', async (attachment) => {
    expect((await described(attachment)).status).toBe(400)
  })
})

test('a deleted dataset leaves no metadata attachment in the bucket', async () => {
  const key = await keyOf()
  const { id } = await publish('file\na.txt\n', { key, parts: withArchive(archive()) })
  const form = multipart([{ name: 'attachment', value: 'pdf', fileName: 'doc.pdf' }])
  await send(`/api/v1/datasets/${id}/metadata-attachments`, { key, ...form })
  const vars = { TRASH_DAYS: '0' }
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE', vars })).status).toBe(204)
  const ctx = createContext(env, { identity: { actor: { type: 'system', job: 'test' } }, requestId: 'test' })
  while (await deleteDiscards({ ...ctx, now: () => new Date(Date.now() + 86_400_000) })) {}
  expect(await leftBehind()).toEqual(nothing)
})
