import { describe, expect, test } from 'vitest'
import { Parameters } from '../../../worker/net/parameters'

const pieces = [
  ...['a', 'é', '+', '%20', '%', '%C3%A9', '%ff', '%2', '&', '=', '', ' ', '*', '.', '-', '_', '~', "'", '(', ')', '!'],
  ...['%00', '😀', '%F0%9F%98%80', '"', '<', '[', ']', ';', ':', ',', '/', '%2B', '%26', '\u0000', '%EF%BB%BF'],
]

/** Queries as they are in parsed addresses: the same ones in each run. */
function queries(count: number): string[] {
  let state = 42
  const next = (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
  return Array.from({ length: count }, () => {
    const text = Array.from({ length: next(16) }, () => pieces[next(pieces.length)]).join('')
    return new URL(`http://host/?${text}`).search
  })
}

describe('parameters', () => {
  test('are read and written like by URLSearchParams', () => {
    for (const search of queries(2_000)) {
      const [ours, theirs] = [Parameters.read(search), new URLSearchParams(search)]
      expect([...ours], search).toEqual([...theirs])
      expect(ours.toString(), search).toBe(theirs.toString())
      for (const name of theirs.keys()) {
        expect([ours.get(name), ours.getAll(name), ours.has(name)]).toEqual([
          theirs.get(name),
          theirs.getAll(name),
          true,
        ])
      }
    }
  })

  test('that are empty or malformed are written like by URLSearchParams', () => {
    const entries: [string, string][] = [
      ['lone', '\uD800'],
      ['', ''],
      ['two words', 'a\nb'],
    ]
    expect(`${new Parameters(entries)}`).toBe(`${new URLSearchParams(entries)}`)
  })

  test('are changed in copies', () => {
    const sent = Parameters.read('?a=1&b=2&a=3')
    expect(`${sent.without(['a'])}`).toBe('b=2')
    expect(`${sent.with({ a: '5', d: '6' })}`).toBe('a=5&b=2&d=6')
    expect(`${sent}`).toBe('a=1&b=2&a=3')
    expect([sent.get('none'), sent.has('none')]).toEqual([null, false])
  })
})
