import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { StoredProblem } from '../../../worker/errors'
import { calendarToCsv, openCalendar } from '../../../worker/formats/calendar/calendar'
import { occurrences } from '../../../worker/formats/calendar/recur'
import { parseRule } from '../../../worker/formats/calendar/rule'
import { parseTime } from '../../../worker/formats/calendar/time'
import { unfoldBytes } from '../../../worker/formats/calendar/unfold-bytes'
import { CsvReader } from '../../../worker/formats/csv/csv-reader'
import { normalizedDialect } from '../../../worker/formats/csv/dialect'
import { limits } from '../../../worker/limits'
import { pieces, seeded } from './feed'

const recorded = readFileSync('tests/fixtures/calendars/dateutil.txt', 'utf8').trim().split('\n')

/** The first times of a rule as `20240229T1330`. */
function first(rule: string, start: string, count: number, until = Date.UTC(2035, 0, 1)): string[] {
  const parsed = parseRule(rule)
  const from = parseTime(start)
  if (!parsed || !from) throw new Error(`no rule: ${rule}`)
  const times: string[] = []
  for (const at of occurrences(parsed, from.localMs, until, { left: 50_000_000 })) {
    times.push(new Date(at).toISOString().replace(/[-:]/g, '').slice(0, 13))
    if (times.length === count) break
  }
  return times
}

describe('a recurrence rule', () => {
  it('gives the same times as dateutil', () => {
    expect(recorded.length).toBeGreaterThan(200)
    for (const line of recorded) {
      const [rule = '', start = '', expected = ''] = line.split('|')
      expect([rule, start, first(rule, start, 12).join(' ')]).toEqual([rule, start, expected])
    }
  })

  it.each([
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '20240101T0900', '20240913T0900 20241213T0900 20250613T0900'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '20240101T0900', '20240130T0900 20240228T0900 20240328T0900'],
    ['FREQ=YEARLY;BYWEEKNO=20', '19970512T0900', '19970512T0900 19980511T0900 19990517T0900'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '19970805T0900', '19970805T0900 19970817T0900 19970819T0900'],
    ['FREQ=YEARLY', '20240229T0900', '20240229T0900 20280229T0900 20320229T0900'],
  ])('%s from %s', (rule, start, expected) => {
    expect(first(rule, start, 3).join(' ')).toBe(expected)
  })

  it('that matches no second ends', () => {
    const steps = { left: 100_000 }
    const rule = parseRule('FREQ=SECONDLY;BYHOUR=3;BYMINUTE=4;BYSECOND=5;BYDAY=MO;BYMONTHDAY=30;BYMONTH=2')
    expect(rule && [...occurrences(rule, 0, limits.calendars.lastMs, steps)]).toEqual([])
    const worse = parseRule('FREQ=SECONDLY;BYMINUTE=61')
    expect(worse).toBeUndefined()
  })

  it.each(['', 'FREQ=OFTEN', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY;BYDAY=XX', 'FREQ=DAILY;UNTIL=soon', 'BYDAY=MO'])(
    '"%s" is invalid',
    (text) => {
      expect(parseRule(text)).toBeUndefined()
    },
  )
})

async function* asText(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}

async function read(text: string, cut: readonly string[] = [text], steps?: number) {
  const calendar = await openCalendar(asText(cut))
  if (steps !== undefined) calendar.steps.left = steps
  const warnings: StoredProblem[] = []
  let csv = ''
  for await (const piece of calendarToCsv(calendar, asText(cut), warnings)) csv += piece
  const reader = new CsvReader(normalizedDialect)
  const rows: Record<string, string>[] = []
  const take = ({ cells }: { cells: string[] }) =>
    void rows.push(
      Object.fromEntries((reader.headers ?? []).flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : []))),
    )
  reader.push(csv, take)
  reader.end(take)
  return { rows, facts: calendar.facts, warnings, csv }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at).join()
const everySecond = `BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) => `${['BEGIN:VCALENDAR', ...parts].join('\r\n')}\r\nEND:VCALENDAR\r\n`
const starts = async (text: string) => (await read(text)).rows.map(({ DTSTART }) => DTSTART)

describe('a calendar', () => {
  it('of another program is a table, at any split', async () => {
    const text = readFileSync('tests/fixtures/calendars/icalendar.ics', 'utf8')
    const { rows, facts, warnings, csv } = await read(text)
    expect(csv.startsWith('\ufeff"DTSTART","DTEND","SUMMARY","LOCATION"')).toBe(true)
    expect(facts.timeZone).toBe('Europe/Paris')
    expect(facts.properties).toMatchObject({ VERSION: '2.0', PRODID: '-//Fairway//fixtures//EN' })
    expect(warnings).toEqual([])
    expect(rows.map(({ DTSTART, DTEND, SUMMARY }) => [DTSTART, DTEND, SUMMARY])).toEqual([
      ['2024-03-28T17:30:00.000Z', '2024-03-28T19:00:00.000Z', 'Conseil municipal, séance ; publique'],
      // Daylight saving time has ended.
      ['2024-04-18T16:30:00.000Z', '2024-04-18T18:00:00.000Z', 'Conseil municipal, séance ; publique'],
      ['2024-04-05T07:00:00.000Z', '2024-04-05T09:00:00.000Z', 'Conseil municipal déplacé'],
      ['2024-07-13T22:00:00.000Z', '2024-07-14T22:00:00.000Z', 'Fête nationale'],
      ['2024-09-05T22:00:00.000Z', '2024-09-08T22:00:00.000Z', 'Salon'],
      ['2024-01-02T03:04:05.000Z', '2024-01-02T03:04:05.000Z', 'UTC'],
    ])
    expect(rows[0]).toMatchObject({
      LOCATION: "Mairie d'Évreux",
      CATEGORIES: 'politics,town',
      STATUS: 'CONFIRMED',
      TRANSP: 'OPAQUE',
      SEQUENCE: '3',
      GEO: '49.0241;1.1508',
      URL: 'https://example.org/council?a=1&b=2',
    })
    expect(rows[0]?.DESCRIPTION).toMatch(/^Ordre du jour :\nbudget, voirie ; budget/)
    for (let seed = 1; seed <= 20; seed++) {
      expect((await read(text, pieces(text, seeded(seed), 40))).csv).toBe(csv)
    }
  })

  it('uses the VTIMEZONE of a zone that is not in the IANA database', async () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Romance Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
      ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
      ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ]
    const at = (time: string) => event(`DTSTART;TZID="Romance Standard Time":${time}`, 'SUMMARY:x')
    const text = calendar(...zone, at('20240330T120000'), at('20240401T120000'), at('20241028T120000'))
    expect(await starts(text)).toEqual([
      '2024-03-30T11:00:00.000Z',
      '2024-04-01T10:00:00.000Z',
      '2024-10-28T11:00:00.000Z',
    ])
    expect((await read(text)).facts.timeZone).toBe('Romance Standard Time')
  })

  it('without a zone is in that of X-WR-TIMEZONE', async () => {
    const text = calendar('X-WR-TIMEZONE:America/New_York', event('DTSTART:20240101T120000'))
    expect(await starts(text)).toEqual(['2024-01-01T17:00:00.000Z'])
    expect((await read(text)).facts.timeZone).toBe('America/New_York')
  })

  it.each([
    ['for ever: at most 1,000 times', 'DTSTART:20240101T120000Z', 'RRULE:FREQ=DAILY', 1_000, '2026-09-26'],
    ['until 2099', 'DTSTART:20240101T120000Z', 'RRULE:FREQ=YEARLY', 76, '2099-01-01'],
    ['until a day', 'DTSTART:20240101T120000Z', 'RRULE:FREQ=DAILY;UNTIL=20240103', 3, '2024-01-03'],
    ['until a moment', 'DTSTART:20240101T120000Z', 'RRULE:FREQ=DAILY;UNTIL=20240103T115959Z', 2, '2024-01-02'],
    ['a number of times', 'DTSTART:20240101T120000Z', 'RRULE:FREQ=DAILY;COUNT=3', 3, '2024-01-03'],
    [
      'from a day that its rule does not know',
      'DTSTART:20240102T120000Z',
      'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2',
      2,
      '2024-01-08',
    ],
    ['at listed times', 'DTSTART:20240101T120000Z', 'RDATE:20240105T120000Z,20240106T120000Z', 3, '2024-01-06'],
  ])('repeats %s', async (_, start, rule, count, last) => {
    const dates = await starts(calendar(event(start, rule)))
    expect([dates.length, dates.at(-1)?.slice(0, 10)]).toEqual([count, last])
  })

  it('keeps the first time of an event whose rule is invalid, with a warning', async () => {
    const { rows, warnings } = await read(calendar(event('DTSTART:20240101T120000Z', 'RRULE:FREQ=SOMETIMES')))
    expect([rows.length, warnings]).toEqual([1, [{ code: 'calendar-rules-unread', params: { count: 1, max: 1_000 } }]])
  })

  it.each([
    ['cut occurrences', ['DTSTART:20240101', 'RRULE:FREQ=DAILY'], 'calendar-occurrences-cut', 1_000],
    ['an unreadable start', ['DTSTART:01/02/2024', 'SUMMARY:x'], 'calendar-dates-unread', 1],
    ['an unreadable end', ['DTSTART:20240101', 'DTEND:tomorrow'], 'calendar-dates-unread', 1],
    ['an unknown zone', ['DTSTART;TZID=Paris:20240101T120000'], 'calendar-zones-unknown', 1],
  ])('reports %s', async (_, lines, code, count) => {
    const { rows, warnings } = await read(calendar(event(...lines)))
    expect([rows.length, warnings.map((warning) => warning.code)]).toEqual([count, [code]])
  })

  it.each([
    ['exactly 1,000 occurrences', ['DTSTART:20240101', 'RRULE:FREQ=DAILY;COUNT=1000'], '2023-12-31T23:00'],
    ['the dates of ISO 8601', ['DTSTART:2024-01-01T12:00:00Z', 'DTEND:2024-01-01'], '2024-01-01T12:00'],
  ])('reports nothing for %s', async (_, lines, first) => {
    const { rows, warnings } = await read(calendar(event(...lines)))
    expect([rows[0]?.DTSTART, warnings]).toEqual([`${first}:00.000Z`, []])
  })

  it('is accepted without its end', async () => {
    expect(await starts('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240101T120000Z\nEND:VEVENT')).toHaveLength(1)
  })

  it('of free and busy times has one row for each', async () => {
    const busy = 'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20240101T120000Z/PT90M,20240102T120000Z/20240102T130000Z'
    const { rows } = await read(calendar('BEGIN:VFREEBUSY', busy, 'END:VFREEBUSY'))
    expect(rows).toEqual([
      { DTSTART: '2024-01-01T12:00:00.000Z', DTEND: '2024-01-01T13:30:00.000Z', STATUS: 'BUSY-TENTATIVE' },
      { DTSTART: '2024-01-02T12:00:00.000Z', DTEND: '2024-01-02T13:00:00.000Z', STATUS: 'BUSY-TENTATIVE' },
    ])
  })

  it.each([
    ['every second of a year', `RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everySecond}`],
    ['repeated values', `RRULE:FREQ=DAILY;BYHOUR=${'1,'.repeat(20_000)}2;BYMINUTE=${'1,'.repeat(20_000)}2;BYSECOND=0`],
  ])('with rules of %s ends', async (_, rule) => {
    const rows = await read(calendar(event('DTSTART:20240101T120000Z', rule))).catch(({ code }) => code)
    const warnings = [expect.objectContaining({ code: 'calendar-occurrences-cut' })]
    expect(rows).toEqual(rule.includes('YEARLY') ? 'calendar-too-large' : expect.objectContaining({ warnings }))
  })

  it('whose zone changes its clock every second is refused', async () => {
    const zone = [
      ...['BEGIN:VTIMEZONE', 'TZID:Zone', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100'],
      ...['TZOFFSETTO:+0200', 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    const text = calendar(...zone, event('DTSTART;TZID=Zone:20240101T120000'))
    const opened = await openCalendar(asText([text]))
    const { maxSteps, maxOnsets } = limits.calendars
    opened.zones.instant(0, 'Zone')
    expect([opened.steps.left, maxSteps > 3 * maxOnsets]).toEqual([0, true])
    await expect(read(text)).rejects.toMatchObject({ code: 'calendar-too-large' })
  })

  it('with more short lines than fit in memory is refused', async () => {
    const { maxZoneLines, minLineChars } = limits.calendars
    const lines = limits.files.maxRecordChars / minLineChars
    const short = (count: number) =>
      calendar(event('DTSTART:20240101T120000Z', ...Array<string>(count - 1).fill('A:1')))
    expect((await starts(short(lines))).length).toBe(1)
    await expect(read(short(lines + 1))).rejects.toMatchObject({ code: 'file-record-too-long' })
    const zone = ['BEGIN:VTIMEZONE', ...Array<string>(lines / 2).fill('A:1'), 'END:VTIMEZONE'].join('\r\n')
    const zones = (count: number) => Array<string>(count).fill(zone)
    const fitting = maxZoneLines / (lines / 2)
    expect((await starts(calendar(...zones(fitting), event('DTSTART:20240101T120000Z')))).length).toBe(1)
    await expect(read(calendar(...zones(fitting + 1)))).rejects.toMatchObject({ code: 'calendar-too-large' })
  })

  it('with more exceptions than fit in memory is refused', async () => {
    const exceptions = (count: number) =>
      calendar(
        event('UID:1', 'RECURRENCE-ID:20240101T000000Z', 'DTSTART:20240101T000000Z').concat('\r\n').repeat(count),
      )
    const { maxExceptions } = limits.calendars
    expect((await openCalendar(asText([exceptions(maxExceptions)]))).replaced.get('1')?.size).toBe(1)
    await expect(openCalendar(asText([exceptions(maxExceptions + 1)]))).rejects.toMatchObject({
      code: 'calendar-too-large',
    })
  })

  it('with rules that take too long to compute is refused', async () => {
    const endless = event('DTSTART:20240101T120000Z', 'RRULE:FREQ=SECONDLY;INTERVAL=2;BYSECOND=59')
    await expect(read(calendar(endless), undefined, 100_000)).rejects.toMatchObject({ code: 'calendar-too-large' })
  })
})

it('a fold within a character is removed from the bytes, split anywhere; other folds stay', async () => {
  const bytes = Uint8Array.from([0x46, 0xc3, 0x0d, 0x0a, 0x20, 0xaa, 0x0a, 0x09, 0xa9, 0x0d, 0x0a, 0x20, 0x74, 0x0a])
  for (const size of [1, 2, 3, 5, 100]) {
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const unfolded: number[] = []
    for await (const piece of unfoldBytes(pieces())) unfolded.push(...piece)
    expect(unfolded).toEqual([0x46, 0xc3, 0xaa, 0xa9, 0x0d, 0x0a, 0x20, 0x74, 0x0a])
  }
})
