import { expect, test } from 'vitest'
import { authorText } from '../../../worker/pages/history/author-text'

test.each([
  ['processing', 'Automatic processing'],
  ['cron', 'Automatic processing'],
  ['Air quality collector', 'Air quality collector'],
])('the author %s is shown as %s', (author, text) => {
  expect(authorText(() => 'Automatic processing', author)).toBe(text)
})
