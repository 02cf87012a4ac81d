/** Requests on behalf of a user to servers that redirect, send too much, or never end. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { fetchOutside, readBounded } from '../../../worker/net/fetch'

type Asked = { path: string; method: string; headers: NodeJS.Dict<string | string[]> }
type Site = { host: string; asked: Asked[]; server: Server }
const sites: Site[] = []
let inside: Site
let answer: RequestListener = (_, response) => response.end('ok')
let outside: Site

async function site(listener: RequestListener): Promise<Site> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers })
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of that kind.
  const made = { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
  sites.push(made)
  return made
}

beforeEach(async () => {
  answer = (_, response) => response.end('ok')
  outside = await site((request, response) => answer(request, response))
  inside = await site((_, response) => response.end('a secret'))
})
afterEach(() => {
  for (const { server } of sites.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const ask = (more: object = {}, path = '/') =>
  fetchOutside(`http://${outside.host}${path}`, { allowed: [outside.host], ...more })

describe('a redirection', () => {
  const leadTo = (location: string, status = 302): void => {
    answer = (request, response) => {
      if (request.url === '/end') response.end('there')
      else response.writeHead(status, { location }).end()
    }
  }

  test.each([
    ['an address of this machine', () => `http://${inside.host}/`],
    ['the same without a scheme', () => `//${inside.host}/`],
    ['a name of this machine', () => `http://localhost:${inside.host.split(':')[1]}/`],
    ['an address in one number', () => `http://2130706433:${inside.host.split(':')[1]}/`],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a file', () => 'file:///etc/passwd'],
    ['data', () => 'data:text/plain,secret'],
    ['an address with a password', () => `http://user:secret@${outside.host}/`],
  ])('to %s is refused before a byte is sent', async (_, location) => {
    leadTo(location())
    await expect(ask()).rejects.toMatchObject({ code: 'address-refused' })
    expect(inside.asked).toEqual([])
    expect(outside.asked).toHaveLength(1)
  })

  test('is followed to allowed addresses, up to a limit', async () => {
    leadTo('/end')
    expect(await (await ask()).text()).toBe('there')
    leadTo('/again')
    await expect(ask()).rejects.toMatchObject({ code: 'upstream-failed' })
    expect(outside.asked.filter(({ path }) => path === '/again')).toHaveLength(limits.net.maxRedirects)
  })

  test('keeps secrets for the same origin only', async () => {
    const headers = {
      authorization: 'Bearer s',
      cookie: 's',
      'x-api-key': 's',
      'x-auth-token': 's',
      apikey: 's',
      accept: 'text/csv',
    }
    leadTo(`http://${inside.host}/`)
    await ask({ headers, allowed: [outside.host, inside.host] })
    expect(inside.asked[0]?.headers).toMatchObject({ accept: 'text/csv' })
    expect(JSON.stringify(inside.asked)).not.toContain('"s"')
    leadTo('/end')
    await ask({ headers })
    expect(outside.asked.at(-1)?.headers).toMatchObject({ authorization: 'Bearer s', 'x-api-key': 's' })
  })

  test('of a write is not followed', async () => {
    leadTo('/end', 307)
    expect((await ask({ method: 'POST', body: 'x' })).status).toBe(307)
    expect(outside.asked.map(({ path }) => path)).toEqual(['/'])
  })
})

test.each([
  'http://printer.local/',
  'http://db.internal/',
  'http://intranet/',
  'http://router.lan/',
  'http://service.localhost/',
])('a name of a private network is refused by its name: %s', async (address) => {
  await expect(fetchOutside(address, { allowed: [] })).rejects.toMatchObject({ code: 'address-refused' })
})

describe('time', () => {
  test.each([
    ['before the answer', () => {}],
    ['within the answer', (response: { write: (text: string) => void }) => response.write('begun')],
  ])('ends a request that hangs %s', async (_, hang) => {
    answer = (_request, response) => hang(response)
    const started = Date.now()
    const read = ask({ timeoutMs: 200 }).then((response) => readBounded(response, 1_000))
    await expect(read).rejects.toMatchObject({ code: 'upstream-failed', params: { reason: { en: 'timeout' } } })
    expect(Date.now() - started).toBeLessThan(3_000)
  })

  test('counts for all redirections together', async () => {
    answer = (_, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 100)
    await expect(ask({ timeoutMs: 250 })).rejects.toMatchObject({ code: 'upstream-failed' })
    expect(outside.asked.length).toBeLessThan(4)
  })
})

describe('size', () => {
  const most = 10_000
  const send = (bytes: number, headers: Record<string, string> = {}): void => {
    answer = (_, response) => response.writeHead(200, headers).end(Buffer.alloc(bytes, 'x'))
  }

  test('is accepted up to its limit', async () => {
    send(most)
    expect(await readBounded(await ask(), most)).toHaveLength(most)
    send(most + 1)
    await expect(readBounded(await ask(), most)).rejects.toMatchObject({ code: 'upstream-failed' })
  })

  test('is counted independently of the declared one, and the rest is not read', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write(Buffer.alloc(5_000), () => setImmediate(more)))
      more()
    }
    await expect(readBounded(await ask(), most)).rejects.toMatchObject({ code: 'upstream-failed' })
  })
})

test('a failed request names the host, without internal details', async () => {
  const { host, server } = inside
  server.close()
  const failed = fetchOutside(`http://${host}/?token=secret`, { allowed: [host] })
  await expect(failed).rejects.toMatchObject({
    code: 'upstream-failed',
    params: { host, reason: { en: 'no server was reached at this address' } },
  })
})
