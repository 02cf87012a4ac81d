/** Uploads that are interrupted. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from '../../../worker/index'
import { keyOf } from '../../support/accounts'
import { multipart, origin, type Part, refusal, send } from '../../support/http'
import { leftBehind, nothing } from '../../support/stored'

const file: Part = { name: 'file', value: 'name,places\nA,1\nB,12\n', fileName: 'places.csv' }
const path = '/api/v1/datasets'

test.each([30, 120, 170])('an upload cut after %i bytes leaves no stored data', async (length) => {
  const { body, headers } = multipart([file])
  const response = await send(path, { method: 'POST', key: await keyOf(), headers, body: body.slice(0, length) })
  expect(response.status).toBe(400)
  expect(await leftBehind()).toEqual(nothing)
})

test('an upload interrupted in the middle leaves no stored data', async () => {
  const { body, headers } = multipart([{ ...file, value: 'x'.repeat(6_000_000) }])
  let sentBytes = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sentBytes > 5_500_000) return controller.error(new Error('connection reset'))
      controller.enqueue(body.slice(sentBytes, sentBytes + 100_000))
      sentBytes += 100_000
    },
  })
  const request = new Request<unknown, IncomingRequestCfProperties>(`${origin}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length), 'x-apikey': await keyOf() },
    body: stream,
  })
  const response = await worker.fetch(request, env, createExecutionContext())
  expect(await refusal(response)).toEqual([400, 'upload-interrupted'])
  expect(await leftBehind()).toEqual(nothing)
})
