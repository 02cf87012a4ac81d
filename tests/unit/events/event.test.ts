/** Keys and sentences of events, and the signature of a delivery. */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventKey, eventType, type LogEvent } from '../../../worker/events/event'
import { brokenColumnsText, eventSentence } from '../../../worker/events/event-text'
import { signed } from '../../../worker/events/sign'

const event: LogEvent = {
  id: 1,
  datasetId: 'abc',
  applicationId: null,
  collectorId: null,
  type: 'finalize-end',
  date: '2026-01-01T00:00:00.000Z',
  draft: false,
  data: null,
  problem: null,
  ownerType: 'organization',
  ownerId: 'town',
  ownerDepartment: '',
  ownerName: 'Town',
  originator: null,
  slug: 'places',
  title: 'Places',
}

test.each([
  ['dataset-created', false, 'dataset-dataset-created', 'dataset-created'],
  ['dataset-created', true, 'dataset-draft-dataset-created', 'dataset-created'],
  ['data-updated', true, 'dataset-draft-data-updated', 'data-updated'],
  ['draft-validated', true, 'dataset-data-updated', 'data-updated'],
  ['structure-updated', false, 'dataset-structure-updated', 'structure-updated'],
  ['breaking-change', false, 'dataset-breaking-change', 'breaking-change'],
  ['error', false, 'dataset-error', 'error'],
  ['finalize-end', false, 'dataset-finalize-end', 'finalize-end'],
])('%s (draft: %s) is %s', (type, draft, key, expected) => {
  expect(eventKey({ type, draft, datasetId: 'd', applicationId: null, collectorId: null })).toBe(key)
  expect(eventType({ type })).toBe(expected)
})

test.each([
  [['a'], ['b'], 'en', 'the column "a" no longer exists, the type of the column "b" has changed'],
  [['a'], ['b'], 'fr', 'la colonne "a" n\'existe plus, la colonne "b" a changé de type'],
] as const)(
  'a breaking change names the columns that are gone (%j) or retyped (%j), in %s',
  (missing, changed, language, text) => {
    const data = JSON.stringify({ missing, changed })
    expect(brokenColumnsText({ ...event, type: 'breaking-change', data }, language)).toBe(text)
    expect(brokenColumnsText({ ...event, data }, language)).toBeUndefined()
  },
)

test('a breaking change names at most ten columns', () => {
  const missing = Array.from({ length: 12 }, (_, at) => `c${at}`)
  const data = JSON.stringify({ missing, changed: [] })
  expect(brokenColumnsText({ ...event, type: 'breaking-change', data }, 'en')).toMatch(/"c9" no longer exists, \+ 2$/)
})

test('an event of an application has its own key and sentence', () => {
  const ofApplication = { ...event, type: 'error', datasetId: '', applicationId: 'a1', title: 'Map' }
  expect(eventKey(ofApplication)).toBe('application-error')
  expect(eventSentence(ofApplication, 'en')).toBe('The application Map reports that it does not work')
})

test('an event of a collector has its own key and sentence', () => {
  const ofCollector = { ...event, type: 'disabled', datasetId: '', collectorId: 'c1', title: 'Bikes' }
  expect(eventKey(ofCollector)).toBe('collector-disabled')
  expect(eventSentence(ofCollector, 'en')).toMatch('The collector Bikes was switched off')
  expect(eventSentence({ ...ofCollector, type: 'delete', title: null, data: 'Bikes' }, 'en')).toMatch(
    'Bikes was deleted',
  )
})

describe('the sentence of an event', () => {
  test.each(['$&', "$'", '{title}', '<b>', '%s'])('contains the title %s unchanged', (title) => {
    expect(eventSentence({ ...event, title }, 'en')).toBe(
      `The dataset ${title} was processed and its data is available`,
    )
    expect(eventSentence({ ...event, title }, 'fr')).toContain(` ${title} `)
  })

  test('of a deleted resource contains its former title, or its id', () => {
    expect(eventSentence({ ...event, title: null, type: 'dataset-deleted', data: 'Old' }, 'en')).toContain('Old')
    expect(eventSentence({ ...event, title: null }, 'en')).toContain('abc')
    expect(eventSentence({ ...event, type: 'something-new' }, 'en')).toBe('Places: something-new')
  })
})

test('a delivery is signed as Standard Webhooks specifies', async () => {
  const key = Buffer.from('a key of some bytes, any number')
  const at = new Date('2026-01-01T00:00:01.900Z')
  const headers = await signed(`whsec_${key.toString('base64')}`, { id: '42', at, body: '{"a":1}' })
  const seconds = '1767225601'
  const expected = createHmac('sha256', key).update(`42.${seconds}.{"a":1}`).digest('base64')
  expect(headers).toEqual({ 'webhook-id': '42', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${expected}` })
})
