/** The times of events are in the time zone of the reader, which is named; rows end for the keyboard. */
import { describe, expect, test } from 'vitest'
import { executablePath, publish, service, useBrowser, visit } from './support'

describe.skipIf(!executablePath)('a page', () => {
  useBrowser()

  test('has the times of events in the zone of its reader', async () => {
    const id = await publish('a\n1\n', { title: 'Timed' })
    const { page, context, faults } = await visit()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' })
    await page.goto(`${service.url}/dataset/${id}`)
    const times = page.locator('time[datetime*=T][title]')
    await expect.poll(() => times.first().getAttribute('title')).toMatch(/, Tokyo time$/)
    const [at, title] = [await times.first().getAttribute('datetime'), await times.first().getAttribute('title')]
    const hour = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
      new Date(at ?? ''),
    )
    expect(title?.replace(/^(.* )?0?(\d+):(\d+).*$/, '$2:$3')).toBe(
      title?.includes('M') ? `${Number(hour.slice(0, 2)) % 12 || 12}${hour.slice(2)}` : hour.replace(/^0/, ''),
    )
    expect(faults).toEqual([])
    await context.close()
  })

  test('lets the keyboard leave its rows', async () => {
    const id = await publish(`name\n${Array.from({ length: 200 }, (_, at) => `row ${at}`).join('\n')}\n`, {
      title: 'Long',
    })
    const { page, context, faults } = await visit()
    await page.goto(`${service.url}/dataset/${id}/table`)
    await page.locator('tbody a').first().focus()
    for (let at = 0; at < 50; at++) await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.outerHTML)).toContain('data-more')
    expect(await page.locator('tbody tr').count()).toBe(50)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(100)
    // The first of the new rows has the focus.
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll('tbody tr')].findIndex((row) => row.contains(document.activeElement)),
        ),
      )
      .toBe(50)
    expect(faults).toEqual([])
    await context.close()
  })
})
