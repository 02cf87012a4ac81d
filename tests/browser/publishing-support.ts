/** Files that are chosen on the page of publication. */
import type { Page } from 'playwright-core'

/** A file of a form. */
export const file = (text: string) => ({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Chooses a file, whose upload starts at once, up to its review. */
export async function send(page: Page, sent: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  await page.setInputFiles('input[name=file]', sent)
  await page.waitForURL(/\/review/, { timeout: 60_000 })
  await page.locator('.review, .notice.danger').first().waitFor()
}
