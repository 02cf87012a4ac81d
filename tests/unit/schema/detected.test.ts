import { describe, expect, it } from 'vitest'
import { coercion, refused } from '../../../worker/schema/coerce'
import { FieldProfile } from '../../../worker/schema/profile/field-profile'

function profileOf(values: readonly string[]): FieldProfile {
  const profile = new FieldProfile({ left: 1_000 })
  for (const value of values) profile.add(value)
  return profile
}

function typeOf(...values: string[]): Record<string, unknown> | undefined {
  const detected = profileOf(values).detected('k', 'K')
  if (!detected) return undefined
  const { key, 'x-originalName': name, ...type } = detected
  expect([key, name]).toEqual(['k', 'K'])
  return type
}

const text = { type: 'string' }
const code = { type: 'string', codeLike: true }
const long = { type: 'string', longText: true }
const date = (dateFormat?: string) => ({ type: 'string', format: 'date', ...(dateFormat && { dateFormat }) })
const dateTime = (dateTimeFormat?: string) => ({
  type: 'string',
  format: 'date-time',
  ...(dateTimeFormat && { dateTimeFormat }),
})

const vectors: [values: string[], type: Record<string, unknown>][] = [
  [['0', '1'], { type: 'boolean' }],
  [['_1_'], { type: 'boolean' }],
  [['oui', 'non'], { type: 'boolean' }],
  [['-1', '1'], { type: 'boolean' }],
  [['1 000'], { type: 'integer' }],
  [['1e5'], { type: 'integer' }],
  [['0x1F'], { type: 'integer' }],
  [['2021'], { type: 'integer' }],
  [['1,5', '2'], { type: 'number' }],
  [['20 000.2'], { type: 'number' }],
  [['13/01/2021'], date('D/M/YYYY')],
  [['1/1/21'], date('D/M/YY')],
  [['2021/1/3'], date('YYYY/M/D')],
  [['2021-01-01T10:00:00+02:00', '2021-01-01 10:00:00+02:00'], dateTime()],
  [['2021-01-01 10:00:00'], dateTime('YYYY-MM-DD HH:mm:ss')],
  [['2021-01-01T10:00'], text],
  [['10:30'], text],
  [['12%'], text],
  [['NaN'], text],
  [['1,000,000'], text],
  [['47.6,-2.7'], text],
  [['2021-02-30'], code],
  [['12/31/2021'], code],
  [['01-02-2021'], code],
  [['A1', 'B2'], code],
  [['x'.repeat(200)], text],
  [['x'.repeat(201)], long],
  [['  ', ' '], long],
  // Values that a number would not represent exactly stay text.
  [['01234', '02345'], code],
  [['12', '7', '01234'], code],
  [['-012', '4'], code],
  [['00', '1'], code],
  [['06 12 34 56 78'], text],
  [['0 123'], text],
  [['+33612345678'], text],
  [['9007199254740991'], { type: 'integer' }],
  [['1', '9007199254740993'], code],
  [['12345678901234567890'], code],
  [['0.12345678901234567890123'], code],
  [['5', '12345678901234567.5'], code],
  [['-1', '0', '1'], { type: 'integer' }],
  [['-1', 'non', 'oui'], text],
  // Numbers.
  [['0', '0.5'], { type: 'number' }],
  [['0,5', '0'], { type: 'number' }],
  [['.5', '-,25'], { type: 'number' }],
  [['1.0', '2.00'], { type: 'integer' }],
  [['0.1000000000000000000000000', '0.30000000000000004'], { type: 'number' }],
  [['0.10000000000000001', (2.3522219).toPrecision(17), (-47.1).toPrecision(19)], { type: 'number' }],
  [['1e300', '2'], { type: 'number' }],
  [['1e400'], code],
  [['1e-3'], { type: 'number' }],
  [['12 000 000', '1\u00a0000', '1\u202f000'], { type: 'integer' }],
  [['12 34'], text],
  [['1000 000'], text],
  [['1 000 00'], text],
  [['1.', '2.'], code],
  [['-'], text],
  [['Infinity'], text],
  [['1', 'N/A'], text],
  // Booleans.
  [['OUI', 'Non', 'true', '0'], { type: 'boolean' }],
  [['0', '1', '2'], { type: 'integer' }],
  [['oui', '2'], text],
  // Dates: padded or not, never both; days of the calendar only; one notation for the whole column.
  [['13/1/2021', '1/12/2021'], date('D/M/YYYY')],
  [['01/1/2021'], code],
  [['29/02/2020'], date('D/M/YYYY')],
  [['29/02/2021'], code],
  [['29/02/1900'], code],
  [['13/01/2021', '13/01/21'], code],
  [['13/01/2021', '2021-01-13'], code],
  [['2021-01-13'], date()],
  [['2021/01/03'], date('YYYY/M/D')],
  [['2021/1/03'], code],
  [['13/01/2021 19:42'], dateTime('D/M/YYYY H:m')],
  [['13/1/2021 9:2'], dateTime('D/M/YYYY H:m')],
  [['13/01/2021 09:02'], dateTime('D/M/YYYY H:m')],
  [['13/01/2021 9:02'], text],
  [['13/01/21 09:02'], dateTime('D/M/YY H:m')],
  [['13/01/2021, 09:02'], dateTime('D/M/YYYY, H:m')],
  [['13/01/21, 09:02:33'], dateTime('D/M/YY, H:m:s')],
  [['13/01/2021 09:02:33'], dateTime('D/M/YYYY H:m:s')],
  [['13/01/2021 24:00'], text],
  [['2021-01-01T10:00:00'], dateTime('YYYY-MM-DDTHH:mm:ss')],
  [['2021-01-01T10:00:00Z', '2021-01-01 10:00:00.123-05:30'], dateTime()],
  [['2021-01-01T10:00:00', '2021-01-01T10:00:00Z'], text],
  [['2021-01-01T10:00:00+0200'], text],
  [['2021-01-01T25:00:00Z'], text],
]

describe('the type of a column', () => {
  it.each(vectors)('of %j is %j', (values, type) => {
    expect(typeOf(...values)).toEqual(type)
  })

  it('takes every value into account, however late', () => {
    expect(typeOf(...Array.from({ length: 5_000 }, (_, index) => String(index)), 'x')).toEqual(text)
    expect(typeOf(...Array.from({ length: 5_000 }, (_, index) => String(index)), '1.5')).toEqual({ type: 'number' })
  })

  it('ignores empty cells and the spaces around values', () => {
    expect(typeOf('', ' 12 ', '\u00a0', '\t7')).toEqual({ type: 'integer' })
  })

  it('is none for a column without a value', () => {
    expect(typeOf()).toBeUndefined()
    expect(typeOf('', '')).toBeUndefined()
  })

  it('never refuses one of the values it was decided on', () => {
    for (const [values] of vectors) {
      const detected = profileOf(values).detected('k', 'K')
      if (!detected) continue
      for (const value of values) expect(coercion(detected)(value), value).not.toBe(refused)
    }
  })
})
