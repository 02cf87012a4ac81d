/** The request log: changes and refusals are logged once; reads are logged by the platform only. */
import { afterEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../support/accounts'
import { open, publish } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { send } from '../../support/http'

afterEach(() => vi.restoreAllMocks())

test('reads are not logged; a refusal and a change are logged with the request id', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\na,1\nb,2\n', { key })
  await open(id, key)
  const spy = vi.spyOn(console, 'info')
  const requests = () =>
    spy.mock.calls.map(([line]) => JSON.parse(String(line))).filter((line) => line.message === 'request')

  await (await send(`/api/v1/datasets/${id}/lines`)).text()
  await (await send(`/api/v1/datasets/${id}/lines`, { method: 'HEAD' })).text()
  expect(requests()).toEqual([])

  const refused = await send(`/api/v1/datasets/${id}/lines?sort=none`)
  expect(requests()).toMatchObject([
    {
      status: 400,
      method: 'GET',
      path: `/api/v1/datasets/${id}/lines`,
      requestId: refused.headers.get('x-request-id'),
    },
  ])
  spy.mockClear()

  const changed = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { description: 'Changed' } })
  expect(requests()).toMatchObject([
    { status: 200, method: 'PATCH', actor: 'apiKey', requestId: changed.headers.get('x-request-id') },
  ])
})

test('the write of one line is not logged; the deletion of all lines is', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const spy = vi.spyOn(console, 'info')
  const requests = () =>
    spy.mock.calls.map(([line]) => JSON.parse(String(line))).filter((line) => line.message === 'request')
  const path = `/api/v1/datasets/${id}/lines`
  expect((await send(path, { key, method: 'POST', json: {} })).status).toBe(201)
  expect(requests()).toEqual([])
  expect((await send(path, { key, method: 'POST', json: { none: 1 } })).status).toBe(400)
  expect((await send(path, { key, method: 'DELETE' })).status).toBe(204)
  expect(requests()).toMatchObject([
    { status: 400, method: 'POST' },
    { status: 204, method: 'DELETE' },
  ])
})
