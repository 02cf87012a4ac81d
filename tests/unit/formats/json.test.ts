import { describe, expect, it } from 'vitest'
import { limits } from '../../../worker/limits'
import { pieces, problemOf, readAll, readPieces, seeded } from './feed'

const cellsOf = (object: string) => readAll('json', `[${object}]`).records[0]?.cells

describe('a JSON reader', () => {
  it('gives one record per object, in the order of the keys of the first', () => {
    expect(readAll('json', '[\n{"a":1,"b":"x"},\n{"b":"y","a":2}\n]\n')).toEqual({
      headers: ['a', 'b'],
      records: [
        { index: 1, line: 2, cells: ['1', 'x'] },
        { index: 2, line: 3, cells: ['2', 'y'] },
      ],
    })
  })

  it('keeps numbers as they are written', () => {
    const numbers = ['12345678901234567890', '1.0000000000000000001', '-0', '1e5', '1.50']
    expect(cellsOf(`{${numbers.map((number, at) => `"k${at}": ${number} `).join(',')}}`)).toEqual(numbers)
  })

  it('writes booleans as text, null as nothing and nested values as compact JSON', () => {
    const object =
      '{"t":true,"f":false,"n":null,"o":{ "x" : [1.10, "a \\" b", "\\u00e9"] },"a":[ ],"s":"l\\n\\u00e9\\\\"}'
    expect(cellsOf(object)).toEqual(['true', 'false', '', '{"x":[1.10,"a \\" b","é"]}', '[]', 'l\né\\'])
  })

  it('keeps keys that appear later, and __proto__ as a key like others', () => {
    const { headers, records } = readAll('json', '[{"a":1},{"__proto__":"p","constructor":2},{"a":3}]')
    expect(headers).toEqual(['a', '__proto__', 'constructor'])
    expect(records.map(({ cells }) => cells)).toEqual([['1'], ['', 'p', '2'], ['3', '', '']])
    expect(Object.hasOwn(Object.prototype, 'p')).toBe(false)
  })

  it('counts objects without a value and skips them', () => {
    expect(readAll('json', '[{"a":1},{},{"a":null},{"a":2}]').records.map(({ index }) => index)).toEqual([1, 4])
  })

  it('reads the same at any cut, resumed at each', () => {
    const chance = seeded(7)
    const text =
      '\ufeff [ {"a":"é\\\\\\"]}😀","b":{"c":[1,{"d":"}"}]}} ,\r\n{ "b" : -1.0e+2 , "z":"\\u0022" }\n, {"a":null,"b":[]}]\n'
    const whole = readAll('json', text)
    expect(whole.records).toHaveLength(3)
    for (let time = 0; time < 200; time++) {
      expect(readPieces('json', pieces(text, chance), { resume: true })).toEqual(whole)
    }
  })

  it('refuses a root that is not an array and elements that are not objects', () => {
    for (const text of ['{"a":1}', '12', '', '"[]"'])
      expect(problemOf(() => readAll('json', text)).code).toBe('file-not-json-array')
    for (const element of ['1', '"x"', '[1]', 'null', 'true']) {
      expect(problemOf(() => readAll('json', `[{"a":1},\n${element}]`))).toMatchObject({
        code: 'file-not-json-array',
        faults: [{ where: 'line 2' }],
      })
    }
  })

  it('refuses broken JSON and names the line', () => {
    for (const text of [
      '[{"a":1},\n{"a" 2}]',
      '[{"a":1},\n{"a":[1}}]',
      '[{"a":1}\n{"a":2}]',
      '[{"a":1},\n]',
      '[{"a":1}]\nx',
      '[{"a":1},\n{"a":"x',
      '[{"a":1},\n',
      '[{"a":1},\n{"a":01}]',
    ]) {
      expect(
        problemOf(() => readAll('json', text)),
        text,
      ).toMatchObject({ code: 'file-json-invalid', params: { line: 2 } })
    }
  })

  it('refuses an endless element, and a value that is too long', () => {
    let fed = 0
    function* hostile() {
      yield '[{"a":"'
      for (; fed < 100_000_000; fed += 65_536) yield 'x'.repeat(65_536)
    }
    expect(problemOf(() => readPieces('json', hostile())).code).toBe('file-record-too-long')
    expect(fed).toBeLessThan(2 * limits.files.maxRecordChars)
    const long = 'x'.repeat(limits.files.maxCellChars + 1)
    expect(problemOf(() => readAll('json', `[{"b":1,"a":"${long}"}]`))).toMatchObject({
      code: 'file-value-too-long',
      params: { line: 1, key: 'a' },
    })
  })

  it('refuses endless keys', () => {
    const objects = Array.from({ length: limits.files.maxColumns + 1 }, (_, key) => `{"k${key}":1}`)
    expect(problemOf(() => readAll('json', `[${objects.join()}]`)).code).toBe('file-too-many-columns')
  })

  it('refuses a million nested arrays without a stack overflow', () => {
    const nested = `[{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}]`
    expect(problemOf(() => readAll('json', nested)).code).toMatch(/^file-(value-too-long|json-invalid)$/)
  })
})

describe('an NDJSON reader', () => {
  it('gives one record per line and skips blank ones', () => {
    expect(readAll('ndjson', '{"a":1}\r\n\n  \n{"a":12345678901234567890,"b":"x"}')).toEqual({
      headers: ['a', 'b'],
      records: [
        { index: 1, line: 1, cells: ['1'] },
        { index: 2, line: 4, cells: ['12345678901234567890', 'x'] },
      ],
    })
  })

  it('reads the same at any cut, resumed at each', () => {
    const chance = seeded(11)
    const text = '{"a":"é\\n😀"}\n\r\n{"b":[1, 2],"a":null}\r\n{"__proto__":1}\n'
    const whole = readAll('ndjson', text)
    expect(whole.headers).toEqual(['a', 'b', '__proto__'])
    for (let time = 0; time < 100; time++) {
      expect(readPieces('ndjson', pieces(text, chance), { resume: true })).toEqual(whole)
    }
  })

  it('refuses lines that hold no object, and names them', () => {
    for (const line of ['[1]', '12', 'null', '{"a":1', '{"a":1} {"a":2}', 'a,b']) {
      expect(
        problemOf(() => readAll('ndjson', `{"a":1}\n${line}\n`)),
        line,
      ).toMatchObject({
        code: 'file-json-invalid',
        params: { line: 2 },
      })
    }
  })

  it('refuses an endless line', () => {
    let fed = 0
    function* hostile() {
      for (; fed < 100_000_000; fed += 65_536) yield ' '.repeat(65_536)
    }
    expect(problemOf(() => readPieces('ndjson', hostile())).code).toBe('file-record-too-long')
    expect(fed).toBeLessThan(2 * limits.files.maxRecordChars)
  })
})
