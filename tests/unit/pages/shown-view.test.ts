import { expect, test } from 'vitest'
import { readSharedView } from '../../../worker/pages/share/shared-view'

test.each([
  ['table?q=a&color=no2&view=9/48/2&chart=bar&column=n', { tab: 'table', query: '?q=a' }],
  ['map?n_gte=2&color=no2&view=9/48/2&chart=bar', { tab: 'map', query: '?n_gte=2&color=no2&view=9/48/2' }],
  ['charts?chart=bar&field=n&radius=n', { tab: 'charts', query: '?chart=bar&field=n' }],
  ['fields?q=a', undefined],
])('the shared view of %s has the settings of its tab only', (text, shown) => {
  expect(readSharedView(text)).toEqual(shown)
})
