import { expect, test } from 'vitest'
import { jsonChars } from '../../../worker/collections/json-chars'
import { TtlCache } from '../../../worker/collections/ttl-cache'

test('an entry expires after its time, and an undefined value is an entry', () => {
  const cache = new TtlCache<string | undefined>(10, 2)
  cache.set('a', undefined, 100)
  expect(cache.get('a', 109)).toEqual(expect.objectContaining({ value: undefined }))
  expect(cache.get('a', 110)).toBeUndefined()
})

test('the least recently used entry is evicted', () => {
  const cache = new TtlCache<number>(10, 2)
  cache.set('a', 1, 0)
  cache.set('b', 2, 0)
  cache.get('a', 1)
  cache.set('c', 3, 1)
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 2)?.value)).toEqual([1, undefined, 3])
})

test('entries are bounded by their size', () => {
  const cache = new TtlCache<string>(10, 8, jsonChars)
  cache.set('a', 'x', 0)
  cache.set('b', 'y', 0)
  cache.set('c', 'z', 0)
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 1)?.value)).toEqual([undefined, 'y', 'z'])
})

test('entries are deleted by key and by value', () => {
  const cache = new TtlCache<number>(10, 9)
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at, 0)
  cache.delete('a')
  cache.deleteWhere((value) => value === 1)
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 1)?.value)).toEqual([undefined, undefined, 2])
  cache.clear()
  expect(cache.get('c', 1)).toBeUndefined()
})
