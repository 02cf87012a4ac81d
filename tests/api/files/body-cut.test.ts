/** Request bodies that are interrupted or endless. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from '../../../worker/index'
import { limits } from '../../../worker/limits'
import { keyOf, town } from '../../support/accounts'
import { createEditable } from '../../support/editable'
import { json, origin, refusal } from '../../support/http'

/** A body of chunks of spaces: `error` breaks it after the first, otherwise it goes on for long. */
function spaces(cut: boolean): ReadableStream<Uint8Array> {
  let chunks = 0
  return new ReadableStream({
    pull(controller) {
      if (cut && chunks > 0) return controller.error(new Error('connection reset'))
      if (chunks++ > 12) return controller.close()
      controller.enqueue(new Uint8Array(100_000).fill(32))
    },
  })
}

function sent(path: string, headers: Record<string, string>, body: ReadableStream<Uint8Array>): Promise<Response> {
  const request = new Request<unknown, IncomingRequestCfProperties>(origin + path, { method: 'POST', headers, body })
  return worker.fetch(request, env, createExecutionContext())
}

test.each(['/api/v1/datasets', '/api/v1/applications', '/api/auth/password'])(
  'an interrupted JSON body gets 400 from %s',
  async (path) => {
    const key = await keyOf(town, { scopes: ['datasets', 'applications'] })
    const headers = { 'content-type': 'application/json', 'content-length': '200000', 'x-apikey': key }
    expect(await refusal(await sent(path, headers, spaces(true)))).toEqual([400, 'body-interrupted'])
  },
)

test('an interrupted JSON body without a length gets 400', async () => {
  const headers = { 'content-type': 'application/json' }
  expect(await refusal(await sent('/api/auth/password', headers, spaces(true)))).toEqual([400, 'body-interrupted'])
})

test.each(['/sign-in', '/language'])('an interrupted form of %s gets 400', async (path) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '200000', origin }
  expect((await sent(path, headers, spaces(true))).status).toBe(400)
})

test('a form without a length that exceeds the limit gets 413', async () => {
  expect(limits.http.maxFormBytes).toBeLessThan(12 * 100_000)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
  expect((await sent('/language', headers, spaces(false))).status).toBe(413)
})

test.each(['application/json', 'application/x-ndjson', 'text/csv'])(
  'an interrupted bulk request of %s gets 400',
  async (type) => {
    const key = await keyOf()
    const { id } = await createEditable(key)
    const headers = { 'content-type': type, 'content-length': '200000', 'x-apikey': key }
    const answer = await sent(`/api/v1/datasets/${id}/_bulk_lines`, headers, spaces(true))
    expect(answer.status).toBe(400)
    expect(await json(answer)).toMatchObject({ nbErrors: 1, errors: [{ error: expect.stringContaining('connexion') }] })
  },
)
