/** Test vectors of keys, field types and calculated values, through the whole service. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, publish } from '../../support/datasets'

test('headers become the expected keys, and exports keep the headers', async () => {
  const headers: [string, string][] = [
    ['some date', 'some_date'],
    ['ID_NOEUD', 'id_noeud'],
    ['Description - FR', 'description_fr'],
    ['Température (°C)', 'temperature_c'],
    ["Nom d'usage", 'nom_dusage'],
    ['été-hiver', 'etehiver'],
    ['a.b', 'ab'],
    ['A&B', 'aandb'],
    ['50%', '50percent'],
    ['prix €', 'prix_euro'],
    ['> 100 m2', 'greater_100_m2'],
    ['_id', 'id'],
    ['__x', 'x'],
  ]
  const key = await keyOf()
  const text = [headers.map(([header]) => header), headers.map((_, i) => `v${i}`), headers.map((_, i) => `w${i}`)]
  const dataset = await publish(text.map((row) => row.join(';')).join('\n'), { key })
  const fields = dataset.schema.filter((field) => !field['x-calculated'])
  expect(fields.map((field) => [field['x-originalName'], field.key])).toEqual(headers)
  const [line] = (await lines(dataset.id, '', key)).results
  expect(line).toMatchObject(Object.fromEntries(headers.map(([, name], i) => [name, `v${i}`])))
})

describe('values have the expected types', () => {
  type Vector = [values: string[], type: object, read: unknown[]]
  const vectors: Record<string, Vector> = {
    zeroOne: [['0', '1'], { type: 'boolean' }, [false, true]],
    yesNo: [['oui', 'non'], { type: 'boolean' }, [true, false]],
    underscored: [['_1_', '_0_'], { type: 'boolean' }, [true, false]],
    spaced: [['1 000', '2 500'], { type: 'integer' }, [1_000, 2_500]],
    exponent: [['1e5', '0x1F'], { type: 'integer' }, [100_000, 31]],
    year: [['2021', '2022'], { type: 'integer' }, [2_021, 2_022]],
    comma: [['1,5', '2'], { type: 'number' }, [1.5, 2]],
    spacedComma: [['20 000.2', '1'], { type: 'number' }, [20_000.2, 1]],
    dayFirst: [['13/01/2021', '02/12/2021'], { type: 'string', format: 'date' }, ['2021-01-13', '2021-12-02']],
    shortYear: [['1/1/21', '13/2/21'], { type: 'string', format: 'date' }, ['2021-01-01', '2021-02-13']],
    yearFirst: [['2021/1/3', '2021/11/13'], { type: 'string', format: 'date' }, ['2021-01-03', '2021-11-13']],
    zoned: [
      ['2021-01-01T10:00:00+02:00', '2021-01-01 10:00:00Z'],
      { type: 'string', format: 'date-time' },
      ['2021-01-01T10:00:00+02:00', '2021-01-01T10:00:00Z'],
    ],
    localTime: [
      ['2021-01-01 10:00:00', '2021-07-01 10:00:00'],
      { type: 'string', format: 'date-time' },
      ['2021-01-01T10:00:00+01:00', '2021-07-01T10:00:00+02:00'],
    ],
    noSeconds: [['2021-01-01T10:00', '2021-01-01T11:00'], { type: 'string' }, ['2021-01-01T10:00', '2021-01-01T11:00']],
    hours: [['10:30', '11:30'], { type: 'string' }, ['10:30', '11:30']],
    percents: [['12%', '13%'], { type: 'string' }, ['12%', '13%']],
    notANumber: [['NaN', '1'], { type: 'string' }, ['NaN', '1']],
    thousands: [['1,000,000', '2,000,000'], { type: 'string' }, ['1,000,000', '2,000,000']],
    position: [['47.6,-2.7', '47.7,-2.8'], { type: 'string' }, ['47.6,-2.7', '47.7,-2.8']],
    noSuchDay: [['2021-02-30', '2021-01-01'], { type: 'string' }, ['2021-02-30', '2021-01-01']],
    american: [['12/31/2021', '12/30/2021'], { type: 'string' }, ['12/31/2021', '12/30/2021']],
    // Deviation 11 of the design: nothing is lost.
    leadingZero: [['01234', '02345'], { type: 'string' }, ['01234', '02345']],
    beyondDoubles: [['9007199254740993', '1'], { type: 'string' }, ['9007199254740993', '1']],
    codes: [['A1', 'B2'], { type: 'string' }, ['A1', 'B2']],
    text: [['x'.repeat(200), 'y'], { type: 'string' }, ['x'.repeat(200), 'y']],
    long: [['x'.repeat(201), 'y'], { type: 'string', 'x-display': 'textarea' }, ['x'.repeat(201), 'y']],
  }

  test('for each column of one file', async () => {
    const key = await keyOf()
    const names = Object.keys(vectors)
    const row = (at: number) => names.map((name) => `"${vectors[name]?.[0][at]}"`).join(';')
    const dataset = await publish([names.join(';'), row(0), row(1)].join('\n'), { key })
    const { results } = await lines(dataset.id, '', key)
    for (const name of names) {
      const [, type, read] = vectors[name] ?? []
      const field = dataset.schema.find((one) => one['x-originalName'] === name)
      expect({ type: field?.type, format: field?.format, 'x-display': field?.['x-display'] }, name).toEqual({
        format: undefined,
        'x-display': undefined,
        ...type,
      })
      expect(
        results.map((line) => line[field?.key ?? '']),
        name,
      ).toEqual(read)
    }
  })

  test('over the whole file, not only its first lines', async () => {
    const key = await keyOf()
    const numbers = Array.from({ length: 3_000 }, (_, i) => `${i},x`).join('\n')
    const dataset = await publish(`n,t\n${numbers}\nnone,y\n`, { key })
    expect(dataset.schema[0]).toMatchObject({ key: 'n', type: 'string' })
    expect(dataset.count).toBe(3_001)
    expect((await lines(dataset.id, 'n_eq=none', key)).total).toBe(1)
  })
})

test('observed values, cardinality and calculated fields complete the schema', async () => {
  const key = await keyOf()
  const rows = Array.from({ length: 100 }, (_, i) => `p${i},${i % 3 === 0 ? 'bike' : 'bus'},${i % 2 ? '' : 'x'}`)
  const { schema } = await publish(`name,kind,mark\n${rows.join('\n')}\n`, { key })
  const [name, kind, mark, ...calculated] = schema
  expect(name).toMatchObject({ key: 'name', 'x-cardinality': 100 })
  expect(name).not.toHaveProperty('enum')
  expect(kind).toMatchObject({ 'x-cardinality': 2, enum: ['bus', 'bike'] })
  expect(mark).toMatchObject({ 'x-cardinality': 1, enum: ['x'] })
  expect(calculated.map((field) => [field.key, field['x-calculated']])).toEqual([
    ['_id', true],
    ['_i', true],
    ['_rand', true],
  ])
})
