/** Calendars. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import {
  decideDraft,
  journal,
  lines,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { fixture } from '../../support/fixtures'
import { ask, send } from '../../support/http'

test('the columns of a calendar have types and concepts', async () => {
  const key = await keyOf()
  const dataset = await publish(fixture('calendars/icalendar.ics'), { key, fileName: 'Agenda.ics' })
  expect(dataset).toMatchObject({
    title: 'Agenda',
    count: 6,
    timeZone: 'Europe/Paris',
    analysis: { escapeKeyAlgorithm: 'legacy' },
    extras: { iCalendar: { VERSION: '2.0', 'X-WR-TIMEZONE': 'Europe/Paris' } },
    originalFile: { name: 'Agenda.ics', mimetype: 'text/calendar' },
    file: { name: 'Agenda.csv', mimetype: 'text/csv', encoding: 'UTF-8' },
    timePeriod: { startDate: '2024-01-02T03:04:05.000Z', endDate: '2024-09-08T22:00:00.000Z' },
  })
  const sent = dataset.schema.filter((field) => !field['x-calculated'])
  expect(sent.map((field) => [field.key, field.type, field.format, field['x-refersTo']])).toEqual([
    ['DTSTART', 'string', 'date-time', 'https://schema.org/startDate'],
    ['DTEND', 'string', 'date-time', 'https://schema.org/endDate'],
    ['SUMMARY', 'string', undefined, 'http://www.w3.org/2000/01/rdf-schema#label'],
    ['LOCATION', 'string', undefined, undefined],
    ['CATEGORIES', 'string', undefined, undefined],
    ['STATUS', 'string', undefined, undefined],
    ['DESCRIPTION', 'string', undefined, 'http://schema.org/description'],
    ['TRANSP', 'string', undefined, undefined],
    ['SEQUENCE', 'integer', undefined, undefined],
    ['GEO', 'string', undefined, 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long'],
    ['URL', 'string', undefined, 'https://schema.org/WebPage'],
  ])
  const { results } = await lines(dataset.id, 'sort=DTSTART&select=DTSTART,SUMMARY,_geopoint', key)
  expect(results.map(({ DTSTART }) => String(DTSTART).slice(0, 10))).toEqual([
    ...['2024-01-02', '2024-03-28', '2024-04-05', '2024-04-18', '2024-07-13', '2024-09-05'],
  ])
  expect(results[1]).toMatchObject({ _geopoint: '49.0241,1.1508' })
  const csv = await send(`/api/v1/datasets/${dataset.id}/convert`, { key })
  expect(new Uint8Array(await csv.arrayBuffer()).slice(0, 12)).toEqual(new TextEncoder().encode('\ufeff"DTSTART"'))
})

test.each([
  ['a CSV named .ics', 'a,b\n1,2\n', 'agenda.ics', 'text'],
  ['a calendar named .csv', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', 'agenda.csv', 'ICS'],
])('%s is an error that names the detected type', async (_, content, fileName, found) => {
  const key = await keyOf()
  const { id } = await upload(content, { key, fileName })
  expect((await untilSettled(id, key)).status).toBe('error')
  expect((await journal(id, key))[0]).toMatchObject({ code: 'file-other-kind', data: expect.stringContaining(found) })
})

test('an unreadable recurrence rule is reported in the journal', async () => {
  const key = await keyOf()
  const text = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240101T120000Z\nRRULE:FREQ=X\nEND:VEVENT\nEND:VCALENDAR\n'
  const { id, count } = await publish(text, { key, fileName: 'agenda.ics' })
  expect(count).toBe(1)
  expect((await journal(id, key)).map(({ code }) => code)).toContain('calendar-rules-unread')
})

test.each([
  ['legacy', ['A_b', 'Prix', 'x']],
  ['compat-ods', ['a_b', 'prix', 'x']],
])('the option escapeKeyAlgorithm=%s sets the form of keys', async (escapeKeyAlgorithm, keys) => {
  const key = await keyOf()
  const parts = [{ name: 'analysis', value: JSON.stringify({ escapeKeyAlgorithm }) }]
  const { id } = await publish('A.b,Prix,_x\n1,2,3\n', { key, parts })
  const schema = await ask<{ key: string }[]>(`/api/v1/datasets/${id}/schema?calculated=false`, { key })
  expect(schema.map((field) => field.key)).toEqual(keys)
})

test('a replaced calendar is a draft until it is validated or cancelled', async () => {
  const key = await keyOf()
  const event = (day: string, summary: string) =>
    `BEGIN:VEVENT\nDTSTART;VALUE=DATE:${day}\nSUMMARY:${summary}\nEND:VEVENT\n`
  const calendar = (zone: string, ...events: string[]) =>
    `BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-TIMEZONE:${zone}\n${events.join('')}END:VCALENDAR\n`
  const first = calendar('Europe/Paris', event('20240101', 'Old'))
  const second = calendar('America/Toronto', event('20250101', 'New'), event('20250102', 'Newer'))
  const { id } = await publish(first, { key, fileName: 'agenda.ics' })
  const replace = () => upload(second, { key, id, query: '?draft=never', method: 'PUT', fileName: 'agenda.ics' })
  const summaries = async (query = '') =>
    (await lines(id, `select=SUMMARY&sort=DTSTART${query}`, key)).results.map(({ SUMMARY }) => SUMMARY)

  await replace()
  const draft = await untilFinalized(id, key, '?draft=true')
  expect(draft).toMatchObject({ count: 2, timeZone: 'America/Toronto', file: { name: 'agenda.csv' } })
  expect(await read(id, key)).toMatchObject({ count: 1, timeZone: 'Europe/Paris' })
  expect([await summaries(), await summaries('&draft=true')]).toEqual([['Old'], ['New', 'Newer']])

  expect((await decideDraft(id, 'DELETE', key)).status).toBe(200)
  expect(await summaries('&draft=true')).toEqual(['Old'])

  await replace()
  await untilFinalized(id, key, '?draft=true')
  expect((await decideDraft(id, 'POST', key)).status).toBe(200)
  await untilJournaled(id, key, 'draft-validated')
  expect(await read(id, key)).toMatchObject({ count: 2, timeZone: 'America/Toronto' })
  expect(await summaries()).toEqual(['New', 'Newer'])
})
