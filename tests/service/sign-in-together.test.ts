/** Concurrent requests to an address whose directory is not open yet. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { service } from '../support/started-service'

const { hostname, port } = new URL(service.url)

/** Sends a sign-in that is refused before a password is tried. @returns the status */
function signIn(host: string): Promise<number | undefined> {
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: '/api/auth/sign-in/email', method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject).end(JSON.stringify({ callbackURL: 'https://elsewhere.example' }))
  })
}

test('requests during the opening of the directory are answered', async () => {
  const statuses: (number | undefined)[] = []
  for (let time = 0; time < 40; time++) {
    const host = `${crypto.randomUUID()}.example.org`
    statuses.push(...(await Promise.all(Array.from({ length: 60 }, () => sleep(0).then(() => signIn(host))))))
  }
  expect(new Set(statuses)).toEqual(new Set([403]))
})
