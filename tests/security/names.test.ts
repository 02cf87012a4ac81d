/** One corpus of hostile strings, as every kind of name: stored, returned, rendered and exported as what they are. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { type Dataset, lines, open, publish, untilFinalized, upload } from '../support/datasets'
import { ask, multipart, origin, send } from '../support/http'

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE datasets; --",
  'a") --',
  '`whoami` $(id) #{7*7} {{7*7}}',
  '</title></textarea><svg onload=alert(1)>',
  'javascript:alert(1)',
  '=HYPERLINK("https://evil.example")',
  '../../etc/passwd',
  '%2e%2e%2f %00 %ff',
  'line\nbreak\r\nSet-Cookie: a=b',
  'tab\tand\u0007bell',
  '\u202etxt.exe',
  '__proto__',
  'constructor',
  '$& $1 $` \\u0027 \\',
  '👩‍👩‍👧‍👦 日本語 İıß ﷽',
  '-2+3+cmd|calc',
  'null',
  '[object Object]',
] as const
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Asserts that a page runs nothing but its own scripts: those that carry the nonce of its policy. */
async function expectHarmless(response: Response): Promise<void> {
  const policy = response.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const found: string[] = []
  const rewriter = new HTMLRewriter().on('*', {
    element(element) {
      const { tagName } = element
      if (['iframe', 'object', 'embed', 'base'].includes(tagName)) found.push(tagName)
      const isData = /^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '')
      if (tagName === 'script' && !isData && element.getAttribute('nonce') !== nonce) found.push(tagName)
      // Pairs, whatever the declaration says.
      for (const [name = '', value = ''] of element.attributes) {
        if (/^on/i.test(name)) found.push(`${tagName} ${name}`)
        const isDescription = tagName === 'meta' && name === 'content' && !element.hasAttribute('http-equiv')
        const isText = name === 'value' || name === 'aria-label' || isDescription
        if (/^\s*(javascript|vbscript|data):/i.test(value) && !isText) found.push(`${name}=${value}`)
      }
    },
  })
  await rewriter.transform(response).text()
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(found).toEqual([])
}

/** Values of cells that a browser would run or load, were they made links. */
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt://x.example/%0aalert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>.png',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//evil.example/a.png',
  '/../a.png',
]

test('addresses in cells become links to the web only', async () => {
  const key = await keyOf()
  const mail = 'a?bcc=b&body=c@evil.example'
  const fit = ['https://pictures.example.org/a.png', 'a@example.org', '+33 2 96 00 00 00']
  const values = [...addresses, ...fit, mail, 'tel:1;javascript:1']
  const csv = `photo,site,phone,file\n${values.map((value) => Array(4).fill(quoted(value)).join(',')).join('\n')}\n`
  const dataset = await publish(csv, { key })
  const concepts: Record<string, string> = {
    photo: 'http://schema.org/image',
    site: 'https://schema.org/WebPage',
    phone: 'https://www.w3.org/2006/vcard/ns#tel',
  }
  const schema = dataset.schema
    .filter((field) => !field['x-calculated'])
    .map((field) => (concepts[field.key] ? { ...field, 'x-refersTo': concepts[field.key] } : field))
  await ask(`/api/v1/datasets/${dataset.id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(dataset.id, key)
  await open(dataset.id, key)
  const links: string[] = []
  for (const path of [
    `/dataset/${dataset.id}/table?cols=photo,site,phone,file`,
    `/dataset/${dataset.id}/table?column=photo`,
    `/embed/dataset/${dataset.id}/table`,
    `/embed/dataset/${dataset.id}/thumbnails`,
    ...(await lines(dataset.id, 'select=_id&size=20')).results.map(
      (line) => `/dataset/${dataset.id}/table?line=${line._id}`,
    ),
  ]) {
    const response = await send(path)
    expect(response.status, path).toBe(200)
    await expectHarmless(response.clone())
    const rewriter = new HTMLRewriter().on(
      'td [href], td [src], .thumbnails [href], .thumbnails [src], dl.line [href]',
      {
        element: (element) => void links.push(element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
      },
    )
    await rewriter.transform(response).text()
  }
  const outside = links.filter((link) => !link.startsWith(`/dataset/${dataset.id}`) && !link.startsWith(origin))
  expect(new Set(outside)).toEqual(
    new Set(['https://pictures.example.org/a.png', 'mailto:a@example.org', 'tel:+33296000000']),
  )
})

test.each(hostile)('%j as the title, the description and a keyword', async (text) => {
  const key = await keyOf()
  const body = {
    title: text,
    description: `${text}\n\n[link](javascript:alert(1)) <b onclick=alert(1)>bold</b>`,
    keywords: [text],
  }
  const { id } = await publish('name\nA\nB\n', { key, parts: [{ name: 'body', value: JSON.stringify(body) }] })
  await open(id, key)
  const shown = await ask<Dataset>(`/api/v1/datasets/${id}`)
  expect(shown.title).toBe(text.trim())
  expect(shown.keywords).toEqual([text])
  expect(shown.slug).toMatch(/^[a-z0-9][a-z0-9_-]*[a-z0-9]$/)
  for (const path of [`/dataset/${id}`, '/', `/?q=${encodeURIComponent(text)}`]) {
    const response = await send(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w+/=]{24}' 'strict-dynamic'/)
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe-inline/)
    await expectHarmless(response)
  }
  const found = await ask<{ count: number }>(
    `/api/v1/datasets?q=${encodeURIComponent(`"${text.replaceAll('"', ' ')}"`)}`,
  )
  expect(found.count).toBeLessThanOrEqual(1)
})

test('as cells, all are returned unchanged in JSON, in CSV, by filter and on the page', async () => {
  const key = await keyOf()
  const cells = hostile.map((text, i) => `${i},${quoted(text)}\n`).join('')
  const { id, count } = await publish(`n,text\n${cells}`, { key })
  await open(id, key)
  expect(count).toBe(hostile.length)
  const expected = hostile.map((text) => text.replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '').trim())
  const { results } = await lines(id, 'size=100&sort=n')
  expect(results.map(({ text }) => String(text))).toEqual(expected)
  const csv = await (
    await send(`/api/v1/datasets/${id}/lines?format=csv&size=100&sort=n&select=text&header=false`)
  ).text()
  expect(csv).toBe(expected.map((text) => `${quoted(text)}\n`).join(''))
  for (const text of expected) {
    const exact = await lines(id, new URLSearchParams({ text_eq: text }).toString())
    expect(exact.total, text).toBe(1)
    for (const parameter of ['q', 'text_starts', 'text_gt']) {
      const response = await send(`/api/v1/datasets/${id}/lines?${new URLSearchParams({ [parameter]: text })}`)
      expect(response.status, `${parameter}=${text}`).toBe(200)
    }
  }
  await expectHarmless(await send(`/dataset/${id}`))
})

test('as columns, all get safe keys and keep their names', async () => {
  const key = await keyOf()
  // Names that lead to the same key, or to none, are refused or left out: here each has a number of its own.
  const headers = hostile.map((text, i) => `c${i} ${text}`)
  const { id, schema } = await publish(
    `${headers.map(quoted).join(',')}\n${headers.map((_, i) => `v${i}`).join(',')}\n`,
    { key },
  )
  await open(id, key)
  const fields = schema.filter((field) => !field['x-calculated'])
  expect(fields).toHaveLength(hostile.length)
  for (const field of fields) expect(field.key).toMatch(/^c\d+[a-z0-9_]*$/)
  const [line] = (await lines(id, '')).results
  expect(fields.map((field) => line?.[field.key])).toEqual(headers.map((_, i) => `v${i}`))
  for (const field of fields) {
    const query = new URLSearchParams({ [`${field.key}_exists`]: '', sort: field.key, select: field.key })
    expect((await lines(id, query.toString())).total).toBe(1)
  }
  await expectHarmless(await send(`/dataset/${id}`))
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype', '_score', '_id'])(
  'a column named %s is a column',
  async (name) => {
    const key = await keyOf()
    const dataset = await publish(`${name},n\nx,7\ny,8\n`, { key })
    const field = dataset.schema[0]
    expect(field?.['x-originalName']).toBe(name)
    const { results, total } = await lines(dataset.id, `${field?.key}_eq=x`, key)
    expect(total).toBe(1)
    expect(Object.entries(results[0] ?? {})).toContainEqual([field?.key, 'x'])
  },
)

test.each([
  ['a"b.csv', 'a%22b.csv'],
  ['été.csv', 'été.csv'],
  ['<script>.csv', '<script>.csv'],
  ['x\u202evsc.csv', 'x\u202evsc.csv'],
  ['../../x.csv', '../../x.csv'],
  ['..\\..\\x.csv', '..\\..\\x.csv'],
  ['=cmd().csv', '=cmd().csv'],
  [`${'n'.repeat(400)}.csv`, `${'n'.repeat(400)}.csv`],
  ["'; drop table --.csv", "'; drop table --.csv"],
])('a file named %j is stored under a generated name, and returned with a single-line header', async (_, fileName) => {
  const key = await keyOf()
  const dataset = await upload('a,b\n1,2\n', { key, fileName })
  const name = dataset.originalFile?.name ?? ''
  expect(name).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e]/)
  expect(name.length).toBeLessThanOrEqual(200)
  expect(name).toMatch(/\.csv$/)
  const response = await send(`/api/v1/datasets/${dataset.id}/raw`, { key })
  const disposition = response.headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]*)?$/)
  const [file] = await ask<{ url: string }[]>(`/api/v1/datasets/${dataset.id}/data-files`, { key })
  expect((await send(file?.url ?? '', { key })).status).toBe(200)
})

test('a CSV with markup is never served as a page', async () => {
  const key = await keyOf()
  const { id } = await publish('text\n<html><script>alert(1)</script>\nx\n', { key })
  const response = await send(`/api/v1/datasets/${id}/raw`, { key })
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toMatch(/sandbox/)
})

test('a line break in a part name or a file name adds no header and no part', async () => {
  const key = await keyOf()
  const form = multipart([{ name: 'file', value: 'a\n1\n2\n', fileName: 'x.csv\r\nContent-Type: text/html' }])
  const response = await send('/api/v1/datasets', { method: 'POST', key, ...form })
  expect([201, 400]).toContain(response.status)
  expect(await response.text()).not.toContain('text/html')
})
