/** A contributor updates a dataset in a frame of a portal: chooses it, sends a file, reviews and publishes it. */
import { describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  picture,
  publish,
  service,
  signIn,
  useBrowser,
  type Visit,
  violations,
  visit,
} from './support'

describe.skipIf(!executablePath).each(looks)('at $width px, $scheme, $language', (look) => {
  useBrowser()

  async function seen({ page }: Visit, name: string): Promise<void> {
    expect(await violations(page)).toEqual([])
    await picture(page, `workflow-${name}`, look)
  }

  test('a file is replaced without leaving the frame', async () => {
    const title = `Moorings ${look.width} ${look.scheme}`
    const id = await publish('name,places\nA,1\nB,2\n', { title })
    const visitor = await visit(look)
    await signIn(visitor)
    const { page } = visitor
    await page.goto(`${service.url}/embed/workflow/update-dataset?q=${encodeURIComponent(title)}`)
    await seen(visitor, 'choose')
    await page.click(`a[href*="/${id}/replace"]`)
    await page.setInputFiles('input[name=file]', {
      name: 'moorings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,places\nA,1\nB,2\nC,3\n'),
    })
    await seen(visitor, 'upload')
    await page.click('form[data-upload] button.primary')
    await page.waitForURL(/update-dataset\/.*\/review/)
    await page.locator('.review-form button[value=publish]').waitFor()
    await seen(visitor, 'review')
    await page.click('.review-form button[value=publish]')
    await page.waitForURL(/updated=/)
    await page.locator(`.notice:not([data-progress]) a[href$="/dataset/${id}"]`).waitFor()
    await seen(visitor, 'done')
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})
