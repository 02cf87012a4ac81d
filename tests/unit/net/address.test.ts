/** Addresses that must not be reached on behalf of someone, in every way they are written. */
import { describe, expect, test } from 'vitest'
import { refusedAddress } from '../../../worker/net/address'

const refused = (address: string, allowed: string[] = []) => refusedAddress(new URL(address), allowed)

describe('is refused', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[2001::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://127.0.0.1./',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://intranet/',
    'http://user:secret@example.org/',
    'http://user@example.org/',
    'https://example.org:22/',
    'https://example.org:25/',
    'http://１２７.0.0.1/',
    'http://ⓛocalhost/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://example.org/',
  ])('%s', (address) => {
    expect(refused(address)).toBeTruthy()
  })
})

describe('may be reached', () => {
  test.each([
    'https://example.org/',
    'http://example.org:8080/x',
    'https://example.org:443/',
    'http://8.8.8.8/',
    'http://172.32.0.1/',
    'http://100.128.0.1/',
    'http://[2606:4700::1111]/',
    'http://[2002:808:808::]/',
    'http://[::ffff:8.8.8.8]/',
    'https://münchen.example/',
    'https://localhost.example.org/',
  ])('%s', (address) => {
    expect(refused(address)).toBeUndefined()
  })
})

test('the operator lets hosts through, one port or all', () => {
  expect(refused('http://127.0.0.1:9000/', ['127.0.0.1:9000'])).toBeUndefined()
  expect(refused('http://127.0.0.1:9001/', ['127.0.0.1:9000'])).toBeTruthy()
  expect(refused('http://intranet:9001/', ['intranet'])).toBeUndefined()
  expect(refused('http://intranet/', ['intranet:80'])).toBeUndefined()
  expect(refused('https://a.intranet/', ['intranet'])).toBeTruthy()
  expect(refused('file://intranet/x', ['intranet'])).toBeTruthy()
  expect(refused('http://user@intranet/', ['intranet'])).toBeTruthy()
})
