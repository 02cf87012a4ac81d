/** A stored secret is for the servers that it was entered with. */
import { expect, test } from 'vitest'
import { checkServers } from '../../../worker/collectors/secrets'

const check = (before: object, config: object) => () =>
  checkServers('password', { before: { ...before }, config: { ...config } })
const url = 'http://files.example.org/x.csv'

test.each([
  ['another path', { url }, { url: 'http://files.example.org/y.csv' }],
  ['the same port', { url, port: 8080 }, { url, port: 8080 }],
  ['a port that the address has already', { url: 'http://files.example.org:8080/x' }, { url, port: 8080 }],
  ['a port beside an address with another', { url: 'sftp://a.org:23/' }, { url: 'sftp://a.org:23/', port: 24 }],
])('it is kept for %s', (_, before, config) => {
  expect(check(before, config)).not.toThrow()
})

test.each([
  ['another host', { url }, { url: 'http://other.example.org/x.csv' }],
  ['another port', { url }, { url, port: 9902 }],
  ['no port', { url, port: 9902 }, { url }],
  ['a port of another part', { a: { url, port: 1 }, b: { url } }, { a: { url, port: 1 }, b: { url, port: 2 } }],
])('it is entered again for %s', (_, before, config) => {
  expect(check(before, config)).toThrow('enter password again')
})
