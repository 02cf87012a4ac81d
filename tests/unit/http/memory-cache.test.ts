import { expect, test } from 'vitest'
import { RecentAnswers } from '../../../worker/http/caching/memory-cache'
import { limits } from '../../../worker/limits'

const costly = { isCostly: true }
const answer = (size: number) => ({ bytes: new Uint8Array(size), etag: `W/"${size}"`, described: {} })

test('the most recently used responses are cached, up to a total size', () => {
  const answers = new RecentAnswers(3_100)
  for (const key of ['a', 'b', 'c']) answers.keep(key, answer(1_000), costly)
  expect(answers.get('a')).toBeDefined()
  answers.keep('d', answer(1_000), costly)
  expect(['a', 'b', 'c', 'd'].filter((key) => answers.get(key))).toEqual(['a', 'c', 'd'])
})

test('the same key is cached once, with its last response', () => {
  const answers = new RecentAnswers(2_100)
  answers.keep('b', answer(1_000), costly)
  for (const size of [900, 800, 1_000]) answers.keep('a', answer(size), costly)
  expect(answers.get('a')?.bytes.length).toBe(1_000)
  expect(answers.get('b')).toBeDefined()
})

test('a large response is not cached', () => {
  const answers = new RecentAnswers(10 * limits.cache.maxAnswerBytes)
  answers.keep('a', answer(limits.cache.maxAnswerBytes + 1), costly)
  expect(answers.get('a')).toBeUndefined()
})

test('a cheap response is cached at its second request, despite other requests in between', () => {
  const answers = new RecentAnswers(10 * limits.cache.maxAnswerBytes)
  const cheap = { isCostly: false }
  const pages = Array.from({ length: 100 }, (_, at) => `lines?after=${at}`)
  for (const key of pages) answers.keep(key, answer(1_000), cheap)
  expect(pages.filter((key) => answers.get(key))).toEqual([])
  answers.keep('lines?after=7', answer(1_000), cheap)
  expect(pages.filter((key) => answers.get(key))).toEqual(['lines?after=7'])
  answers.clear()
  answers.keep('lines?after=7', answer(1_000), cheap)
  expect(answers.get('lines?after=7')).toBeUndefined()
})
