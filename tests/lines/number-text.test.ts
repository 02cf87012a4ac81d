/** The digits of numbers in every way that lines are written: the shortest decimal that is the same double. */
import { describe, expect, test } from 'vitest'
import type { LineSource } from '../../worker/lines'
import type { Field } from '../../worker/schema/field'
import { ask, publish, read } from './tables'

const askText = async (source: LineSource, query: string): Promise<string> => (await read(source, query)).lines.join('')

const numbers = [
  132.6403648314343,
  17.6637405424251,
  -0.3999999999999999,
  0.30000000000000004,
  1e-7,
  5e-5,
  -2.5e-6,
  1e21,
  1.25e300,
  1.2345678901234568e20,
  1e15,
  0.1,
  8.41,
  0,
  -7,
  123456789.125,
  9007199254740991,
  0.000123,
  1 / 3,
  2 / 3,
  Math.PI,
  Math.E,
]
const fields: Field[] = [
  { key: 'n', type: 'number' },
  { key: 'text', type: 'string' },
]

describe('numbers', () => {
  const publishAll = (): Promise<LineSource> =>
    publish(
      fields,
      numbers.map((n) => ({ n, text: `\0${n}\0` })),
    )
  const expected = numbers.map(String)

  test('of JSON', async () => {
    const source = await publishAll()
    const text = await askText(source, 'select=n&size=100')
    expect([...text.matchAll(/"n":([^,}]+)/g)].map(([, digits]) => digits)).toEqual(expected)
  })

  test('of CSV, where a text with NULs keeps its other characters', async () => {
    const source = await publishAll()
    const text = await askText(source, 'format=csv&select=n,text&size=100')
    const records = text.trim().split('\n')
    expect(records).toEqual(numbers.map((n) => `${n},"${n}"`))
  })

  test('of lines that are written one by one', async () => {
    const source = await publishAll()
    const text = await askText(source, 'select=n&size=100&highlight=text')
    expect([...text.matchAll(/"n":([^,}]+)/g)].map(([, digits]) => digits)).toEqual(expected)
  })

  test('of positions', async () => {
    const positions = [
      [48.6, -0.3999999999999999],
      [47, 0.00005],
      [132.6403648314343 / 2, -2.123456789012345],
    ] as const
    const source = await publish(
      [{ key: 'text', type: 'string' }],
      positions.map(() => ({ text: 'a' })),
      undefined,
      positions,
    )
    const shown = (await ask(source, 'select=_geopoint')).results.map(({ _geopoint }) => _geopoint)
    expect(shown).toEqual(positions.map(([lat, lon]) => (lon === 0.00005 ? '47,0.00005' : `${lat},${lon}`)))
    for (const point of shown) expect((await ask(source, `_geopoint_eq=${point}`)).total).toBe(1)
  })
})

test('a search finds whole numbers and dates in columns of several values', async () => {
  const source = await publish(
    [
      { key: 'codes', type: 'integer', separator: ';' },
      { key: 'days', type: 'string', format: 'date', separator: ';' },
    ],
    [
      { codes: ['1', '55'], days: ['2021-01-02', '2022-03-04'] },
      { codes: ['77'], days: ['2020-05-06'] },
    ],
  )
  const found = async (query: string) => (await ask(source, query)).results.map(({ _i }) => _i)
  expect(await found('q=55')).toEqual([1])
  expect(await found('q=5')).toEqual([])
  expect(await found('q=77')).toEqual([2])
  expect(await found('codes_search=77')).toEqual([2])
  expect(await found('q=2020')).toEqual([2])
  expect(await found('q=2022-03')).toEqual([1])
})
