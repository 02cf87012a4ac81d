/** Requests with malformed paths, which client libraries cannot send. */
import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'

const { hostname, port, host } = new URL(inject('service').url)

/** Sends the head of a request as it is, and reads the answer until the connection ends. */
function raw(target: string, headers: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${target} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)
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
  ['a cut escape', '/api/v1/datasets/%', [`Host: ${host}`]],
  ['a cut escape in the name of an asset', '/assets/%', [`Host: ${host}`]],
  ['bytes that are no UTF-8', '/dataset/%ff', [`Host: ${host}`]],
])('%s is refused, with the id of the request', async (_, target, headers) => {
  const answer = await raw(target, headers)
  expect(statusOf(answer), answer).toBe(400)
  const id = /^x-request-id: ([0-9a-f-]{36})\r$/im.exec(answer)?.[1]
  expect(id).toBeDefined()
  expect(answer).toContain('"code":"address-malformed"')
  expect(answer).toContain(`"requestId":"${id}"`)
})

test('an absolute address and headers of proxies change nothing', async () => {
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
