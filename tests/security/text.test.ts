/** Text that UTF-8 cannot encode: refused where it arrives, and shown as U+FFFD where it is stored already. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { administrator, ann, keyOf, signedIn, town } from '../support/accounts'
import { makeApplication, registerBefore } from '../support/applications'
import { open, publish, read, upload } from '../support/datasets'
import { bulk, createEditable, getLine, postLine } from '../support/editable'
import { ask, json, multipart, origin, type Sent, send } from '../support/http'
import { rows } from '../support/stored'

registerBefore()

/** The escape as clients write it: `JSON.stringify` of such a text gives the same. */
const lone = '\\ud800'
const described = { name: 'body', value: `{"isRest":true,"title":"a${lone}"}` }
const names = { schema: [{ key: 'name', type: 'string' }] }

const sentJson = (text: string, method = 'POST'): Sent => ({
  method,
  body: text,
  headers: { 'content-type': 'application/json' },
})

type Problem = { status: number; code: string; requestId: string; errors?: { where: string }[] }

async function refused(response: Response): Promise<[number, string, string | undefined]> {
  const { code, errors } = await json<Problem>(response)
  return [response.status, code, errors?.[0]?.where]
}

/** The text of an answer, which must be UTF-8. */
async function utf8(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(await response.arrayBuffer())
}

describe('a lone surrogate is refused, with its path', () => {
  test.each([
    ['a title', 'POST', '', `{"isRest":true,"title":"a${lone}b"}`, '/title'],
    ['the low half', 'POST', '', '{"isRest":true,"title":"a\\uDC00\\ud800"}', '/title'],
    ['two low halves', 'POST', '', '{"isRest":true,"title":"\\uDC00\\uDC00"}', '/title'],
    ['a keyword', 'PATCH', '/ID', `{"keywords":["ok","${lone}"]}`, '/keywords/1'],
    [
      "an attachment's name",
      'PATCH',
      '/ID',
      `{"attachments":[{"type":"file","name":"${lone}.txt","title":"x"}]}`,
      '/attachments/0/name',
    ],
    ['a key', 'PATCH', '/ID', `{"extras":{"a/b":{"${lone}":1}}}`, '/extras/a~1b/\ufffd'],
    ['a column', 'PATCH', '/ID', `{"schema":[{"key":"name","type":"string","title":"${lone}"}]}`, '/schema/0/title'],
    ['a line', 'POST', '/ID/lines', `{"name":"${lone}"}`, '/name'],
    ['the id of a line', 'POST', '/ID/lines', `{"_id":"${lone}","name":"x"}`, '/_id'],
    ['a value of no field', 'PATCH', '/ID/lines/l1', `{"other":["${lone}"]}`, '/other/0'],
    ['permissions', 'PUT', '/ID/permissions', `[{"type":"user","id":"${lone}","classes":["read"]}]`, '/0/id'],
    ['an owner', 'PUT', '/ID/owner', `{"type":"user","id":"ann","name":"${lone}"}`, '/name'],
  ])('%s', async (_, method, path, body, where) => {
    const key = await keyOf()
    const { id } = await createEditable(key, names)
    await postLine(id, key, { _id: 'l1', name: 'x' })
    const response = await send(`/api/v1/datasets${path.replace('ID', id)}`, { key, ...sentJson(body, method) })
    expect(await refused(response)).toEqual([400, 'text-ill-formed', where])
    expect(await rows('select id from datasets')).toEqual([{ id }])
    for (const shown of ['/', `/dataset/${id}`, '/api/v1/datasets', `/api/v1/datasets/${id}`]) {
      const answer = await send(shown, { key })
      expect(answer.status, shown).toBe(200)
      expect(await utf8(answer)).not.toContain('\ufffd')
    }
  })

  test('in parts of a multipart body', async () => {
    const key = await keyOf()
    const file = { name: 'file', value: 'a\n1\n', fileName: 'a.csv' }
    for (const part of [described, { name: 'keywords', value: `["${lone}"]` }]) {
      const parts = part === described ? [part] : [part, file]
      const response = await send('/api/v1/datasets', { method: 'POST', key, ...multipart(parts) })
      expect((await refused(response)).slice(0, 2)).toEqual([400, 'text-ill-formed'])
    }
    const { id } = await createEditable(key, names)
    const line = multipart([{ name: '_body', value: `{"name":"${lone}"}` }])
    const response = await send(`/api/v1/datasets/${id}/lines`, { method: 'POST', key, ...line })
    expect(await refused(response)).toEqual([400, 'text-ill-formed', '/name'])
  })

  test('in lists of values and cursors', async () => {
    const key = await keyOf()
    const { id } = await createEditable(key, names)
    for (const query of [`name_in="${lone}"`, `after="${lone}"`]) {
      const response = await send(`/api/v1/datasets/${id}/lines?${encodeURI(query)}`, { key })
      expect(response.status, query).toBe(400)
    }
  })

  test('in applications and their configurations', async () => {
    const key = await keyOf(town, { scopes: ['applications'] })
    const { id } = await makeApplication({ key })
    const path = `/api/v1/applications/${id}`
    for (const [address, method, body, where] of [
      [path, 'PATCH', `{"title":"${lone}"}`, '/title'],
      [`${path}/configuration`, 'PUT', `{"colors":{"${lone}":1}}`, '/colors/\ufffd'],
      [`${path}/configuration-draft`, 'PUT', `{"text":"${lone}"}`, '/text'],
    ] as const) {
      const response = await send(address, { key, ...sentJson(body, method) })
      expect(await refused(response), address).toEqual([400, 'text-ill-formed', where])
    }
    const owner = { 'x-owner': `{"type":"organization","id":"town","name":"${lone}"}` }
    const response = await send('/api/v1/applications', { key, json: { url: 'https://x' }, headers: owner })
    expect(await refused(response)).toEqual([400, 'text-ill-formed', '/name'])
  })

  test('in settings and in the directory', async () => {
    const { headers } = await signedIn('bob')
    const settings = await send('/api/v1/settings/user/bob', {
      ...sentJson(`{"topics":[{"id":"a","title":"${lone}"}]}`, 'PUT'),
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(await refused(settings)).toEqual([400, 'text-ill-formed', '/topics/0/title'])
    const { password } = administrator
    const body = `{"email":"eve@example.org","password":"${password}","name":"${lone}"}`
    const signUp = await send('/api/auth/sign-up/email', {
      ...sentJson(body),
      headers: { origin, 'content-type': 'application/json' },
      vars: { SIGNUP: 'open' },
    })
    expect(await refused(signUp)).toEqual([400, 'text-ill-formed', '/name'])
    expect(await rows('select id from user where email = ?', 'eve@example.org')).toEqual([])
  })
})

describe('a bulk', () => {
  test.each([
    ['application/json', `[{"_id":"a","name":"x"},{"_id":"${lone}","name":"x"},{"_id":"c","name":["${lone}"]}]`],
    ['application/x-ndjson', `{"_id":"a","name":"x"}\n{"_id":"${lone}","name":"x"}\n{"_id":"c","name":["${lone}"]}`],
  ])('of %s counts a line with a lone surrogate as an error, and writes the others', async (type, body) => {
    const key = await keyOf()
    const { id } = await createEditable(key, names)
    const { status, summary } = await bulk(id, key, undefined, { body, headers: { 'content-type': type } })
    expect(status).toBe(200)
    expect(summary).toMatchObject({ nbOk: 1, nbErrors: 2 })
    expect(summary.errors).toEqual([
      { line: 1, status: 400, error: expect.stringMatching(/^\/_id .*Unicode/) },
      { line: 2, status: 400, error: expect.stringMatching(/^\/name\/0 .*Unicode/) },
    ])
    expect((await getLine(id, key, 'a')).status).toBe(200)
  })
})

test('surrogate pairs, escaped backslashes and control characters are accepted', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, names)
  const body = '{"_id":"a","name":"\\ud83d\\uDE00 \\\\ud800 \\u0000\\u0007\\uffff"}'
  expect((await send(`/api/v1/datasets/${id}/lines`, { key, ...sentJson(body) })).status).toBe(200)
  expect(await json(await getLine(id, key, 'a'))).toMatchObject({ name: '😀 \\ud800 \u0000\u0007\uffff' })
  const { summary } = await bulk(id, key, undefined, {
    body: `[${body.replace('"a"', '"b"')}]`,
    headers: { 'content-type': 'application/json' },
  })
  expect(summary).toMatchObject({ nbOk: 1, nbErrors: 0 })
})

test('malformed text in storage is shown with U+FFFD', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nA\nB\n', { key })
  await open(id, key)
  const attachments = [{ type: 'file', name: '\ud800.txt', title: 'x\ud800' }]
  const metadata = JSON.stringify({ title: 'a\ud800b', description: 'c\udc00', attachments })
  await env.DB.prepare('update datasets set metadata = ?, version = version + 1 where id = ?').bind(metadata, id).run()
  const dataset = await read(id)
  expect(dataset).toMatchObject({ title: 'a\ufffdb', description: 'c\ufffd' })
  for (const path of ['/', `/dataset/${id}`, '/api/v1/datasets', `/api/v1/datasets/${id}`]) {
    const response = await send(path)
    expect(response.status, path).toBe(200)
    const text = await utf8(response)
    expect(text).toContain('a\ufffdb')
    expect(text).not.toMatch(/\\ud[89a-f]/i)
  }
})

describe('a file', () => {
  test.each([
    ['a.json', `[{"na${lone}me":"ok"},{"na${lone}me":"b${lone}"},{"nested":["${lone}"]}]`],
    ['a.ndjson', `{"na${lone}me":"ok"}\n{"na${lone}me":"b${lone}"}\n{"nested":["${lone}"]}`],
    [
      'a.geojson',
      `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"na${lone}me":"ok"}},\n{"type":"Feature","geometry":null,"properties":{"na${lone}me":"b${lone}","nested":["${lone}"]}}]}`,
    ],
  ])('%s is read as U+FFFD, with a warning in the journal', async (fileName, content) => {
    const key = await keyOf()
    const { id, schema } = await publish(content, { key, fileName })
    expect(schema.map((field) => field['x-originalName'])).toEqual(expect.arrayContaining(['na\ufffdme', 'nested']))
    const csv = await utf8(await send(`/api/v1/datasets/${id}/lines?format=csv`, { key }))
    expect(csv).toContain('"b\ufffd"')
    expect(csv).toContain('\ufffd""]')
    const events = await ask<{ code?: string; data?: string }[]>(`/api/v1/datasets/${id}/journal`, { key })
    const count = content.split(lone).length - 1
    expect(events.find(({ code }) => code === 'escapes-replaced')?.data).toMatch(new RegExp(`\\b${count}\\b.*U\\+FFFD`))
  })

  test('cut by an expression between the halves of a pair', async () => {
    const key = await keyOf()
    const transform = [{ key: 'name', type: 'string', 'x-transform': { expr: 'SUBSTRING(value, 0, 2)' } }]
    const parts = [{ name: 'schema', value: JSON.stringify(transform) }]
    const { id } = await publish('name\na😀b\nok\n', { key, parts })
    const csv = await utf8(await send(`/api/v1/datasets/${id}/lines?format=csv`, { key }))
    expect(csv).toContain('"a\ufffd"\n')
  })

  test('whose long name is cut', async () => {
    const key = await keyOf()
    const { originalFile } = await upload('a\n1\n', { key, fileName: `${'😀'.repeat(120)}.csv` })
    expect(originalFile?.name.isWellFormed()).toBe(true)
    expect(originalFile?.name).toMatch(/^(😀)+\.csv$/u)
  })
})

test('an error that quotes a part of the input is well formed', async () => {
  const key = await keyOf(ann)
  const response = await send(`/api/v1/datasets?sort=${encodeURIComponent(`${'a'.repeat(99)}😀`)}`, { key })
  expect(response.status).toBe(400)
  const text = await utf8(response)
  expect(text).toContain('a'.repeat(99))
  expect(text).not.toMatch(/\\ud[89a-f]/i)
})
