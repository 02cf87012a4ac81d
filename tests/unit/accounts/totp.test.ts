/** Codes of authenticator applications: the test vectors of RFC 6238 and RFC 4648. */
import { expect, test } from 'vitest'
import { base32, codeAt, enrolmentUri, newSecret, stepOf } from '../../../worker/accounts/two-factor/totp'

const secret = base32(new TextEncoder().encode('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %d s is %s (RFC 6238, appendix B)', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(codeAt(secret, step)).toBe(code)
  expect(stepOf(secret, code, seconds * 1_000)).toBe(step)
})

test('a code of the previous or next step is accepted, and no other', () => {
  const now = 1_234_567_890_000
  const step = Math.floor(now / 30_000)
  const accepted = [-2, -1, 0, 1, 2].map((skew) => stepOf(secret, codeAt(secret, step + skew), now) === step + skew)
  expect(accepted).toEqual([false, true, true, true, false])
  for (const wrong of ['', '12345', '1234567', 'abcdef', '00592４', '-05924'])
    expect(stepOf(secret, wrong, now)).toBeUndefined()
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %s in base32 (RFC 4648, section 10)', (text, encoded) => {
  expect(base32(new TextEncoder().encode(text))).toBe(encoded)
})

test('secrets are 160 random bits, and their address is escaped', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  expect(enrolmentUri(secret, { issuer: 'data.example.org', account: 'a&b:c@example.org' })).toBe(
    `otpauth://totp/data.example.org:a%26b%3Ac%40example.org?secret=${secret}&issuer=data.example.org`,
  )
})
