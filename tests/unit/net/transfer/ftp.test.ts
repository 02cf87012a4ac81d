/** Responses of FTP servers of many programs and versions. */
import { describe, expect, test } from 'vitest'
import { parseFacts, parseFactsLine, parseListing, timeOf } from '../../../../worker/net/transfer/ftp/ftp-listing'
import {
  extendedPort,
  featuresOf,
  parseReply,
  passivePort,
  quotedPath,
} from '../../../../worker/net/transfer/ftp/ftp-reply'

const now = new Date('2026-11-23T10:00:00Z')

describe('a reply', () => {
  test.each([
    ['220 ready\r\n', { reply: { code: 220, text: 'ready' }, length: 11 }],
    ['220 ready\r\n331 next\r\n', { reply: { code: 220, text: 'ready' }, length: 11 }],
    ['220-one\r\n220-two\r\n220 three\r\n', { reply: { code: 220, text: 'one\r\ntwo\r\nthree' }, length: 29 }],
    [
      '211-Features:\r\n MDTM\r\n 220 no end\r\n211 End\r\n',
      { reply: { code: 211, text: 'Features:\r\n MDTM\r\n 220 no end\r\nEnd' }, length: 44 },
    ],
    ['220 unix\n', { reply: { code: 220, text: 'unix' }, length: 9 }],
    ['220 read', undefined],
    ['220-one\r\n220-two\r\n', undefined],
    ['', undefined],
    ['SSH-2.0-OpenSSH_9.2\r\n', undefined],
  ])('%j', (received, expected) => {
    expect(parseReply(received)).toEqual(expected)
  })
})

test('the port of the data connection is read, and the host ignored', () => {
  expect(extendedPort('Entering Extended Passive Mode (|||6446|)')).toBe(6446)
  expect(extendedPort('ok (!!!6446!)')).toBe(6446)
  expect(extendedPort('nothing')).toBeUndefined()
  expect(passivePort('Entering Passive Mode (10,0,0,1,19,137).')).toBe(5001)
  expect(passivePort('=127,0,0,1,4,1')).toBe(1025)
  expect(passivePort('nothing')).toBeUndefined()
})

test('features and the folder of the user are read', () => {
  expect(featuresOf('Features:\r\n MLST type*;size*;modify*;\r\n utf8\r\n REST STREAM\r\nEnd')).toEqual(
    new Set(['FEATURES:', 'MLST', 'UTF8', 'REST', 'END']),
  )
  expect(quotedPath('"/home/ann" is the current directory')).toBe('/home/ann')
  expect(quotedPath('"/a ""quoted"" name"')).toBe('/a "quoted" name')
  expect(quotedPath('nothing')).toBeUndefined()
})

test('facts', () => {
  const listing = [
    'type=cdir;modify=20261101000000; .',
    'type=pdir;modify=20261101000000; ..',
    'Type=file;Size=12;Modify=20260102030405.123;UNIX.mode=0644; a b; c.csv',
    'type=dir;modify=20260102030405; sub',
    'type=OS.unix=symlink;size=3; link.csv',
    'type=OS.unix=chr-1/3; null',
    'garbage',
  ].join('\r\n')
  const modifiedAt = new Date('2026-01-02T03:04:05Z')
  expect(parseFacts(listing, '/in/')).toEqual([
    { path: '/in/a b; c.csv', name: 'a b; c.csv', type: 'file', size: 12, modifiedAt },
    { path: '/in/sub', name: 'sub', type: 'folder', size: undefined, modifiedAt },
    { path: '/in/link.csv', name: 'link.csv', type: 'file', size: 3, modifiedAt: undefined },
  ])
  expect(parseFactsLine('type=file;size=x; a')).toMatchObject({ size: undefined })
  expect(timeOf('20261340000000')?.getTime()).not.toBeNaN()
  expect(timeOf('yesterday')).toBeUndefined()
})

describe('a line of a listing', () => {
  test.each([
    ['-rw-r--r-- 1 ftp ftp 1234 Nov 23 09:30 stations.csv', 'stations.csv', 'file', 1234, '2026-11-23T09:30:00Z'],
    ['-rw-r--r--   1 ann  staff  5 Dec 31 23:59 last year.csv', 'last year.csv', 'file', 5, '2025-12-31T23:59:00Z'],
    ['-rw-r--r--. 1 0 0 5 Feb  3  2020 old.csv', 'old.csv', 'file', 5, '2020-02-03T00:00:00Z'],
    ['drwxr-xr-x 2 ann staff 4096 Jan  1 00:00 données', 'données', 'folder', undefined, '2026-01-01T00:00:00Z'],
    ['lrwxrwxrwx 1 ann staff 9 Jan  1  2026 link -> target.csv', 'link', 'file', undefined, '2026-01-01T00:00:00Z'],
    ['-rw-rw-rw- 1 user 77 Mar 04 2021 no group.csv', 'no group.csv', 'file', 77, '2021-03-04T00:00:00Z'],
    ['11-23-26  10:40AM       1234 stations.csv', 'stations.csv', 'file', 1234, '2026-11-23T10:40:00Z'],
    ['11-23-2026  12:05AM    <DIR>   Mes données', 'Mes données', 'folder', undefined, '2026-11-23T00:05:00Z'],
    ['01-02-99  03:04PM  7 old.csv', 'old.csv', 'file', 7, '1999-01-02T15:04:00Z'],
  ])('%s', (line, name, type, size, date) => {
    const [entry] = parseListing(line, '/in', now)
    expect(entry).toEqual({ path: `/in/${name}`, name, type, size, modifiedAt: new Date(date) })
  })

  test.each(['total 12', 'drwxr-xr-x 2 a b 4096 Jan 1 00:00 .', 'drwxr-xr-x 2 a b 4096 Jan 1 00:00 ..', 'crw 1 x', ''])(
    '%j is not an entry',
    (line) => {
      expect(parseListing(line, '/', now)).toEqual([])
    },
  )

  test('of hostile length is read quickly', () => {
    const begun = performance.now()
    for (const char of [' ', 'a ', '1 ', '-']) {
      for (const start of ['-rw-r--r-- 1 ', '11-23-26  10:40', '11-23-26  10:40AM 7']) {
        parseListing(`${start}${char.repeat(100_000)}\u2028`, '/', now)
      }
    }
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})
