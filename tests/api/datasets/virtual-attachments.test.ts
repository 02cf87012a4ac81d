/** Attachments of the lines of a virtual dataset. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, open, publish, untilFinalized } from '../../support/datasets'
import { ask, origin, refusal, send } from '../../support/http'

const archive = (name: string) => [
  {
    name: 'attachments',
    value: zipSync({ [name]: strToU8(`in ${name}`), 'hidden.txt': strToU8('not shown') }),
    fileName: 'files.zip',
  },
]

async function made(key: string, virtual: object, keys = ['file', 'kind']): Promise<Dataset> {
  const schema = keys.map((one) => ({ key: one }))
  const json = { isVirtual: true, title: 'Together', schema, virtual }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  return untilFinalized(id, key)
}

test('are served through it, if one of its lines names them', async () => {
  const key = await keyOf()
  const csv = (name: string) => `file,kind\n${name},shown\nhidden.txt,hidden\n`
  const one = await publish(csv('dir/é 1.txt'), { key, parts: archive('dir/é 1.txt') })
  const two = await publish(csv('b.txt'), { key, parts: archive('b.txt') })
  const { id } = await made(key, {
    children: [one.id, two.id],
    filters: [{ key: 'kind', operator: 'in', values: ['shown'] }],
  })
  await open(id, key)
  const base = `${origin}/api/v1/datasets/${id}/attachments`
  const { results } = await lines(id, 'select=file,_attachment_url,_file.content&sort=file')
  expect(results.map((line) => [line._attachment_url, line['_file.content']])).toEqual([
    [`${base}/${two.id}/b.txt`, 'in b.txt'],
    [`${base}/${one.id}/dir/%C3%A9%201.txt`, 'in dir/é 1.txt'],
  ])
  for (const { _attachment_url: url, file } of results) {
    const response = await send(String(url))
    expect([response.status, await response.text()]).toEqual([200, `in ${file}`])
  }
  // The children are private, and so is what no shown line names.
  expect((await send(`/api/v1/datasets/${one.id}/attachments/dir/%C3%A9%201.txt`)).status).toBe(403)
  const refused: [path: string, code: string][] = [
    [`${one.id}/hidden.txt`, 'file-not-found'],
    [`${two.id}/dir/%C3%A9%201.txt`, 'file-not-found'],
    [`${one.id}/`, 'file-not-found'],
    ['b.txt', 'attachment-child-unknown'],
    [`${id}/b.txt`, 'attachment-child-unknown'],
  ]
  for (const [path, code] of refused) expect(await refusal(await send(`${base}/${path}`))).toEqual([404, code])
})

test('are not served when the field that names them is not shown', async () => {
  const key = await keyOf()
  const child = await publish('file,kind\na.txt,x\n', { key, parts: archive('a.txt') })
  const { id } = await made(key, { children: [child.id] }, ['kind'])
  expect(await refusal(await send(`/api/v1/datasets/${id}/attachments/${child.id}/a.txt`, { key }))).toEqual([
    ...[404, 'attachment-column-missing'],
  ])
})
