/** Addresses that must not be requested on behalf of a user, in all notations. */
import { describe, expect, test } from 'vitest'
import { refusedAddress } from '../../../worker/net/outgoing-address'

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

test('the operator can allow hosts, with one port or all', () => {
  expect(refused('http://127.0.0.1:9000/', ['127.0.0.1:9000'])).toBeUndefined()
  expect(refused('http://127.0.0.1:9001/', ['127.0.0.1:9000'])).toBeTruthy()
  expect(refused('http://intranet:9001/', ['intranet'])).toBeUndefined()
  expect(refused('http://intranet/', ['intranet:80'])).toBeUndefined()
  expect(refused('https://a.intranet/', ['intranet'])).toBeTruthy()
  expect(refused('file://intranet/x', ['intranet'])).toBeTruthy()
  expect(refused('http://user@intranet/', ['intranet'])).toBeTruthy()
})

describe('in another scheme', () => {
  const schemes = ['ftp:', 'ftps:', 'sftp:', 'mqtt:', 'mqtts:'] as const
  const reason = (address: string, allowed: string[] = []) => refusedAddress(new URL(address), allowed, schemes)

  test.each([
    'http://example.org/',
    'sftp://127.0.0.1/',
    'sftp://0x7f000001/',
    'sftp://2130706433/',
    'sftp://0177.1/',
    'sftp://LOCALHOST/',
    'sftp://１２７.0.0.1/',
    'sftp://a%2elocal/',
    'sftp://[::ffff:127.0.0.1]/',
    'sftp:///etc/passwd',
    'ftp://10.0.0.1:21/',
    'ftp://example.org:25/',
    'ftp://example.org:22/',
    'sftp://example.org:21/',
    'mqtt://example.org:80/',
    'mqtt://user:secret@example.org/',
  ])('%s is refused', (address) => {
    expect(reason(address)).toBeTruthy()
  })

  test.each([
    'ftp://example.org/a',
    'ftp://example.org:2121/',
    'ftps://example.org:21/',
    'ftps://example.org:990/',
    'sftp://example.org/',
    'sftp://example.org:2222/',
    'mqtt://93.184.216.34:1883/',
    'mqtts://example.org/',
  ])('%s is allowed', (address) => {
    expect(reason(address)).toBeUndefined()
  })

  test('allowed hosts are matched with their port or the default port of the scheme', () => {
    expect(reason('sftp://10.0.0.1/', ['10.0.0.1:22'])).toBeUndefined()
    expect(reason('ftp://10.0.0.1/', ['10.0.0.1:22'])).toBeTruthy()
    expect(reason('mqtt://10.0.0.1:80/', ['10.0.0.1'])).toBeUndefined()
  })
})
