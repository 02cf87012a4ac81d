/** Networks counted as one caller. */
import { expect, test } from 'vitest'
import { clientNetwork } from '../../../worker/net/client-network'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  // Not one network: each holds an IPv4 address of its own.
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['::1', '::1'],
  ['no: address', 'no: address'],
  ['', undefined],
])('%j is counted as %j', (address, network) => {
  expect(clientNetwork(new Headers({ 'cf-connecting-ip': address }))).toBe(network)
})

test('callers without the header share one network', () => {
  expect(clientNetwork(new Headers())).toBeUndefined()
})
