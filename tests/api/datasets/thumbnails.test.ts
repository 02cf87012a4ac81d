/** Thumbnails of dataset images and of images in lines. */

import { zipSync } from 'fflate'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readImageSize } from '../../../worker/thumbnails/image-size'
import { keyOf } from '../../support/accounts'
import { lines, open, publish, read, untilFinalized } from '../../support/datasets'
import { fixture } from '../../support/fixtures'
import { ask, multipart, origin, refusal, send } from '../../support/http'
import { png } from '../../support/pictures'
import { storeMetadata } from '../../support/stored'

const hex = (text: string) => Buffer.from(text).toString('hex')
const csv = 'name,photo\na,https://pictures.example.org/a.png\nb,/nowhere\n'

afterEach(() => vi.restoreAllMocks())

/** An address that no other test has asked for: what failed is remembered. */
const elsewhere = () => `https://pictures.example.org/${crypto.randomUUID()}.png`

/** What stands at the addresses of the outside. */
function outside(answers: (url: string) => Response): string[] {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(url)
    return answers(url)
  })
  return asked
}

/** A picture that its sender does not finish: what the signal of a request makes of it. */
const hanging = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(png(30, 30).slice(0, 20))
      controller.error(new DOMException('The operation timed out', 'TimeoutError'))
    },
  })

async function withImage(image: string, key: string): Promise<string> {
  const { id } = await publish('a,b\n1,2\n', { key })
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { image } })
  return id
}

async function sizeOf(response: Response): Promise<unknown[]> {
  const type = response.headers.get('content-type')
  const size = readImageSize(new Uint8Array(await response.arrayBuffer()))
  return [response.status, type, size?.width, size?.height, response.headers.get('x-thumbnails-cache-status')]
}

describe('the image of a dataset', () => {
  test('that names a missing file is answered with 404', async () => {
    const key = await keyOf()
    const { id } = await publish('a,b\n1,2\n', { key })
    for (const name of ['none.png', 'none%zz.png']) {
      const image = `${origin}/api/v1/datasets/${id}/metadata-attachments/${name}`
      await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { image } })
      expect((await send(`/api/v1/datasets/${id}/thumbnail`, { key })).status).toBe(404)
    }
  })

  test('is resized once, from a metadata attachment', async () => {
    const key = await keyOf()
    const { id } = await publish('a,b\n1,2\n', { key })
    const form = multipart([{ name: 'attachment', value: png(900, 450), fileName: 'été.png' }])
    await ask(`/api/v1/datasets/${id}/metadata-attachments`, { key, method: 'POST', ...form })
    const image = `${origin}/api/v1/datasets/${id}/metadata-attachments/${encodeURIComponent('été.png')}`
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { image } })
    const path = `/api/v1/datasets/${id}/thumbnail`
    expect(await sizeOf(await send(path, { key }))).toEqual([200, 'image/png', 300, 200, 'MISS'])
    expect(await sizeOf(await send(path, { key }))).toEqual([200, 'image/png', 300, 200, 'HIT'])
    expect(await sizeOf(await send(`${path}?width=90&fit=inside`, { key }))).toEqual([200, 'image/png', 90, 45, 'MISS'])
    const first = await send(path, { key })
    expect(first.headers.get('cache-control')).toBe('must-revalidate, private, max-age=0')
    const etag = first.headers.get('etag') ?? ''
    expect((await send(path, { key, headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await send(path)).status).toBe(403)
    expect((await read(id, key)).thumbnail).toBeUndefined()
    await open(id, key)
    const shown = (await read(id)).thumbnail
    expect(shown).toBe(`${origin}/api/v1/datasets/${id}/thumbnail?width=300&height=200`)
    expect((await send(String(shown))).headers.get('cache-control')).toBe('must-revalidate, public, max-age=300')
    for (const [asked, size] of [
      ['90x60', 'width=90&height=60'],
      ['90x', 'width=90'],
      ['x60', 'height=60'],
      ['0x0', 'width=300&height=200'],
    ]) {
      const url = `${origin}/api/v1/datasets/${id}/thumbnail?${size}`
      expect((await read(id, undefined, `?thumbnail=${asked}`)).thumbnail).toBe(url)
      const list = await ask<{ results: { thumbnail: string }[] }>(`/api/v1/datasets?id=${id}&thumbnail=${asked}`)
      expect(list.results.map(({ thumbnail }) => thumbnail)).toEqual([url])
    }
    const refused = await send(`/api/v1/datasets/${id}?thumbnail=large`)
    expect(await refusal(refused)).toEqual([400, 'parameter-invalid'])
  })

  test('is fitted according to the settings of the dataset', async () => {
    const key = await keyOf()
    const id = await withImage('https://pictures.example.org/a.png', key)
    outside(() => new Response(png(900, 450)))
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { thumbnails: { resizeMode: 'fitIn' } } })
    expect(await sizeOf(await send(`/api/v1/datasets/${id}/thumbnail`, { key }))).toEqual([
      ...[200, 'image/png', 300, 150, 'MISS'],
    ])
  })

  test.each(['photo.jpg', 'progressive.jpg', 'photo.webp', 'animated.gif'])('may be %s', async (name) => {
    const key = await keyOf()
    const id = await withImage(`https://pictures.example.org/${name}`, key)
    outside(() => new Response(fixture(`pictures/${name}`)))
    const response = await send(`/api/v1/datasets/${id}/thumbnail?width=30&height=30`, { key })
    expect(await sizeOf(response)).toEqual([200, 'image/png', 30, 30, 'MISS'])
  })

  const unfit: [what: string, answer: () => Response][] = [
    ['an SVG with a script', () => new Response('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a damaged picture', () => new Response(png(30, 30).slice(0, 60))],
    ['a picture in an unsupported format', () => new Response(fixture('documents/exif.jpg'))],
    ['a picture with a false size in its header', () => new Response(lying(png(30, 30)))],
    ['more pixels than fit in memory', () => new Response(lying(png(30, 30), 60_000))],
    ['an error', () => new Response('no', { status: 500 })],
    ['sent too slowly', () => new Response(hanging())],
    ['larger than the byte limit', () => new Response(new Uint8Array(10_000_001))],
  ]
  test.each(unfit)('that is %s redirects to the original address', async (_, answer) => {
    const key = await keyOf()
    const image = elsewhere()
    const id = await withImage(image, key)
    outside(answer)
    const response = await send(`/api/v1/datasets/${id}/thumbnail`, { key })
    expect([response.status, response.headers.get('location'), response.headers.get('content-type')]).toEqual([
      ...[302, image, null],
    ])
  })

  test('that is not a picture is not opened as a page', async () => {
    const key = await keyOf()
    const id = await withImage(elsewhere(), key)
    outside(() => new Response('no', { status: 500 }))
    const headers = { 'sec-fetch-mode': 'navigate' }
    const response = await send(`/api/v1/datasets/${id}/thumbnail`, { key, headers })
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
    expect(response.headers.get('vary')).toContain('sec-fetch-mode')
  })

  test.each([...unfit, ['not there', () => new Response('no', { status: 404 })] as const])(
    'that is %s is not fetched again at each request',
    async (_, answer) => {
      const key = await keyOf()
      const id = await withImage(elsewhere(), key)
      const asked = outside(answer)
      const answers: number[] = []
      for (const width of [10, 20, 30]) {
        answers.push((await send(`/api/v1/datasets/${id}/thumbnail?width=${width}`, { key })).status)
      }
      expect([asked.length, new Set(answers).size]).toEqual([1, 1])
    },
  )

  test('that is missing or not set is answered with 404', async () => {
    const key = await keyOf()
    const id = await withImage(elsewhere(), key)
    outside(() => new Response('no', { status: 404 }))
    expect(await refusal(await send(`/api/v1/datasets/${id}/thumbnail`, { key }))).toEqual([404, 'thumbnail-unknown'])
    const { id: other } = await publish('a,b\n1,2\n', { key })
    expect(await refusal(await send(`/api/v1/datasets/${other}/thumbnail`, { key }))).toEqual([404, 'thumbnail-none'])
  })

  test.each(['http://127.0.0.1:1/a.png', 'http://169.254.169.254/latest/meta-data', 'javascript:alert(1)'])(
    'at %s is never fetched',
    async (image) => {
      const key = await keyOf()
      const { id } = await publish('a,b\n1,2\n', { key })
      await storeMetadata(id, { image })
      const asked = outside(() => new Response(png(30, 30)))
      const response = await send(`/api/v1/datasets/${id}/thumbnail`, { key })
      expect([asked, [302, 404].includes(response.status)]).toEqual([[], true])
      expect(response.headers.get('location') ?? '').not.toMatch(/^javascript/)
    },
  )
})

describe('the image of a line', () => {
  test('is served for addresses named by a line only', async () => {
    const key = await keyOf()
    const dataset = await publish(csv, { key })
    const schema = dataset.schema
      .filter((field) => !field['x-calculated'])
      .map((field) => (field.key === 'photo' ? { ...field, 'x-refersTo': 'http://schema.org/image' } : field))
    await ask(`/api/v1/datasets/${dataset.id}`, { key, method: 'PATCH', json: { schema } })
    await untilFinalized(dataset.id, key)
    const asked = outside(() => new Response(png(60, 60)))
    const path = `/api/v1/datasets/${dataset.id}/thumbnail`
    const small = await send(`${path}/${hex('https://pictures.example.org/a.png')}?width=10&height=10`, { key })
    expect((await sizeOf(small))[1]).toBe('image/png')
    expect(asked).toEqual(['https://pictures.example.org/a.png'])
    for (const other of [hex('https://pictures.example.org/b.png'), 'zz', 'abc']) {
      expect(await refusal(await send(`${path}/${other}`, { key }))).toEqual([404, 'thumbnail-unknown'])
    }
    expect((await send(`${path}/${hex('https://pictures.example.org/a.png')}`)).status).toBe(403)
    expect(asked).toHaveLength(1)
  })

  test('may be its attachment', async () => {
    const key = await keyOf()
    const archive = zipSync({ 'dir/é.png': png(600, 400), 'notes.txt': new Uint8Array([97]) })
    const parts = [
      { name: 'attachments', value: archive, fileName: 'files.zip' },
      { name: 'attachmentsAsImage', value: 'true' },
    ]
    const { id, previews } = await publish('file,n\ndir/é.png,1\nnotes.txt,2\n', { key, parts })
    expect(previews).toContainEqual(expect.objectContaining({ id: 'thumbnails' }))
    const path = `/api/v1/datasets/${id}/thumbnail`
    expect(await sizeOf(await send(`${path}/${hex('/attachments/dir/é.png')}?width=30&height=20`, { key }))).toEqual([
      ...[200, 'image/png', 30, 20, 'MISS'],
    ])
    const { results } = await lines(id, 'thumbnail=30x20&select=n', key)
    const [first] = results
    expect(first?._thumbnail).toBe(`${origin}${path}/${hex('/attachments/dir/é.png')}?width=30&height=20`)
    // Pictures need no text of their files.
    const schema = (await read(id, key)).schema
      .filter((field) => !field['x-calculated'])
      .map((field) => (field.key === 'file' ? { ...field, 'x-capabilities': { indexAttachment: false } } : field))
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
    expect((await untilFinalized(id, key)).previews).toContainEqual(expect.objectContaining({ id: 'thumbnails' }))
    expect(await sizeOf(await send(String(first?._thumbnail), { key }))).toEqual([200, 'image/png', 30, 20, 'HIT'])
    const text = await send(`${path}/${hex('/attachments/notes.txt')}`, { key })
    expect([text.status, text.headers.get('location')]).toEqual([
      ...[302, `${origin}/api/v1/datasets/${id}/attachments/notes.txt`],
    ])
    for (const other of ['/attachments/other.png', '/attachments/../original', '/attachments/%2e%2e/x']) {
      expect(await refusal(await send(`${path}/${hex(other)}`, { key }))).toEqual([404, 'thumbnail-unknown'])
    }
  })
})

test('images in attachments are served through a virtual dataset', async () => {
  const key = await keyOf()
  const archive = zipSync({ 'dir/é 1.png': png(600, 400), 'hidden.png': png(60, 40) })
  const parts = [{ name: 'attachments', value: archive, fileName: 'files.zip' }]
  const child = await publish('file,n\ndir/é 1.png,1\nhidden.png,2\n', { key, parts })
  const json = {
    isVirtual: true,
    title: 'Pictures',
    attachmentsAsImage: true,
    schema: [{ key: 'file' }, { key: 'n' }],
    virtual: { children: [child.id], filters: [{ key: 'n', operator: 'in', values: ['1'] }] },
  }
  const made = await ask<{ id: string }>('/api/v1/datasets', { key, json }, 201)
  const { id } = await untilFinalized(made.id, key)
  await open(id, key)
  const { results } = await lines(id, 'thumbnail=30x20')
  const named = `/attachments/${child.id}/dir/%C3%A9%201.png`
  const address = (name: string) => `${origin}/api/v1/datasets/${id}/thumbnail/${hex(name)}?width=30&height=20`
  expect(results.map(({ _thumbnail }) => _thumbnail)).toEqual([address(named)])
  expect(await sizeOf(await send(address(named)))).toEqual([200, 'image/png', 30, 20, 'MISS'])
  for (const other of [
    `/attachments/${child.id}/hidden.png`,
    '/attachments/dir/é 1.png',
    '/attachments/x/hidden.png',
  ]) {
    expect(await refusal(await send(address(other)))).toEqual([404, 'thumbnail-unknown'])
  }
})

/** The same picture under a header that tells another size. */
function lying(bytes: Uint8Array, side = 2_000): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes)
  const view = new DataView(copy.buffer)
  view.setUint32(16, side)
  view.setUint32(20, side)
  return copy
}
