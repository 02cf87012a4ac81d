import { describe, expect, it } from 'vitest'
import {
  type CellValue,
  coercion,
  epochMs,
  expectedType,
  refused,
  zoneOffsetMinutes,
} from '../../../worker/schema/coerce'
import type { Field } from '../../../worker/schema/field'
import { cpuMs } from '../../support/cpu-time'

const field = (type: Field['type'], rest: Partial<Field> = {}): Field => ({ key: 'k', type, ...rest })
const date = (dateFormat?: string) => field('string', { format: 'date', dateFormat })
const dateTime = (dateTimeFormat?: string, timeZone?: string) =>
  field('string', { format: 'date-time', dateTimeFormat, timeZone })

const cases: [field: Field, raw: string, value: CellValue][] = [
  [field('string'), '', null],
  [field('integer'), '  ', null],
  [field('string'), '  01 234 ', '01 234'],
  [field('string'), 'true', 'true'],
  [field('boolean'), 'Oui', true],
  [field('boolean'), '_1_', true],
  [field('boolean'), 'FAUX', false],
  [field('boolean'), '-1', false],
  [field('boolean'), '0', false],
  [field('boolean'), 'maybe', refused],
  [field('boolean'), '2', refused],
  [field('integer'), '42', 42],
  [field('integer'), '-0', 0],
  [field('integer'), '1 000', 1000],
  [field('integer'), '1\u202f000\u00a0000', 1_000_000],
  [field('integer'), '1e5', 100_000],
  [field('integer'), '0x1F', 31],
  [field('integer'), '01234', 1234],
  [field('integer'), '1,0', 1],
  [field('integer'), '1.5', refused],
  [field('integer'), '9007199254740991', 9_007_199_254_740_991],
  [field('integer'), '9007199254740993', refused],
  [field('integer'), 'N/A', refused],
  [field('integer'), '__', refused],
  [field('number'), '1,5', 1.5],
  [field('number'), '-20 000.25', -20_000.25],
  [field('number'), '1,000,000', refused],
  [field('number'), 'Infinity', refused],
  [field('number'), 'NaN', refused],
  [field('number'), '1e400', refused],
  [date('D/M/YYYY'), '13/01/2021', '2021-01-13'],
  [date('D/M/YYYY'), '1/2/2021', '2021-02-01'],
  [date('D/M/YYYY'), '2021-02-01', '2021-02-01'],
  [date('D/M/YYYY'), '1/2/21', '2021-02-01'],
  [date('D/M/YYYY'), '5 mai 2024', '2024-05-05'],
  [date('D/M/YYYY'), 'May 5, 2024', '2024-05-05'],
  [date('D/M/YYYY'), '31 février 2024', refused],
  [date('YYYY/M/D'), '1/2/21', refused],
  [date('D/M/YYYY'), '31/02/2021', refused],
  [date('D/M/YY'), '1/2/68', '2068-02-01'],
  [date('D/M/YY'), '1/2/69', '1969-02-01'],
  [date('YYYY/M/D'), '2021/1/3', '2021-01-03'],
  [date('D/M/YYYY'), '29/02/0004', '0004-02-29'],
  [date('DD/MM/YYYY'), '13/01/2021', '2021-01-13'],
  [date('DD/MM/YYYY'), '1/2/2021', refused],
  [date('DD/MM/YYYY'), '2021-02-01', '2021-02-01'],
  [date('MM-DD-YYYY'), '01-13-2021', '2021-01-13'],
  [date('MM-DD-YYYY'), '13-01-2021', refused],
  [date('DD.MM.YY'), '13.01.69', '1969-01-13'],
  [date('DD.MM.YY'), '13x01x69', refused],
  [date('YYYYMMDD'), '20210113', '2021-01-13'],
  [date('YYYYMMDD'), '20210231', refused],
  [date('MMMM YYYY'), 'January 2021', refused],
  [date('YYYY'), '2021', refused],
  [date(), '2021-01-13', '2021-01-13'],
  [date(), '13/01/2021', refused],
  [date(), '2021-01-13T00:00:00Z', refused],
  [dateTime('D/M/YYYY H:m'), '13/01/2021 19:42', '2021-01-13T19:42:00+01:00'],
  [dateTime('D/M/YYYY H:m'), '13/07/2021 19:42', '2021-07-13T19:42:00+02:00'],
  [dateTime('D/M/YYYY H:m', 'America/New_York'), '13/01/2021 19:42', '2021-01-13T19:42:00-05:00'],
  [dateTime('D/M/YYYY H:m', 'Asia/Kathmandu'), '13/01/2021 19:42', '2021-01-13T19:42:00+05:45'],
  [dateTime('D/M/YYYY H:m', 'UTC'), '13/01/2021 19:42', '2021-01-13T19:42:00+00:00'],
  [dateTime('D/M/YY, H:m:s'), '13/01/21, 09:02:33', '2021-01-13T09:02:33+01:00'],
  [dateTime('D/M/YYYY H:m'), '13/01/2021', refused],
  [dateTime('DD/MM/YYYY HH:mm'), '13/01/2024 19:42', '2024-01-13T19:42:00+01:00'],
  [dateTime('DD/MM/YYYY HH:mm'), '2024-01-13T19:42:00Z', '2024-01-13T19:42:00Z'],
  [dateTime('DD/MM/YYYY HH:mm'), '13/01/2024 24:42', refused],
  [dateTime('DD/MM/YYYY HH:mm'), '2024/13/01', refused],
  [dateTime('MM/DD/YYYY [at] H:mm:ss.SSS', 'UTC'), '01/13/2024 at 9:42:01.250', '2024-01-13T09:42:01.250+00:00'],
  [dateTime(), '2024-01-13 19:42', '2024-01-13T19:42:00+01:00'],
  [dateTime(), '2024-07-13T19:42', '2024-07-13T19:42:00+02:00'],
  [dateTime(), '1961-02-13 00:00:00+00:00', '1961-02-13T00:00:00+00:00'],
  [dateTime(), '2021-01-01t10:00:00.5z', '2021-01-01T10:00:00.5Z'],
  [dateTime(), '2021-01-01T10:00:00', '2021-01-01T10:00:00+01:00'],
  [dateTime(), '2021-01-01 10:00:00', '2021-01-01T10:00:00+01:00'],
  [dateTime(), '2021-01-01', '2021-01-01T00:00:00+01:00'],
  [dateTime('DD/MM/YYYY HH:mm'), '2021-01-01', refused],
  [dateTime(), '13/01/2021 19:42', refused],
  [dateTime(), 'yesterday', refused],
  // Paris, 28 March 2021: clocks jump from 2 to 3; 31 October 2021: from 3 back to 2.
  [dateTime(), '2021-03-28 01:59:59', '2021-03-28T01:59:59+01:00'],
  [dateTime(), '2021-03-28 02:00:00', '2021-03-28T03:00:00+02:00'],
  [dateTime(), '2021-03-28 02:30:00', '2021-03-28T03:30:00+02:00'],
  [dateTime(), '2021-03-28 03:00:00', '2021-03-28T03:00:00+02:00'],
  [dateTime(), '2021-10-31 01:59:59', '2021-10-31T01:59:59+02:00'],
  [dateTime(), '2021-10-31 02:30:00', '2021-10-31T02:30:00+02:00'],
  [dateTime(), '2021-10-31 03:00:00', '2021-10-31T03:00:00+01:00'],
  // A zone that changes at midnight, and one where a whole day is missing (Samoa, 30 December 2011).
  [dateTime(undefined, 'America/Santiago'), '2021-09-05 00:30:00', '2021-09-05T01:30:00-03:00'],
  [dateTime(undefined, 'Pacific/Apia'), '2011-12-29 12:00:00', '2011-12-29T12:00:00-10:00'],
  [dateTime(undefined, 'Pacific/Apia'), '2011-12-31 12:00:00', '2011-12-31T12:00:00+14:00'],
  [field('string', { separator: ',' }), 'a, b,,c ', ['a', 'b', 'c']],
  [field('string', { separator: ' ; ' }), 'a;b', ['a', 'b']],
  [field('string', { separator: ' ' }), 'a  b', ['a', 'b']],
  [field('string', { separator: ',' }), ' , ', null],
  [field('integer', { separator: ';' }), '1;2', [1, 2]],
  [field('integer', { separator: ';' }), '1;x', refused],
]

describe('the value of a cell', () => {
  it.each(cases)('of %j for %j is %j', (described, raw, value) => {
    expect(coercion(described)(raw)).toEqual(value)
  })

  it('is computed in linear time for long spaces', () => {
    const text = `1${' '.repeat(300_000)}x`
    expect(coercion(field('number'))(text)).toBe(refused)
  })

  it('is not computed in an unknown time zone', () => {
    expect(() => coercion(dateTime(undefined, 'Europe/Atlantis'))).toThrow(
      expect.objectContaining({ code: 'body-invalid' }),
    )
  })

  it('is computed quickly, also for date-times', () => {
    const coerce = coercion(dateTime('D/M/YYYY H:m'))
    const started = cpuMs()
    for (let index = 0; index < 100_000; index++)
      coerce(`${10 + (index % 18)}/${10 + (index % 3)}/2021 10:${10 + (index % 50)}`)
    expect(cpuMs() - started).toBeLessThan(1_000)
  })
})

describe('an instant', () => {
  it.each([
    ['2021-01-13T19:42:00+01:00', Date.UTC(2021, 0, 13, 18, 42)],
    ['2021-01-13T19:42:00.25Z', Date.UTC(2021, 0, 13, 19, 42, 0, 250)],
    ['1901-12-31T23:30:00-05:30', Date.UTC(1902, 0, 1, 5)],
    ['2021-01-13T19:42:00', Number.NaN],
    ['2021-13-13T19:42:00Z', Number.NaN],
    ['2021-01-13', Number.NaN],
    ['', Number.NaN],
  ])('of %j is %j', (text, instant) => {
    expect(epochMs(text)).toBe(instant)
  })
})

describe('the offset of a zone', () => {
  it('agrees with Intl over years, hour by hour around the changes', () => {
    const shown = new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Paris', timeZoneName: 'longOffset' })
    for (let day = 0; day < 3_000; day += 1) {
      const localMs = Date.UTC(2015, 0, 1 + day, day % 24)
      const instant = localMs - zoneOffsetMinutes(localMs, 'Europe/Paris') * 60_000
      const offset = Number(/GMT\+(\d+)/.exec(shown.format(instant))?.[1]) * 60
      // In the hour that does not occur the offset is the one before the change, the instant is after it.
      const isSkipped = offset !== zoneOffsetMinutes(localMs, 'Europe/Paris')
      if (isSkipped) expect(new Date(localMs).getUTCHours()).toBe(2)
      else expect(zoneOffsetMinutes(localMs, 'Europe/Paris')).toBe(offset)
    }
  })
})

describe('the expected type', () => {
  it.each([
    [field('integer'), 'nombre entier'],
    [field('number'), 'nombre'],
    [field('boolean'), 'booléen (vrai ou faux)'],
    [date('D/M/YYYY'), 'date (J/M/AAAA)'],
    [date(), 'date (AAAA-MM-JJ)'],
    [dateTime(), 'date et heure (AAAA-MM-JJTHH:mm:ss+00:00)'],
  ])('of %j is in French %s', (described, french) => {
    expect(expectedType(described).fr).toBe(french)
    expect(expectedType(described).en).not.toBe('')
  })
})
