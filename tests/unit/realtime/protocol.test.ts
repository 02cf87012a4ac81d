/** Messages of a socket: valid and invalid forms. */
import { describe, expect, test } from 'vitest'
import { dataIn, parseChannel, parseMessage } from '../../../worker/realtime/protocol'

const refusal = (text: string) => {
  const heard = parseMessage(text)
  return 'refused' in heard ? heard.refused.code : heard
}

test('the entry of a log is sent in the language of the client', () => {
  const data = (msg: string | { en: string; fr: string }) => ({ _id: 'r', log: { type: 'step', msg } })
  expect(dataIn(data({ en: 'One', fr: 'Un' }), 'fr')).toEqual(data('Un'))
  expect(dataIn(data('Words of a plugin'), 'fr')).toEqual(data('Words of a plugin'))
  expect(dataIn({ _id: 'r', patch: { status: 'killed' } }, 'fr')).toEqual({ _id: 'r', patch: { status: 'killed' } })
})

describe('a message', () => {
  test.each([
    [
      '{"type":"subscribe","channel":"c","apiKey":"k","account":"{}","more":1}',
      { type: 'subscribe', channel: 'c', apiKey: 'k' },
    ],
    [
      '{"type":"subscribe","channel":"c","applicationKey":"k","appId":"a"}',
      { type: 'subscribe', channel: 'c', linkKey: { key: 'k', application: 'a' } },
    ],
    ['{"type":"subscribe","channel":"c","applicationKey":"k"}', { type: 'subscribe', channel: 'c' }],
    ['{"type":"subscribe","channel":"c","applicationKey":"k","appId":1}', { type: 'subscribe', channel: 'c' }],
    ['{"type":"unsubscribe","channel":"c"}', { type: 'unsubscribe', channel: 'c', apiKey: undefined }],
    ['{"type":"subscribe","channel":"c","apiKey":""}', { type: 'subscribe', channel: 'c', apiKey: undefined }],
    ['{"type":"subscribe","channel":"c","apiKey":{"a":1}}', { type: 'subscribe', channel: 'c', apiKey: undefined }],
    ['{"type":"subscribe","channel":""}', 'channel-missing'],
    ['[]', 'channel-missing'],
    ['"subscribe"', 'channel-missing'],
    ['{"__proto__":{"channel":"c"},"type":"subscribe"}', 'json-key-refused'],
    ['{"type":"constructor","channel":"c"}', 'message-type-unknown'],
    ['{"channel":"c"}', 'message-type-unknown'],
    ['{"type":"subscribe","channel":"\\ud800"}', 'text-ill-formed'],
    ['', 'message-not-json'],
    ['{', 'message-not-json'],
    [`${'['.repeat(8_000)}`, 'message-not-json'],
  ])('%s', (text, expected) => {
    expect(refusal(text)).toEqual(expected)
  })
})

describe('a channel', () => {
  test.each(['journal', 'task-progress', 'transactions'] as const)('of a dataset: %s', (subject) => {
    const name = `datasets/my_data-1/${subject}`
    expect(parseChannel(name)).toEqual({
      name,
      kind: 'datasets',
      id: 'my_data-1',
      resource: 'my_data-1',
      subject,
      operation: `realtime-${subject}`,
    })
  })

  test('of an application', () => {
    const name = 'applications/aB-1/draft-error'
    expect(parseChannel(name)).toMatchObject({ resource: 'applications/aB-1', operation: 'realtime-draft-error' })
  })

  test.each([
    ['applications/a/journal', 403],
    ['datasets/a/draft-error', 403],
    ['datasets', 404],
    ['datasets//journal', 404],
    ['datasets/../journal', 404],
    ['datasets/A B/journal', 404],
    ['Datasets/a/journal', 404],
    ['users/a/journal', 404],
    ['/datasets/a/journal', 404],
    ['datasets/a', 403],
    ['datasets/a/', 403],
    ['datasets/a/constructor', 403],
    ['datasets/a/journal/', 403],
    ['datasets/a/journal/x', 403],
  ])('without subscriptions: %s', (name, status) => {
    expect(() => parseChannel(name)).toThrow(expect.objectContaining({ status }))
  })
})
