import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSum, parseChecksum } from '../../../../worker/datasets/uploads/checksum'
import { fileNameOf, parseMetadata } from '../../../../worker/datasets/uploads/metadata'

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('Upload-Metadata', () => {
  test.each([
    ['', {}],
    [`filename ${base64('a.csv')}`, { filename: 'a.csv' }],
    [`filename ${base64('été 1.csv')},filetype ${base64('text/csv')}`, { filename: 'été 1.csv', filetype: 'text/csv' }],
    [`filename ${base64('a.csv')}, is_draft`, { filename: 'a.csv', is_draft: '' }],
    ['empty ', { empty: '' }],
    ['__proto__ Zm9v', { ['__proto__']: 'foo' }],
  ])('%j', (header, expected) => {
    expect([...parseMetadata(header)]).toEqual(Object.entries(expected))
  })

  test.each([
    ['a value that is not Base64', 'filename é'],
    ['Base64 with an inner sign', 'filename a*b'],
    ['two spaces', 'filename  Zm9v'],
    ['an empty pair', 'filename Zm9v,,b Zm9v'],
    ['a key that is there twice', 'filename Zm9v,filename Zm9v'],
    ['bytes that are no text', `filename ${Buffer.from([0xff, 0xfe, 0xc0]).toString('base64')}`],
    ['a key that is not ASCII', 'fichïer Zm9v'],
    ['more than its limit', `filename ${'A'.repeat(4_000)}`],
  ])('%s is refused', (_, header) => {
    expect(() => parseMetadata(header)).toThrow(/header-invalid/)
  })

  test('the file is named by filename, or by name', () => {
    expect(fileNameOf(new Map([['name', 'b.csv']]))).toBe('b.csv')
    expect(fileNameOf(new Map(Object.entries({ name: 'b.csv', filename: 'a.csv' })))).toBe('a.csv')
    expect(() => fileNameOf(new Map([['filename', '']]))).toThrow(/header-invalid/)
  })
})

describe('Upload-Checksum', () => {
  const bytes = new TextEncoder().encode('hello world')
  const hashed = (algorithm: string) => createHash(algorithm).update(bytes).digest('base64')

  test.each([
    ['sha1', 'Kq5sNclPz7QV2+lfQIuc6R7oRu0='],
    ['md5', hashed('md5')],
    ['sha256', hashed('sha256')],
    ['sha512', hashed('sha512')],
    // The check value of CRC-32 for "hello world" is 0d4a1185.
    ['crc32', Buffer.from('0d4a1185', 'hex').toString('base64')],
  ])('%s, for any chunks', (algorithm, value) => {
    for (const at of [0, 1, 5, 11]) {
      const sum = openSum(parseChecksum(`${algorithm} ${value}`))
      sum.update(bytes.subarray(0, at))
      sum.update(bytes.subarray(at))
      expect(sum.matches()).toBe(true)
    }
    const sum = openSum(parseChecksum(`${algorithm} ${value}`))
    sum.update(bytes.subarray(1))
    expect(sum.matches()).toBe(false)
  })

  test.each(['sha1', 'sha1 ', 'sha1 é', 'sha3 Zm9v', 'SHA1 Zm9v', ' ', 'sha1 Zm9v extra'])(
    '%j is refused',
    (header) => {
      expect(() => parseChecksum(header)).toThrow(/header-invalid/)
    },
  )

  test('a checksum of another length is refused', () => {
    const sum = openSum(parseChecksum('sha1 Zm9v'))
    sum.update(bytes)
    expect(sum.matches()).toBe(false)
  })
})
