/** Attachments of lines and of descriptions (contract datasets §1.11, §6). */

import { env } from 'cloudflare:workers'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../worker/context'
import { emptyDiscards } from '../../worker/datasets'
import { keyOf, town, village } from '../support/accounts'
import {
  journal,
  lines,
  open,
  post,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../support/datasets'
import { fixture, sharedFiles } from '../support/fixtures'
import { ask, json, multipart, refusal, send } from '../support/http'
import { leftBehind, nothing } from '../support/stored'

const csv = 'file,comment\na.txt,first\ndir é/b.html,second\n,none\nhttps://example.org/x.pdf,elsewhere\n'
const html =
  '<!doctype html><html lang="fr"><head><title>Un titre</title><meta name="author" content="Ann"></head><body><script>alert(1)</script><p>Bonjour &eacute;t&eacute;</p></body></html>'
const archive = (more: Record<string, Uint8Array> = {}) =>
  zipSync({ 'a.txt': strToU8('Le texte du fichier, élan'), 'dir é/b.html': strToU8(html), ...more })
const withArchive = (bytes: Uint8Array, name = 'files.zip') => [{ name: 'attachments', value: bytes, fileName: name }]

describe('a file with attachments', () => {
  test('gives its lines what the attachments say', async () => {
    const key = await keyOf()
    const dataset = await publish(csv, { key, parts: withArchive(archive()) })
    expect(dataset.schema.find((field) => field.key === 'file')).toMatchObject({
      'x-refersTo': 'http://schema.org/DigitalDocument',
    })
    const calculated = dataset.schema.filter((field) => field['x-calculated']).map((field) => field.key)
    expect(calculated.slice(0, 3)).toEqual(['_file.content', '_file.content_type', '_file.content_length'])
    expect(calculated).toContain('_attachment_url')
    expect(dataset.storage).toMatchObject({ attachments: { count: 2, size: 26 + html.length } })
    expect(dataset.previews).toContainEqual(expect.objectContaining({ id: 'search-files' }))
    const { results } = await lines(dataset.id, '', key)
    const address = `${dataset.href}/attachments/`
    expect(results[0]).toMatchObject({
      _attachment_url: `${address}a.txt`,
      '_file.content': 'Le texte du fichier, élan',
      '_file.content_type': 'text/plain',
      '_file.content_length': 26,
    })
    expect(results[1]).toMatchObject({
      _attachment_url: `${address}dir%20%C3%A9/b.html`,
      '_file.content': 'Bonjour été',
      '_file.title': 'Un titre',
      '_file.author': 'Ann',
      '_file.language': 'fr',
    })
    for (const line of results.slice(2)) {
      expect(Object.keys(line).filter((name) => /^_file|^_attach/.test(name))).toEqual([])
    }
  })

  test('is searched, highlighted and selected by their content', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key, parts: withArchive(archive()) })
    const found = await lines(id, 'q=elan&select=comment,_file.content&highlight=_file.content', key)
    expect(found.results).toEqual([
      expect.objectContaining({ comment: 'first', _highlight: { '_file.content': [expect.stringContaining('<em')] } }),
    ])
    expect((await lines(id, 'q=titre&q_fields=_file.title&select=comment', key)).results).toHaveLength(1)
  })

  test('serves them safely, in ranges, to those who may read', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key, parts: withArchive(archive({ 'x.pdf': strToU8('%PDF-1.4') })) })
    const at = (path: string, sent = {}) => send(`/api/v1/datasets/${id}/attachments/${path}`, { key, ...sent })
    const text = await at('a.txt')
    expect(await text.text()).toBe('Le texte du fichier, élan')
    expect(text.headers.get('content-disposition')).toBe('inline; filename="a.txt"')
    expect(text.headers.get('content-security-policy')).toContain('sandbox')
    const page = await at('dir%20%C3%A9/b.html')
    expect([page.headers.get('content-type'), page.headers.get('content-disposition')]).toEqual([
      'text/html; charset=utf-8',
      'attachment; filename="b.html"',
    ])
    const part = await at('a.txt', { headers: { range: 'bytes=3-7' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'texte', 'bytes 3-7/26'])
    const modified = text.headers.get('last-modified') ?? ''
    expect((await at('a.txt', { headers: { 'if-modified-since': modified } })).status).toBe(304)
    expect(await refusal(await at('none.txt'))).toEqual([404, 'file-not-found'])
    for (const path of ['..%2F..%2Foriginal', '%2e%2e/a.txt', 'dir/../a.txt%00']) {
      expect([403, 404]).toContain((await at(path)).status)
    }
    expect((await send(`/api/v1/datasets/${id}/attachments/a.txt`)).status).toBe(403)
    expect((await send(`/api/v1/datasets/${id}/attachments/a.txt`, { key: await keyOf(village) })).status).toBe(403)
    await open(id, key)
    expect((await send(`/api/v1/datasets/${id}/attachments/a.txt`)).status).toBe(200)
    const listed = await ask<{ results: { path: string }[] }>(`/api/v1/datasets/${id}/attachments`, { key })
    expect(listed.results.map(({ path }) => path)).toEqual(['a.txt', 'dir é/b.html', 'x.pdf'])
  })

  test('tells what is missing and what is unused', async () => {
    const key = await keyOf()
    const text = 'file\na.txt\ndir é/b.html\ngone.pdf\n'
    const { id } = await publish(text, { key, parts: withArchive(archive({ 'more.txt': strToU8('x') })) })
    const events = (await journal(id, key)).filter(({ type }) => type === 'error')
    expect(events.map(({ code, data }) => [code, data])).toEqual([
      ['attachments-unused', expect.stringContaining('"more.txt"')],
      ['attachments-missing', expect.stringContaining('"gone.pdf"')],
    ])
    const { results } = await lines(id, 'select=file,_attachment_url,_file.content', key)
    expect(results[2]).toMatchObject({ file: 'gone.pdf', _attachment_url: expect.stringMatching(/gone\.pdf$/) })
  })

  test('tells when no column names them, and finds them once the concept is given', async () => {
    const key = await keyOf()
    const { id, schema } = await publish('file,n\na.txt,1\nb,2\nc,3\n', { key, parts: withArchive(archive()) })
    expect((await journal(id, key)).map(({ code }) => code)).toContain('attachments-unmatched')
    const described = schema
      .filter((field) => !field['x-calculated'])
      .map((field) => (field.key === 'file' ? { ...field, 'x-refersTo': 'http://schema.org/DigitalDocument' } : field))
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: described } })
    await untilJournaled(id, key, 'finalize-end', 2)
    expect((await lines(id, 'select=_file.content', key)).results[0]).toMatchObject({
      '_file.content': 'Le texte du fichier, élan',
    })
  })

  test('keeps them when the data is replaced, and the data when they are', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key, parts: withArchive(archive()) })
    await upload('file,other\na.txt,1\n', { key, id })
    await untilJournaled(id, key, 'finalize-end', 2)
    expect((await lines(id, 'select=other,_file.content', key)).results).toEqual([
      expect.objectContaining({ other: true, '_file.content': 'Le texte du fichier, élan' }),
    ])
    const form = multipart(withArchive(zipSync({ 'a.txt': strToU8('autre') })))
    const replaced = await send(`/api/v1/datasets/${id}`, { key, method: 'PUT', ...form })
    expect(replaced.status).toBe(200)
    await untilJournaled(id, key, 'finalize-end', 3)
    expect((await lines(id, 'select=other,_file.content', key)).results).toEqual([
      expect.objectContaining({ other: true, '_file.content': 'autre' }),
    ])
    expect((await send(`/api/v1/datasets/${id}/attachments/dir%20%C3%A9/b.html`, { key })).status).toBe(404)
  })

  test('marks the lines of documents that cannot be read, and no others', async () => {
    const key = await keyOf()
    const bad = archive({
      'broken.pdf': strToU8('%PDF-1.4\nbroken'),
      'old.doc': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'cut.docx': fixture('documents/libreoffice.docx').slice(0, 2_000),
      'encrypted.pdf': fixture('documents/encrypted.pdf'),
      'large.txt': new Uint8Array(5_000_001).fill(120),
    })
    const names = ['a.txt', 'broken.pdf', 'old.doc', 'cut.docx', 'encrypted.pdf', 'large.txt']
    const { id } = await publish(`file\n${names.join('\n')}\n`, { key, parts: withArchive(bad) })
    const { results } = await lines(id, 'select=file,_file.content,_file.error', key)
    expect(results.map((line) => Boolean(line['_file.error']))).toEqual([false, true, true, true, true, true])
    expect(results[4]?.['_file.error']).toContain('encrypted')
    expect((await journal(id, key)).map(({ code }) => code)).toContain('attachments-unread')
  })

  test('reads the documents of other programs', async () => {
    const key = await keyOf()
    const names = [
      'libreoffice.docx',
      'libreoffice.odt',
      'libreoffice.pdf',
      'libreoffice.rtf',
      'libreoffice.pptx',
      'libreoffice.odp',
      'exif.jpg',
    ]
    const files = Object.fromEntries(names.map((name) => [name, fixture(`documents/${name}`)]))
    const all = {
      ...files,
      'book.xlsx': fixture('workbooks/libreoffice.xlsx'),
      'book.ods': fixture('workbooks/libreoffice.ods'),
    }
    const { id } = await publish(`file\n${Object.keys(all).join('\n')}\n`, { key, parts: withArchive(zipSync(all)) })
    const { results } = await lines(id, '', key)
    for (const line of results) {
      expect(line['_file.error'], String(line.file)).toBeUndefined()
      expect(String(line['_file.content']), String(line.file)).toMatch(/Évreux/)
    }
    const of = (name: string) => results.find(({ file }) => file === name)
    for (const name of ['libreoffice.docx', 'libreoffice.odt', 'libreoffice.pdf', 'libreoffice.rtf']) {
      expect(of(name), name).toMatchObject({ '_file.title': 'Rapport d’été', '_file.author': 'Ann Élan' })
      // LibreOffice dates a PDF by its own clock.
      if (name !== 'libreoffice.pdf') expect(of(name)?.['_file.date'], name).toMatch(/^2024-02-2[89]T/)
    }
    expect(of('exif.jpg')).toMatchObject({ '_file.author': 'Ann', '_file.date': '2024-02-29T13:05:59.000Z' })
    expect((await lines(id, 'q=secret+chapitre', key)).total).toBeGreaterThanOrEqual(4)
  })
})

describe('an archive alone', () => {
  test('is a dataset of its files', async () => {
    const key = await keyOf()
    const dataset = await publish(archive(), { key, fileName: 'my files.zip' })
    expect(dataset.file).toMatchObject({ name: 'my files.csv' })
    const { results } = await lines(dataset.id, 'select=file,_file.content&sort=file', key)
    expect(results).toEqual([
      expect.objectContaining({ file: 'a.txt', '_file.content': 'Le texte du fichier, élan' }),
      expect.objectContaining({ file: 'dir é/b.html', '_file.content': 'Bonjour été' }),
    ])
    await upload(zipSync({ 'c.txt': strToU8('c'), 'd.txt': strToU8('d') }), { key, id: dataset.id, fileName: 'b.zip' })
    await untilJournaled(dataset.id, key, 'finalize-end', 2)
    expect((await lines(dataset.id, 'select=file', key)).results.map(({ file }) => file)).toEqual(['c.txt', 'd.txt'])
  })

  const refused: [code: string, entries: Record<string, Uint8Array>][] = [
    ['archive-path-refused', { '../x.txt': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-path-refused', { '/etc/passwd': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-path-refused', { 'a/../../b': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-path-refused', { 'C:\\x.txt': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-inflates-too-much', { 'zeros.bin': new Uint8Array(10_000_001), 'a.txt': strToU8('a') }],
    ['archive-empty', {}],
  ]
  test.each(refused)('%s', async (code, entries) => {
    const key = await keyOf()
    const { id } = await upload(zipSync(entries), { key, fileName: 'files.zip' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code })
  })

  test('is no data beside other attachments', async () => {
    const key = await keyOf()
    const { id } = await upload(archive(), { key, fileName: 'files.zip', parts: withArchive(archive()) })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]?.code).toBe('attachments-twice')
  })
})

test('attachments must be a zip', async () => {
  const key = await keyOf()
  expect(await refusal(await post(csv, { key, parts: withArchive(archive(), 'files.rar') }))).toEqual([
    400,
    'attachments-not-zip',
  ])
})

test('nothing is left of a dataset that is deleted with its attachments', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key, parts: withArchive(archive()) })
  const form = multipart([{ name: 'attachment', value: 'pdf', fileName: 'doc.pdf' }])
  await send(`/api/v1/datasets/${id}/metadata-attachments`, { key, ...form })
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  const ctx = createContext(env, { identity: { actor: { type: 'system', job: 'test' } }, requestId: 'test' })
  while (await emptyDiscards({ ...ctx, now: () => new Date(Date.now() + 86_400_000) })) {}
  expect(await leftBehind()).toEqual(nothing)
})

test('2,000 attachments of mixed kinds in one archive', async () => {
  const key = await keyOf()
  const kinds = ['libreoffice.docx', 'libreoffice.odt', 'libreoffice.rtf', 'exif.jpg']
  const files: Record<string, Uint8Array> = {}
  for (let n = 0; n < 2_000; n++) {
    const kind = kinds[n % (kinds.length + 1)]
    if (kind) files[`${n % 7}/${n}-${kind}`] = fixture(`documents/${kind}`)
    else files[`${n % 7}/${n}.txt`] = strToU8(`numero${n} commun`)
  }
  const dataset = await publish(zipSync(files, { level: 1 }), { key, fileName: 'many.zip' })
  expect(dataset.count).toBe(2_000)
  expect((await lines(dataset.id, 'q=commun&size=1', key)).total).toBe(400)
  expect((await lines(dataset.id, 'q=numero1004', key)).total).toBe(1)
  expect((await lines(dataset.id, 'q=chapitre&size=1', key)).total).toBe(1_200)
})

describe('files of the description', () => {
  const sent = (id: string, name: string, content: string, key: string) =>
    send(`/api/v1/datasets/${id}/metadata-attachments`, {
      key,
      ...multipart([{ name: 'attachment', value: content, fileName: name }]),
    })

  test('are kept, listed, read, replaced and removed', async () => {
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

  test('are refused without a name that says what they are, and from those who may not write', async () => {
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

describe.skipIf(sharedFiles.size === 0)('the real archive', () => {
  test('links its files to the lines of its table', async () => {
    const key = await keyOf()
    const parts = withArchive(sharedFiles.get('files.zip') ?? new Uint8Array(0))
    const { id } = await publish(sharedFiles.get('attachments.csv') ?? '', { key, parts })
    const { results } = await lines(id, '', key)
    expect(results.map((line) => String(line['_file.content'] ?? '').length > 10)).toEqual([true, true, false])
    await untilFinalized(id, key)
  })

  test('is a dataset by itself', async () => {
    const key = await keyOf()
    const { id } = await publish(sharedFiles.get('files.zip') ?? '', { key, fileName: 'files.zip' })
    expect((await lines(id, 'select=file&sort=file', key)).results.map(({ file }) => file)).toEqual([
      'dir1/test.pdf',
      'test.odt',
    ])
  })
})
