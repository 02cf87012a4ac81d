/** What the page of a chart says beside the drawing, with the next step. */
import { expect, test } from 'vitest'
import { keyOf, town } from '../support/accounts'
import { page, published } from './support'

const visits = 'town,kind,people\nRennes,school,10\nRennes,station,20\nBrest,school,30\nBrest,station,5\n'

test('a chart without rows says that its filters leave none, and clears them', async () => {
  const key = await keyOf(town)
  const { id } = await published(key, {}, visits)
  const tab = `/dataset/${id}/charts?chart=pie&field=town`
  const { html } = await page(`${tab}&kind_eq=none`, { key })
  expect(html).toMatch(
    /<p class="empty">No rows with these filters\. <a href="[^"]*\/charts\?chart=pie&amp;field=town"/,
  )
  const french = await page(`${tab}&kind_eq=none`, { key, headers: { 'accept-language': 'fr' } })
  expect(french.html).toContain('Aucune ligne avec ces filtres. <a')
})

test('bars of two series are stacked by a link, and stacked bars of one series name the setting', async () => {
  const key = await keyOf(town)
  const { id } = await published(key, {}, visits)
  const caption = async (query: string) =>
    /<figcaption>.*?<\/figcaption>/s.exec((await page(`/dataset/${id}/charts?field=town&${query}`, { key })).html)?.[0]
  expect(await caption('chart=bar&series=kind')).toMatch(/chart=stacked[^>]*>Stack the bars<\/a>/)
  expect(await caption('chart=bar&series=kind&metric=avg&metric_field=people')).not.toContain('Stack the bars')
  expect(await caption('chart=bar')).not.toContain('Stack')
  expect(await caption('chart=stacked')).toContain('choose a column in “Split by” to stack the bars')
  expect(await caption('chart=stacked&series=kind')).not.toMatch(/stack the bars/i)
})
