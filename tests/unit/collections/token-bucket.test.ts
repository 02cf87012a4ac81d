import { expect, test } from 'vitest'
import { Buckets, rateOf } from '../../../worker/collections/token-bucket'

const perMinute = rateOf(60, 60_000)

test('a bucket is full at first, and refilled continuously', () => {
  const buckets = new Buckets(10)
  for (let i = 0; i < 60; i++) expect(buckets.take('a', perMinute, 1, 0)).toBe(0)
  expect(buckets.take('a', perMinute, 1, 0)).toBeCloseTo(1)
  expect(buckets.take('a', perMinute, 1, 500)).toBeCloseTo(0.5)
  expect(buckets.take('a', perMinute, 1, 1_000)).toBe(0)
  expect(buckets.take('b', perMinute, 1, 0)).toBe(0)
  for (let i = 0; i < 60; i++) expect(buckets.take('a', perMinute, 1, 10_000_000)).toBe(0)
  expect(buckets.take('a', perMinute, 1, 10_000_000)).toBeGreaterThan(0)
})

test('tokens used beyond the bucket are a debt, paid over time', () => {
  const buckets = new Buckets(10)
  buckets.charge('a', perMinute, 90, 0)
  expect(buckets.take('a', perMinute, 0, 0)).toBeCloseTo(30)
  expect(buckets.take('a', perMinute, 0, 30_001)).toBe(0)
})

test('the least recent caller is evicted first, and a clock that goes back adds no tokens', () => {
  const buckets = new Buckets(2)
  for (const caller of ['a', 'b', 'a', 'c']) buckets.charge(caller, perMinute, 60, 1_000)
  expect(buckets.take('a', perMinute, 1, 0)).toBeGreaterThan(0)
  // Back at its time, the clock has not passed the same second twice.
  expect(buckets.take('a', perMinute, 1, 1_000)).toBeGreaterThan(0)
  expect(buckets.take('b', perMinute, 1, 1_000)).toBe(0)
})
