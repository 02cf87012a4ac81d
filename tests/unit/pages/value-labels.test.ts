import { expect, test } from 'vitest'
import { labelsOf, labelsText } from '../../../worker/pages/publish/value-labels'

test.each([
  ['', null],
  [' \n\n', null],
  ['1 = Open\r\n2=Closed', { 1: 'Open', 2: 'Closed' }],
  ['a = b = c', { a: 'b = c' }],
  ['alone', { alone: '' }],
])('%j', (text, labels) => {
  expect(labelsOf(text)).toEqual(labels)
})

test('a value may be called as the prototype of objects', () => {
  expect(Object.entries(labelsOf('__proto__ = x') ?? {})).toEqual([['__proto__', 'x']])
})

test('labels are shown as typed', () => {
  const labels = { y: 'Yes', n: 'No' }
  expect(labelsOf(labelsText(labels))).toEqual(labels)
})
