/** The files of a dataset, listed and searched. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { type Dataset, open, publish } from '../support/datasets'
import { ask, multipart, origin, send } from '../support/http'
import { eventually } from '../support/wait'
import { page, published } from './support'

const hostile = '<script>alert(1)</script>'
const csv = 'file,comment\na.txt,first\ndir é/b.html,second\nc.svg,third\n,none\n'
const archive = zipSync({
  'a.txt': strToU8(`The harbour of Brest, </em>${hostile} & <em class="highlighted">more`),
  'dir é/b.html': strToU8(`<title>Ports</title>${hostile}<p>Lorient`),
  'c.svg': strToU8(`<svg xmlns="http://www.w3.org/2000/svg">${hostile}</svg>`),
})
const parts = [{ name: 'attachments', value: archive, fileName: 'files.zip' }]

const names = (html: string) => [...html.matchAll(/class="item file"/g)].length

test('lists the files with type, size and line', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key, parts })
  await open(id, key)
  expect((await page(`/dataset/${id}`)).html).toContain(`href="${origin}/dataset/${id}/files"`)
  const { status, html } = await page(`/dataset/${id}/files`)
  expect([status, names(html)]).toEqual([200, 3])
  expect(html).toContain('3 files')
  expect(html).toContain('<li title="text/plain">TXT</li>')
  expect(html).toContain(
    `<li>${strToU8(`The harbour of Brest, </em>${hostile} & <em class="highlighted">more`).length} bytes</li>`,
  )
  expect(html).toContain(`${origin}/api/v1/datasets/${id}/attachments/dir%20%C3%A9/b.html`)
  const line = /href="([^"]*line=[^"]+)">Row 1</.exec(html)?.[1] ?? ''
  expect((await page(line)).html).toContain('first')
  const french = await page(`/dataset/${id}/files`, { headers: { 'accept-language': 'fr' } })
  expect(french.html).toContain('3 fichiers')
})

test('a protected link has them, of a dataset that has some', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key, parts })
  const other = await publish('name\nOne\n', { key })
  const linkTo = async (dataset: string) => {
    const link = await ask<{ id: string }>(`/api/v1/datasets/${dataset}/links`, { key, json: { title: 'Press' } }, 201)
    return `/link/${link.id}%3A${dataset}`
  }
  const path = await linkTo(id)
  expect((await page(path)).html).toMatch(new RegExp(`href="[^"]*${path}/files">Files<`))
  const { status, html } = await page(`${path}/files`)
  expect([status, names(html)]).toEqual([200, 3])
  const [, address = ''] = /href="([^"]*\/attachments\/a\.txt)"/.exec(html) ?? []
  const opened = await send(address, { headers: { referer: `${origin}${path}/files` } })
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('harbour')])
  expect((await page(await linkTo(other.id))).html).not.toContain('/files"')
})

test('finds files by their content, and shows the match as text', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key, parts })
  await open(id, key)
  for (const path of [`/dataset/${id}/files`, `/embed/dataset/${id}/search-files`]) {
    const { html, status } = await page(`${path}?q=harb`)
    expect([status, names(html)]).toEqual([200, 1])
    expect(html).toContain('<mark>harbour</mark>')
    expect(html).toContain('&lt;/em&gt;&lt;script&gt;')
    expect(html).not.toContain(hostile)
    expect(html).not.toContain('<em class')
  }
  expect((await page(`/dataset/${id}/files?q=nowhere`)).html).toContain('No matching files')
  const refused = await page(`/dataset/${id}/files?nothing_eq=1`)
  expect([refused.status, refused.html.includes('role="alert"')]).toEqual([200, true])
})

test('links to the next files return each file once', async () => {
  const key = await keyOf()
  const many = Array.from({ length: 45 }, (_, at) => `f${at}.txt`)
  const value = zipSync(Object.fromEntries(many.map((name) => [name, strToU8(`text of ${name}`)])))
  const { id } = await publish(`file\n${many.join('\n')}\n`, {
    key,
    parts: [{ name: 'attachments', value, fileName: 'f.zip' }],
  })
  const seen: string[] = []
  let address: string | undefined = `/dataset/${id}/files`
  while (address) {
    const html: string = (await page(address, { key })).html
    seen.push(...[...html.matchAll(/target="_blank"[^>]*>(f\d+\.txt)</g)].map(([, name = '']) => name))
    address = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toEqual(many)
})

test('files of an editable dataset have their own name', async () => {
  const key = await keyOf()
  const schema = [{ key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' }]
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: { isRest: true, title: 'Notes', schema } }, 201)
  const form = multipart([{ name: 'attachment', value: strToU8('le phare de Brest'), fileName: 'phare.txt' }])
  expect((await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', ...form })).status).toBe(201)
  await eventually(async () => {
    const { html } = await page(`/dataset/${id}/files?q=phare`, { key })
    expect(html).toMatch(/attachments\/[^"]+\/phare\.txt"[^>]*>phare\.txt<\/a>/)
    expect(html).toContain('View its row')
  })
})

test('a file named like an address is listed without a link', async () => {
  const key = await keyOf()
  const value = zipSync({ 'note:1.txt': strToU8('one'), 'b.txt': strToU8('two') })
  const zipped = [{ name: 'attachments', value, fileName: 'f.zip' }]
  const { id } = await publish('file\nnote:1.txt\nb.txt\n', { key, parts: zipped })
  const { status, html } = await page(`/dataset/${id}/files`, { key })
  expect([status, names(html)]).toEqual([200, 2])
  expect(html).toContain('</svg>note:1.txt</h2>')
})

test('a dataset without files has no tab for them', async () => {
  const { id } = await published(await keyOf())
  expect((await page(`/dataset/${id}`)).html).not.toContain(`/dataset/${id}/files"`)
  expect((await page(`/dataset/${id}/files`)).html).toContain('No row of this dataset has a file')
})

test('files of another account are refused', async () => {
  const { id } = await publish(csv, { key: await keyOf(), parts })
  for (const path of [`/dataset/${id}/files`, `/embed/dataset/${id}/search-files`]) {
    const { status, html } = await page(path)
    expect([status, html.includes('harbour')]).toEqual([403, false])
  }
})

describe('attachments executable by a browser', () => {
  test.each(['dir%20%C3%A9/b.html', 'c.svg'])('%s is downloaded, and sandboxed if shown', async (path) => {
    const key = await keyOf()
    const { id } = await publish(csv, { key, parts })
    const { headers, status } = await send(`/api/v1/datasets/${id}/attachments/${path}`, { key })
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/(^|; )sandbox$/)
  })
})
