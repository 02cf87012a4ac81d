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
    await page.locator('form[data-upload]').waitFor()
    await seen(visitor, 'upload')
    await page.setInputFiles('input[name=file]', {
      name: 'moorings.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,places\nA,1\nB,2\nC,3\n'),
    })
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

  test('rows of a file are imported into an editable dataset', async () => {
    const title = `Buoys ${look.width} ${look.scheme}`
    const json = {
      isRest: true,
      title,
      schema: [
        { key: 'name', type: 'string' },
        { key: 'places', type: 'integer' },
      ],
    }
    const headers = { 'x-apikey': service.apiKey, 'content-type': 'application/json' }
    const made = await fetch(`${service.url}/api/v1/datasets`, { method: 'POST', headers, body: JSON.stringify(json) })
    const { id } = (await made.json()) as { id: string } // a dataset
    const visitor = await visit(look)
    await signIn(visitor)
    const { page } = visitor
    await page.goto(`${service.url}/embed/workflow/update-dataset?q=${encodeURIComponent(title)}`)
    await page.click(`a[href*="/${id}/import"]`)
    const name = 'buoys.csv'
    const buffer = Buffer.from('name;places\nA;1\nB;many\nC;3\n')
    await page.locator('.drop[data-ready]').waitFor()
    const dropped = await page.evaluateHandle(
      ([text, fileName]) => {
        const files = new DataTransfer()
        files.items.add(new File([text], fileName))
        return files
      },
      [buffer.toString(), name] as const,
    )
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped })
    await page.locator(`.drop strong:text-is("${name}")`).waitFor()
    await page.click('form[data-import] button.primary')
    const others = page.locator('[data-outcome] button[formaction*="errors=skip"]')
    await others.waitFor()
    await seen(visitor, 'import-refused')
    await others.click()
    await page.waitForURL(/outcome=/)
    await page.locator('.notice.danger').waitFor()
    await seen(visitor, 'imported')
    expect(await page.textContent('.figures td.number')).toBe('3')
    await page.reload()
    expect(await page.textContent('.figures td.number')).toBe('3')
    const read = await fetch(`${service.url}/api/v1/datasets/${id}/lines`, { headers })
    expect(((await read.json()) as { total: number }).total).toBe(2) // lines
    await page.click('.notice a[href*="updated="]')
    await page.locator(`.notice:not([data-progress]) a[href$="/dataset/${id}"]`).waitFor()
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
})
