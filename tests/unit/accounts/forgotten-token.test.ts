import { expect, test } from 'vitest'
import { forgottenToken } from '../../../worker/accounts/directory/external-directory'

test.each([
  ['https://data.example.org/data-fair', ['', 'data.example.org', 'example.org']],
  ['https://example.org', ['', 'example.org']],
  ['http://localhost:8787', ['']],
  ['http://127.0.0.1:8787', ['']],
  ['http://[::1]:8787', ['']],
])('a token is cleared at %s for each domain that may have set it', (baseUrl, domains) => {
  const cookies = forgottenToken(baseUrl)
  expect(cookies.filter((cookie) => cookie.startsWith('id_token='))).toEqual(
    domains.map((domain) => `id_token=; Path=/; Max-Age=0${domain && `; Domain=${domain}`}`),
  )
  expect(cookies).toHaveLength(5 * domains.length)
})
