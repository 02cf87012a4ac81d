/** Rate limits of a caller. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../worker/errors'
import { checkWaiting, throttled } from '../../../worker/http/bandwidth-throttle'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { open, publish } from '../../support/datasets'
import { json, send } from '../../support/http'

afterEach(() => vi.restoreAllMocks())

const from = (address: string, language = 'en') => ({
  headers: { 'cf-connecting-ip': address, 'accept-language': language },
})

describe('time of queries', () => {
  test('is a budget refilled over time; requests that do not search are free', async () => {
    const key = await keyOf()
    const { id } = await publish('name\nA\n', { key })
    await open(id, key)
    const path = `/api/v1/datasets/${id}`
    let clock = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 2 * limits.rates.anonymousQueryMs))
    expect((await send(`${path}/lines`, from('192.0.2.1'))).status).toBe(200)
    const refused = await send(`${path}/lines?page=2&size=5000`, from('192.0.2.1', 'fr'))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { code, detail } = await json<{ code: string; detail: string }>(refused)
    expect(code).toBe('query-time-exceeded')
    expect(detail).toContain('Le temps de traitement cumulé de vos requêtes dépasse le budget alloué sur cette API.')
    for (const word of ['count=false', 'select', 'size', 'after']) expect(detail).toContain(word)
    expect((await send(path, from('192.0.2.1'))).status).toBe(200)
    expect((await send(`${path}/lines`, from('192.0.2.2'))).status).toBe(200)
  })
})

describe('bandwidth', () => {
  const burst = limits.rates.anonymousBytesPerSecond.computed * limits.rates.burstSeconds

  test('slows responses beyond the burst, completely, and only for this caller', async () => {
    const key = await keyOf()
    const rows = Array.from({ length: 10_000 }, (_, i) => `${i},${'x'.repeat(200)}`)
    const { id } = await publish(`n,text\n${rows.join('\n')}\n`, { key })
    await open(id, key)
    const path = `/api/v1/datasets/${id}/lines?size=10000`
    const timed = async (sent: object) => {
      const started = Date.now()
      const response = await send(path, sent)
      const bytes = (await response.arrayBuffer()).byteLength
      return { bytes, ms: Date.now() - started, length: Number(response.headers.get('content-length')) }
    }
    const user = await timed({ key })
    expect(user.bytes).toBeGreaterThan(burst)
    const slow = await timed(from('192.0.2.3'))
    expect(slow).toMatchObject({ bytes: user.bytes, length: user.bytes })
    const again = await timed(from('192.0.2.3'))
    expect(again.ms).toBeGreaterThan(((user.bytes - burst) / limits.rates.anonymousBytesPerSecond.computed) * 1_000)
  })

  test('of one caller limits the number of waiting responses', async () => {
    const rate = { kind: 'computed', capacity: 10, perMs: 0.001 } as const
    const never = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(100)),
      })
    const answers = Array.from({ length: limits.rates.maxSlowedAnswers }, () =>
      throttled(new Response(never()), 'crowd', rate, () => 0),
    )
    expect(() => checkWaiting('crowd', rate, 0)).toThrow(Problem)
    expect(() => checkWaiting('other', rate, 0)).not.toThrow()
    await answers[0]?.body?.cancel()
    expect(() => checkWaiting('crowd', rate, 0)).not.toThrow()
  })
})

test('pages are counted for each caller, apart from the API', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nA\n', { key })
  await open(id, key)
  const html = { ...from('192.0.2.7').headers, accept: 'text/html' }
  const status = async (path: string, address = '192.0.2.7') =>
    (await send(path, { headers: { ...html, 'cf-connecting-ip': address }, vars: { RATE_ANONYMOUS: '7' } })).status
  const pages = [
    `/dataset/${id}`,
    `/dataset/${id}/table?q=a`,
    `/dataset/${id}/statistics.json`,
    `/embed/dataset/${id}/table?q=a`,
    '/?q=a',
    '/catalog.jsonld',
    '/new-dataset',
  ]
  for (const page of pages) expect(await status(page), page).toBeLessThan(400)
  for (const page of pages) expect(await status(page), page).toBe(429)
  const refused = await send('/?q=a', { headers: html, vars: { RATE_ANONYMOUS: '7' } })
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await status(`/dataset/${id}/preview.svg`)).not.toBe(429)
  expect(await status(`/api/v1/datasets/${id}/lines`)).toBe(200)
  expect(await status(`/dataset/${id}`, '192.0.2.8')).toBe(200)
})
