/** An editable dataset with the rows of a file: one file, one review, and the grid. */
import { describe, expect, test } from 'vitest'
import { linesOf } from './editing-support'
import { file, send } from './publishing-support'
import { executablePath, looks, picture, service, signIn, useBrowser, visit } from './support'

describe.skipIf(!executablePath)('an editable dataset from a file', () => {
  useBrowser()

  test('opens in the grid after the review of the file, with the choices of the review', async () => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/new-dataset`)
    await page.click('.tabs a[href$="start=file"]')
    await send(page, file('name,height\nOak,12\nElm,9\n'))
    await page.fill('[name=title]', 'Trees of a file')
    await page.check('[name=authors]')
    await picture(page, 'review-editable', looks[0])
    await page.click('.save-bar button.primary')
    await page.waitForURL(/\/edit-data/, { timeout: 60_000 })
    await page.getByText('Elm').first().waitFor({ timeout: 60_000 })
    await expect.poll(() => page.locator('.notice[data-progress]').count(), { timeout: 60_000 }).toBe(0)
    const id = /dataset\/([^/]+)/.exec(page.url())?.[1] ?? ''
    const answer = await fetch(`${service.url}/api/v1/datasets/${id}`, { headers: { 'x-apikey': service.apiKey } })
    expect(await answer.json()).toMatchObject({
      isRest: true,
      title: 'Trees of a file',
      rest: { history: true, storeUpdatedBy: true },
    })
    expect((await linesOf(id)).results.map(({ name }) => name)).toEqual(['Oak', 'Elm'])
    // The dataset of the file is gone, and the form that was sent by itself is not sent again.
    const list = await fetch(`${service.url}/api/v1/datasets?title=Trees%20of%20a%20file`, {
      headers: { 'x-apikey': service.apiKey },
    })
    expect(await list.json()).toMatchObject({ count: 1, results: [{ id }] })
    await page.goBack()
    await page.locator('form.card, .drop').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(page.url()).toContain('/new-dataset')
    expect(visitor.faults).toEqual([])
  })
})
