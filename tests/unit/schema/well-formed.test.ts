import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { highlighter } from '../../../worker/lines/read/highlight'
import { cutText, shortened } from '../../../worker/schema/cut-text'
import { parseReplacing, parseWellFormed, wellFormedJson } from '../../../worker/schema/well-formed'

describe('JSON text', () => {
  test.each([
    ['"\\ud800"', '"\ufffd"', 1],
    ['"\\uDC00\\uD800"', '"\ufffd\ufffd"', 2],
    ['"\\ud83d\\ude00 \\uD83D\\uDE00"', '"\\ud83d\\ude00 \\uD83D\\uDE00"', 0],
    ['"\\ud83d\\ud83d\\ude00"', '"\ufffd\\ud83d\\ude00"', 1],
    ['"\\\\ud800 \\\\\\ud800"', '"\\\\ud800 \\\\\ufffd"', 1],
    ['"\\n\\u00e9\\u0000"', '"\\n\\u00e9\\u0000"', 0],
    ['{"\\udfff":["\\ud800x"]}', '{"\ufffd":["\ufffdx"]}', 2],
  ])('%s becomes %s', (json, expected, replaced) => {
    expect(wellFormedJson(json)).toEqual({ json: expected, replaced })
    expect(JSON.stringify(parseReplacing(json)).isWellFormed()).toBe(true)
    expect(JSON.stringify(parseReplacing(json))).not.toMatch(/(?<!\\)(\\\\)*\\ud[89a-f]/)
  })

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('nests %s within a limit', (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}"${'x'.repeat(500)}"${close.repeat(levels)}`
    const { maxJsonNesting } = limits.http
    expect(JSON.stringify(parseWellFormed(nested(maxJsonNesting), 'body'))).toBe(nested(maxJsonNesting))
    for (const levels of [maxJsonNesting + 1, 100_000])
      expect(() => parseWellFormed(nested(levels), 'body')).toThrow('json-too-nested')
  })
})

describe('a cut', () => {
  test.each([
    ['ab', 2, 'ab'],
    ['abc', 2, 'ab'],
    ['a😀', 2, 'a'],
    ['a😀', 3, 'a😀'],
    ['😀', 1, ''],
    ['', 0, ''],
    ['a', 0, ''],
  ])('of %j at %i gives %j', (text, max, expected) => {
    expect(cutText(text, max)).toBe(expected)
    expect(shortened(text, max)).toBe(text === expected ? text : `${expected}…`)
  })

  test('of highlighted extracts keeps pairs whole', () => {
    const texts = [0, 1].flatMap((shift) => {
      const emoji = ' '.repeat(shift) + '😀'.repeat(1_000)
      return [emoji, `${emoji} word ${emoji}`]
    })
    for (const text of texts) {
      const extracts = highlighter([{ parameter: 'q', text: 'word', mode: 'simple', ranked: true }])(text)
      expect(extracts.length).toBeGreaterThan(0)
      for (const extract of extracts) expect(extract.isWellFormed(), extract).toBe(true)
    }
  })
})
