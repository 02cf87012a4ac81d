/** Limits of sockets per caller, and of the rate at which they are opened. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { keyOf, signedIn, town } from '../support/accounts'
import { refusal, type Sent } from '../support/http'
import { handshake, Socket, sleep } from '../support/sockets'
import { eventually } from '../support/wait'

const { maxUserSockets, maxAddressSockets, addressHandshakes } = limits.realtime

afterEach(() => {
  vi.useRealTimers()
})

const from = (address: string): Sent => ({ headers: { 'cf-connecting-ip': address } })

async function open(sent: Sent, count: number): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => Socket.open('/', sent)))
}

/** The next socket of a caller is refused, and told when to try again. */
async function expectRefused(sent: Sent): Promise<void> {
  const response = await handshake('/', sent)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refusal(response)).toEqual([429, 'caller-sockets-too-many'])
}

describe('open sockets', () => {
  test('of one address are limited, without effect on other addresses; a closed one frees a place', async () => {
    const sockets = await open(from('192.0.2.1'), maxAddressSockets)
    await expectRefused(from('192.0.2.1'))
    await open(from('192.0.2.2'), 1)
    sockets[0]?.close()
    await eventually(async () => {
      const [socket] = await open(from('192.0.2.1'), 1)
      expect(socket?.closed).toBeUndefined()
    })
    await expectRefused(from('192.0.2.1'))
  })

  test('of one IPv6 /64 network are counted together', async () => {
    const one = (i: number) => from(`2001:db8:1:2::${i.toString(16)}`)
    await Promise.all(Array.from({ length: maxAddressSockets }, (_, i) => Socket.open('/', one(i))))
    await expectRefused(from('2001:DB8:1:2:ffff::1'))
    await open(from('2001:db8:1:3::1'), 1)
  })

  test('of one user are counted for all addresses, with those of its keys', async () => {
    const bob = await signedIn('bob')
    const key = await keyOf(town)
    for (const who of [{ headers: { cookie: bob.headers.cookie ?? '' } }, { key }]) {
      const at = (i: number): Sent => ({ ...who, headers: { ...who.headers, ...from(`192.0.2.${i % 250}`).headers } })
      await Promise.all(Array.from({ length: maxUserSockets }, (_, i) => Socket.open('/', at(i))))
      await expectRefused(at(1))
    }
    await open(from('192.0.2.1'), 1)
  })

  test('are still counted after hibernation of their hub', async () => {
    await open(from('192.0.2.1'), maxAddressSockets)
    await sleep()
    await expectRefused(from('192.0.2.1'))
  })

  test('of callers without an address, or without a limit, are not counted', async () => {
    await open({}, maxAddressSockets + 1)
    await open({ ...from('192.0.2.9'), vars: { RATE_ANONYMOUS: '0' } }, maxAddressSockets + 1)
  })
})

test('handshakes of one address are limited by a rate, including refused ones', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const sent = from('192.0.2.20')
  await open(sent, maxAddressSockets)
  for (let i = maxAddressSockets; i < addressHandshakes; i++) {
    expect(await refusal(await handshake('/', sent))).toEqual([429, 'caller-sockets-too-many'])
  }
  const response = await handshake('/', sent)
  expect(response.headers.get('retry-after')).toBe('1')
  expect(await refusal(response)).toEqual([429, 'rate-exceeded'])
  await open(from('192.0.2.21'), 1)
  vi.advanceTimersByTime(1_000)
  expect(await refusal(await handshake('/', sent))).toEqual([429, 'caller-sockets-too-many'])
})
