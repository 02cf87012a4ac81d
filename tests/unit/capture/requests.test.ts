/** The addresses that captured pages may load. */
import { expect, test } from 'vitest'
import { mayRequest } from '../../../worker/capture/page-address'
import { checkPage } from '../../../worker/capture/visit'

const target = new URL('http://127.0.0.1:8787/app/a')

test.each([
  ['http://127.0.0.1:8787/api/v1/ping', true],
  ['https://tiles.example.org/1.png', true],
  ['data:text/plain,a', true],
  ['blob:http://127.0.0.1:8787/1', true],
  ['http://10.0.0.7:9901/style.css', true],
  ['http://127.0.0.1:9901/a.png', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['http://printer.local/', false],
  ['file:///etc/hostname', false],
  ['chrome://version', false],
  ['no address', false],
])('%s: %s', (address, expected) => {
  expect(mayRequest(address, target, ['10.0.0.7:9901'])).toBe(expected)
})

test.each([
  ['an error page', target.href, 404, 'status 404'],
  ['another page', 'http://127.0.0.1:8787/sign-in', 200, 'redirect to /sign-in'],
])('%s is not captured', (_, address, status, reason) => {
  const refused = expect.objectContaining({ code: 'capture-page-refused', status: 422 })
  const check = () => checkPage(address, { status: () => status, ok: () => status < 300 }, target)
  expect(check).toThrow(refused)
  expect(check).toThrow(reason)
})
