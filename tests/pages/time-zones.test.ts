/** The time zones that pages offer. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { lines, untilFinalized, upload } from '../support/datasets'
import { page, submit } from './support'

test('the time zone of times without an offset is chosen in the review, and among the columns afterwards', async () => {
  const key = await keyOf()
  const { id } = await upload('name,at\nA,13/12/2023 13:27\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const zone = (html: string) => /<select name="zone-1".*?<option value="([^"]+)" selected/s.exec(html)?.[1]
  expect(zone((await page(`/dataset/${id}/review`, { key })).html)).toBe('Europe/Paris')
  await submit(
    `/dataset/${id}/review`,
    { action: 'publish', 'type-1': 'date-time', 'zone-1': 'Europe/London' },
    { key },
  )
  await untilFinalized(id, key)
  expect((await lines(id, '', key)).results).toMatchObject([{ at: '2023-12-13T13:27:00+00:00' }])
  expect(zone((await page(`/dataset/${id}/edit`, { key })).html)).toBe('Europe/London')
})
