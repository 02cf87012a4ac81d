import { CFB, utils, type WorkSheet, write } from '@e965/xlsx'
import { describe, expect, it, test } from 'vitest'
import { tableOf } from './sheets'

/** An Excel 97 workbook of one sheet. */
function xls(sheet: WorkSheet): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Data')
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8', bookSST: true }))
}
const rows = (...lines: unknown[][]) => utils.aoa_to_sheet(lines)
const read = (sheet: WorkSheet) => tableOf('xls', xls(sheet))

const short = (n: number) => [n & 255, n >> 8]
const long = (n: number) => [...short(n & 65_535), ...short(n >> 16)]
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const utf16 = (text: string) => ascii(text).flatMap(short)
const record = (type: number, content: number[]) => [...short(type), ...short(content.length), ...content]

/** A workbook with these records of shared strings, and a cell in each row that shows one of them. */
function workbookOf(strings: number[], shown: number[]): Uint8Array {
  const start = record(0x809, [...short(0x600), ...Array.from({ length: 14 }, () => 0)])
  const sheetOf = (offset: number) => record(0x85, [...long(offset), 0, 0, 1, 0, ...ascii('A')])
  const offset = start.length + sheetOf(0).length + strings.length + 4
  const cells = shown.flatMap((string, row) => record(0xfd, [...short(row), ...short(0), ...short(0), ...long(string)]))
  const stream = [start, sheetOf(offset), strings, record(0x0a, []), start, cells, record(0x0a, [])].flat()
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/Workbook', Uint8Array.from(stream))
  // A browser type; in Node it is an array of bytes.
  return Uint8Array.from(CFB.write(file, { type: 'array' }) as Iterable<number>)
}

describe('an Excel 97 workbook', () => {
  it('has texts of all alphabets, in many records', async () => {
    const texts = Array.from({ length: 3_000 }, (_, n) => `${n} ${'été 日本 \u{1f648} '.repeat(n % 40)}x`)
    const table = await read(rows(['text'], ...texts.map((text) => [text])))
    expect(table).toBe(`text\n${texts.map((text) => `${text}\n`).join('')}`)
  })

  it('has texts that a record begins in one encoding, and its continuation ends in another', async () => {
    const strings = [
      record(0xfc, [...long(2), ...long(2), ...short(7), 0, ...ascii('one')]),
      record(0x3c, [1, ...utf16('–two'), ...short(5), 8, ...short(1), ...ascii('th')]),
      record(0x3c, [0, ...ascii('ree'), ...long(0)]),
    ].flat()
    const table = await tableOf('xls', workbookOf(strings, [0, 1]))
    expect(table).toBe('one–two\nthree\n')
  })

  it('has numbers, booleans, dates and times by their format', async () => {
    const sheet = rows(
      ['n', 'open', 'day', 'time', 'code'],
      [0.1, true, 45_351, 0.75, '007'],
      [-12_345_678, false, 59, 1.5, 'x'],
      [1e21, true, 1, 0, 'y'],
      [123.45, false, null, null, 'z'],
    )
    for (const row of [2, 3, 4]) {
      Object.assign(sheet[`C${row}`], { z: 'yyyy-mm-dd' })
      Object.assign(sheet[`D${row}`], { z: 'hh:mm:ss' })
    }
    expect(await read(sheet)).toBe(
      'n,open,day,time,code\n0.1,true,2024-02-29,18:00:00,007\n-12345678,false,1900-02-28,36:00:00,x\n' +
        '1e+21,true,1900-01-01,00:00:00,y\n123.45,false,,,z\n',
    )
  })

  it('has the addresses of links', async () => {
    const sheet = rows(['link'], ['a page'], ['text'])
    Object.assign(sheet.A2, { l: { Target: 'https://example.org/a?b=é' } })
    expect(await read(sheet)).toBe('link\nhttps://example.org/a?b=é\ntext\n')
  })

  it('is read at the requested sheet, from its header on', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, rows(['first']), 'First')
    utils.book_append_sheet(book, rows([], [null, 'title'], [null, 'a', 'b'], [null, 1, 2]), 'Second')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }))
    expect(await tableOf('xls', bytes, { sheet: 2, headerLine: 3 })).toBe('a,b\n1,2\n')
    await expect(tableOf('xls', bytes, { sheet: 3 })).rejects.toMatchObject({
      code: 'sheet-missing',
      params: { sheet: 3, sheets: 2 },
    })
  })
})

test('a damaged workbook is refused or read in part: it never hangs', async () => {
  const whole = xls(rows(...Array.from({ length: 400 }, (_, n) => [`name ${n}`, n, n % 2 === 0])))
  const attempt = async (bytes: Uint8Array) => {
    try {
      await tableOf('xls', bytes)
    } catch (error) {
      expect(error).toHaveProperty('code')
    }
  }
  for (let length = 0; length < whole.length; length += 97) await attempt(whole.slice(0, length))
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let n = 0; n < 2_000; n++) {
    const bytes = whole.slice()
    for (let changes = 0; changes < 3; changes++) bytes[random(n % 2 ? 1_536 : bytes.length)] = random(256)
    await attempt(bytes)
  }
})

test('a workbook with a password says so', async () => {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/EncryptedPackage', Uint8Array.from({ length: 9_000 }))
  const bytes = Uint8Array.from(CFB.write(file, { type: 'array' }) as Iterable<number>) // as above
  await expect(tableOf('xls', bytes)).rejects.toMatchObject({ code: 'workbook-encrypted' })
  const protectedSheet = workbookOf(record(0x2f, [1, 0]), [])
  await expect(tableOf('xls', protectedSheet)).rejects.toMatchObject({ code: 'workbook-encrypted' })
})

test.each([
  ['text', 'a,b\n1,2\n'.repeat(200)],
  ['an empty file', ''],
])('%s is no workbook', async (_, text) => {
  await expect(tableOf('xls', new TextEncoder().encode(text))).rejects.toMatchObject({ code: 'workbook-invalid' })
})
