/** Attachments of the lines of a file. */

import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf, village } from '../../support/accounts'
import { archive, html, withArchive } from '../../support/attachments'
import { journal, lines, open, post, publish, untilJournaled, upload } from '../../support/datasets'
import { ask, multipart, refusal, send } from '../../support/http'

const csv = 'file,comment\na.txt,first\ndir é/b.html,second\n,none\nhttps://example.org/x.pdf,elsewhere\n'

describe('a file with attachments', () => {
  test('adds the text and metadata of the attachments to its lines', async () => {
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

  test('is searched, highlighted and selected by the content of its attachments', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key, parts: withArchive(archive()) })
    const found = await lines(id, 'q=elan&select=comment,_file.content&highlight=_file.content', key)
    expect(found.results).toEqual([
      expect.objectContaining({ comment: 'first', _highlight: { '_file.content': [expect.stringContaining('<em')] } }),
    ])
    expect((await lines(id, 'q=titre&q_fields=_file.title&select=comment', key)).results).toHaveLength(1)
  })

  test('serves attachments to its readers, with ranges and a sandbox policy', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, {
      key,
      parts: withArchive(archive({ 'x.pdf': strToU8('%PDF-1.4'), 'x.odt': strToU8('PK'), 'x.svg': strToU8('<svg/>') })),
    })
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
    const shown = async (path: string) => (await at(path)).headers.get('content-disposition')
    expect(await Promise.all(['x.odt', 'x.pdf', 'x.svg'].map(shown))).toEqual([
      'inline; filename="x.odt"',
      'inline; filename="x.pdf"',
      'attachment; filename="x.svg"',
    ])
    const part = await at('a.txt', { headers: { range: 'bytes=3-7' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'texte', 'bytes 3-7/26'])
    const modified = text.headers.get('last-modified') ?? ''
    for (const name of ['if-modified-since', 'x-private-if-modified-since']) {
      expect((await at('a.txt', { headers: { [name]: modified } })).status).toBe(304)
    }
    expect(await refusal(await at('none.txt'))).toEqual([404, 'file-not-found'])
    for (const path of ['..%2F..%2Foriginal', '%2e%2e/a.txt', 'dir/../a.txt%00']) {
      expect([403, 404]).toContain((await at(path)).status)
    }
    expect((await send(`/api/v1/datasets/${id}/attachments/a.txt`)).status).toBe(403)
    expect((await send(`/api/v1/datasets/${id}/attachments/a.txt`, { key: await keyOf(village) })).status).toBe(403)
    await open(id, key)
    expect((await send(`/api/v1/datasets/${id}/attachments/a.txt`)).status).toBe(200)
    const listed = await ask<{ results: { path: string }[] }>(`/api/v1/datasets/${id}/attachments`, { key })
    expect(listed.results.map(({ path }) => path)).toEqual(['a.txt', 'dir é/b.html', 'x.odt', 'x.pdf', 'x.svg'])
  })

  test('finds attachments by their path in any encoding', async () => {
    const key = await keyOf()
    const { id } = await publish('file\na;b/c d.txt\n', {
      key,
      parts: withArchive(archive({ 'a;b/c d.txt': strToU8('x') })),
    })
    for (const path of ['a;b/c%20d.txt', 'a%3Bb%2Fc%20d.txt', 'a%3bb%2fc%20d.txt']) {
      const response = await send(`/api/v1/datasets/${id}/attachments/${path}`, { key })
      expect([path, response.status, await response.text()]).toEqual([path, 200, 'x'])
    }
    for (const path of ['..%2f..%2flines', 'a%3Bb%5cc%20d.txt', 'a%3Bb//c%20d.txt', 'a%3Bb%2F..%2Fa.txt', 'a.txt%00']) {
      expect([path, (await send(`/api/v1/datasets/${id}/attachments/${path}`, { key })).status]).toEqual([path, 404])
    }
  })

  test('reports missing and unused attachments', async () => {
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

  test('reports when no column names attachments, and links them once a column has the concept', async () => {
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

  test('keeps the attachments when the data is replaced, and the data when the attachments are replaced', async () => {
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
})

test('attachments must be a zip', async () => {
  const key = await keyOf()
  expect(await refusal(await post(csv, { key, parts: withArchive(archive(), 'files.rar') }))).toEqual([
    400,
    'attachments-not-zip',
  ])
})

test('lines are found by the address of their attachment, however long', async () => {
  const key = await keyOf()
  const long = `${'d'.repeat(120)}/${'é'.repeat(60)}.txt`
  const zip = zipSync({ [long]: strToU8('long'), 'a.txt': strToU8('short') })
  const { id } = await publish(`name,file\nA,${long}\nB,a.txt\n`, { key, parts: withArchive(zip) })
  const [first] = (await lines(id, 'sort=name', key)).results
  const address = encodeURIComponent(String(first?._attachment_url))
  expect(address.length).toBeGreaterThan(200)
  const named = async (query: string) => (await lines(id, query, key)).results.map(({ name }) => name)
  expect(await named(`_attachment_url_eq=${address}`)).toEqual(['A'])
  expect(await named(`_attachment_url_neq=${address}`)).toEqual(['B'])
  expect(await named(`_attachment_url_in=${address}`)).toEqual(['A'])
  expect(await named(`_attachment_url_nin=${address}`)).toEqual(['B'])
})
