import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { multipart, type Part, refusal, type Sent, send } from '../../support/http'
import { leftBehind, nothing } from '../../support/stored'

const csv = 'name,places\nA,1\nB,12\n'
const file: Part = { name: 'file', value: csv, fileName: 'places.csv' }
const form = (...parts: Part[]): Sent => multipart(parts)
const json = (value: unknown): Sent => ({ json: value })
const path = '/api/v1/datasets'
/** A multipart body whose parts have no name. */
function unnamed(...parts: Part[]): Sent {
  const { body, headers } = multipart(parts)
  const text = new TextDecoder().decode(body).replaceAll(/ name="[^"]*"(; )?/g, ' ')
  return { body: new TextEncoder().encode(text), headers }
}
const chunked = () => new ReadableStream({ start: (controller) => controller.close() })

type Case = { what: string; sent: Sent; status: number; code: string; path?: string }
const cases: Case[] = [
  { what: 'no file', sent: form({ name: 'title', value: 'x' }), status: 400, code: 'file-missing' },
  { what: 'an empty multipart body', sent: form(), status: 400, code: 'file-missing' },
  { what: 'a JSON body without a kind of dataset', sent: json({ title: 'x' }), status: 400, code: 'file-missing' },
  { what: 'an unknown part', sent: form({ name: 'tilte', value: 'x' }, file), status: 400, code: 'part-unknown' },
  {
    what: 'an unknown part after the file',
    sent: form(file, { name: 'x', value: 'y' }),
    status: 400,
    code: 'part-unknown',
  },
  {
    what: 'a part named __proto__',
    sent: form(file, { name: '__proto__', value: '{}' }),
    status: 400,
    code: 'part-unknown',
  },
  { what: 'a file in an unknown part', sent: form({ ...file, name: 'files' }), status: 400, code: 'part-unknown' },
  { what: 'a file in a part without a name', sent: unnamed(file), status: 400, code: 'body-invalid' },
  {
    what: 'a text in a part without a name',
    sent: unnamed({ name: 'x', value: 'y' }),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'a JSON body that is not UTF-8',
    sent: {
      body: Uint8Array.from('{"isRest":true,"title":"\xe9"}', (character) => character.charCodeAt(0)),
      headers: { 'content-type': 'application/json' },
    },
    status: 400,
    code: 'body-invalid',
  },
  { what: 'two data files', sent: form(file, { ...file, name: 'dataset' }), status: 400, code: 'body-invalid' },
  { what: 'three files', sent: form(file, file, file), status: 400, code: 'body-invalid' },
  {
    what: 'attachments that are not a zip',
    sent: form(file, { name: 'attachments', value: 'PK', fileName: 'a.rar' }),
    status: 400,
    code: 'attachments-not-zip',
  },
  {
    what: 'an unsupported extension',
    sent: form({ ...file, fileName: 'places.exe' }),
    status: 400,
    code: 'file-type-unsupported',
  },
  {
    what: 'a file without extension',
    sent: form({ ...file, fileName: 'places' }),
    status: 400,
    code: 'file-type-unsupported',
  },
  {
    what: 'a file beyond the limit',
    sent: { ...form({ ...file, value: 'x'.repeat(5_000) }), vars: { MAX_FILE_BYTES: '4000' } },
    status: 413,
    code: 'file-too-large',
  },
  {
    what: 'a declared size far beyond the limit',
    sent: {
      ...form(file),
      vars: { MAX_FILE_BYTES: '10' },
      headers: { ...form(file).headers, 'content-length': '1002000' },
    },
    status: 413,
    code: 'file-too-large',
  },
  {
    what: 'a text part over 1 MB',
    sent: form(file, { name: 'description', value: 'x'.repeat(1_000_001) }),
    status: 413,
    code: 'body-too-large',
  },
  {
    what: 'too many parts',
    sent: form(...Array.from({ length: 120 }, () => ({ name: 'title', value: 'x' })), file),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'a blank title',
    sent: form({ name: 'title', value: '  ' }, file),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'an array that is not JSON',
    sent: form({ name: 'keywords', value: 'a,b' }, file),
    status: 400,
    code: 'json-invalid',
  },
  {
    what: 'an array of another type',
    sent: form({ name: 'keywords', value: '{"a":1}' }, file),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'a body part that is not JSON',
    sent: form({ name: 'body', value: '{' }, file),
    status: 400,
    code: 'json-invalid',
  },
  {
    what: 'an expression with a syntax error',
    sent: form({ name: 'schema', value: '[{"key":"name","type":"string","x-transform":{"expr":"UPPER("}}]' }, file),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'an unknown key in the body part',
    sent: form({ name: 'body', value: '{"foo":1}' }, file),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'an id in the body part',
    sent: form({ name: 'body', value: '{"id":"x"}' }, file),
    status: 400,
    code: 'body-invalid',
  },
  { what: 'an id as a part', sent: form({ name: 'id', value: 'x' }, file), status: 400, code: 'part-unknown' },
  {
    what: 'attachments of an editable dataset',
    sent: form(
      { name: 'body', value: '{"isRest":true,"title":"x"}' },
      { name: 'attachments', value: 'PK', fileName: 'a.zip' },
    ),
    status: 400,
    code: 'attachments-without-file',
  },
  {
    what: 'a file and another kind of dataset',
    sent: form({ name: 'isRest', value: 'true' }, file),
    status: 400,
    code: 'nature-ambiguous',
  },
  {
    what: 'a metadata-only dataset without a title',
    sent: json({ isMetaOnly: true }),
    status: 400,
    code: 'meta-only-title-missing',
  },
  {
    what: 'a metadata-only dataset with columns',
    sent: json({ isMetaOnly: true, title: 'x', schema: [{ key: 'a', type: 'string' }] }),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'a metadata-only dataset with a constraint',
    sent: json({ isMetaOnly: true, title: 'x', constraints: [{ type: 'unique', properties: ['a'] }] }),
    status: 400,
    code: 'constraint-on-meta-only',
  },
  {
    what: 'a virtual dataset with a constraint',
    sent: json({ isVirtual: true, title: 'x', constraints: [{ type: 'unique', properties: ['a'] }] }),
    status: 400,
    code: 'constraint-on-virtual',
  },
  {
    what: 'an encoding that does not exist',
    sent: form({ name: 'file_encoding', value: 'utf-99' }, file),
    status: 400,
    code: 'parameter-invalid',
  },
  {
    what: 'a licence with an unknown property',
    sent: form({ name: 'license', value: '{"title":"a","href":"b","x":1}' }, file),
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'an owner other than that of the key',
    sent: form({ name: 'owner', value: '{"type":"organization","id":"village","name":"Village"}' }, file),
    status: 403,
    code: 'owner-refused',
  },
  { what: 'a chosen id with capitals', sent: form(file), path: `${path}/Racks`, status: 400, code: 'id-invalid' },
  { what: 'a chosen id with a space', sent: form(file), path: `${path}/bike%20racks`, status: 400, code: 'id-invalid' },
  {
    what: 'a chosen id that is a parent folder',
    sent: form(file),
    path: `${path}/%2e%2e`,
    status: 404,
    code: 'route-not-found',
  },
  {
    what: 'a chosen id of 81 characters',
    sent: form(file),
    path: `${path}/${'a'.repeat(81)}`,
    status: 400,
    code: 'id-invalid',
  },
  {
    what: 'no Content-Length',
    sent: { headers: form(file).headers ?? {}, method: 'POST', body: chunked() },
    status: 411,
    code: 'length-required',
  },
  {
    what: 'a Content-Length that is not a number',
    sent: { ...form(file), headers: { ...form(file).headers, 'content-length': 'many' } },
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'a form of another type',
    sent: { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'content-type-unsupported',
  },
  {
    what: 'text',
    sent: { body: '{}', headers: { 'content-type': 'text/plain' } },
    status: 415,
    code: 'content-type-unsupported',
  },
  {
    what: 'multipart without a boundary',
    sent: { ...form(file), headers: { 'content-type': 'multipart/form-data' } },
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'multipart with a boundary of 257 characters',
    sent: { ...form(file), headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(257)}` } },
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'multipart with an empty boundary',
    sent: { ...form(file), headers: { 'content-type': 'multipart/form-data; boundary=' } },
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'multipart with an empty boundary in quotes',
    sent: { ...form(file), headers: { 'content-type': 'multipart/form-data; boundary=""; charset=utf-8' } },
    status: 400,
    code: 'body-invalid',
  },
  {
    what: 'a parameter given twice',
    sent: form(file),
    path: `${path}?draft=true&draft=never`,
    status: 400,
    code: 'parameter-repeated',
  },
]

test.each(cases)(
  '$what is refused with $status $code, and no data is left in storage',
  async ({ sent, status, code, path: to }) => {
    const response = await send(to ?? path, { method: 'POST', key: await keyOf(), ...sent })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await refusal(response)).toEqual([status, code])
    expect(await leftBehind()).toEqual(nothing)
  },
)

test('the text of an id that is too long has its length and the limit', async () => {
  const headers = { ...form(file).headers, 'accept-language': 'fr' }
  const response = await send(`${path}/${'a'.repeat(81)}`, {
    ...form(file),
    headers,
    key: await keyOf(),
    method: 'PUT',
  })
  expect(await response.text()).toContain(
    'de 81 caractères : utilisez seulement a-z, 0-9, _ et -, 80 caractères au plus',
  )
})
