/** The rows of a file as the JSON texts of an INSERT. */
import { expect, test } from 'vitest'
import { RowTexts } from '../../../queues/processing/row-texts'
import { limits } from '../../../worker/limits'

test('rows are written whole and in order, with the bytes of their values as CSV', () => {
  const rows = new RowTexts([0, 1, 2])
  const all = Array.from({ length: 1_000 }, (_, at) => [at + 1, `é${at}`, at, ['a', 'b'], true])
  let bytes = 0
  for (const row of all) {
    const [, text = '', number = 0] = row
    rows.add(row, [text, number, ['a', 'b'], 'calculated'], 10)
    bytes += Buffer.byteLength(`${text},${number},a,b\n`)
  }
  const taken = rows.take()
  expect(taken.texts.flatMap((text) => JSON.parse(text))).toEqual(all)
  expect(taken.bytes).toBe(bytes)
  rows.add([1_001, 'x'], ['x', null, null], 1)
  expect(rows.take()).toEqual({ texts: ['[[1001,"x"]]'], bytes: 4 })
})

test('no text is longer than a bound value, whatever the escapes', () => {
  const rows = new RowTexts([0])
  const cell = '\u0001'.repeat(limits.lines.insertChars / 10)
  for (let at = 1; at <= 10; at++) rows.add([at, cell], [cell], cell.length)
  const { texts } = rows.take()
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.lines.maxValueBytes)
  expect(texts.flatMap((text) => JSON.parse(text)).map(([index]) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
