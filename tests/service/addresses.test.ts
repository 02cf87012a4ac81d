/** Requests that client libraries cannot send: malformed paths, bodies of GET and HEAD. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { service } from '../support/started-service'

const { hostname, port, host } = new URL(service.url)

/** Sends a request as it is, and reads the answer until the connection ends. */
function raw(target: string, headers: readonly string[], { method = 'GET', body = '' } = {}): Promise<string> {
  const head = [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close']
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

test.each([
  ['a Host with a path', '/api/v1/datasets', ['Host: a/b']],
  ['a Host with a query', '/api/v1/datasets', ['Host: a?b']],
  ['a Host with a fragment', '/api/v1/datasets', ['Host: a#b']],
  ['a Host with a user', '/api/v1/datasets', ['Host: a@b']],
  ['a Host with a backslash', '/api/v1/datasets', ['Host: a\\b']],
  ['a Host that is no host', '/api/v1/datasets', ['Host: a b[']],
  ['a cut escape', '/api/v1/datasets/%', [`Host: ${host}`]],
  ['a cut escape in the name of an asset', '/assets/%', [`Host: ${host}`]],
  ['bytes that are not valid UTF-8', '/dataset/%ff', [`Host: ${host}`]],
])('%s is refused, with the id of the request', async (_, target, headers) => {
  const answer = await raw(target, headers)
  expect(statusOf(answer), answer).toBe(400)
  const id = /^x-request-id: ([0-9a-f-]{36})\r$/im.exec(answer)?.[1]
  expect(id).toBeDefined()
  expect(answer).toContain('"code":"address-malformed"')
  expect(answer).toContain(`"requestId":"${id}"`)
})

test('an absolute address and proxy headers are ignored', async () => {
  const headers = [
    `Host: ${host}`,
    'X-Forwarded-Host: a b',
    'X-Forwarded-Proto: ://',
    'X-Forwarded-For: <>',
    'Forwarded: ;;=',
  ]
  for (const target of ['/api/v1/datasets', `http://${host}/api/v1/datasets`]) {
    const answer = await raw(target, headers)
    expect(statusOf(answer), answer).toBe(200)
    expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  }
})

test.each(['GET', 'HEAD'])('the body of a %s is ignored', async (method) => {
  const paths = ['/api/auth/sign-in/email', '/api/auth/get-session', '/api/v1/datasets', '/publish']
  for (const target of paths) {
    for (const body of ['{"email":"a@example.org"}', '{']) {
      const headers = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`]
      const [plain, sent] = [
        await raw(target, [`Host: ${host}`], { method }),
        await raw(target, headers, { method, body }),
      ]
      expect(statusOf(sent), sent).toBe(statusOf(plain))
      expect(statusOf(sent), sent).toBeLessThan(500)
    }
  }
})
