/** The share dialog of datasets and applications: permissions, links and embed codes, opened from three pages. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  executablePath,
  looks,
  picture,
  places,
  publish,
  service,
  signIn,
  useBrowser,
  violations,
  visit,
} from './support'

describe.skipIf(!executablePath)('sharing', () => {
  useBrowser()

  describe.each(looks)('at $width px, $scheme, $language', (look) => {
    test('access is granted to a user and to all signed-in users, changed and revoked, in a dialog', async () => {
      const id = await publish('town,people\nBrest,3\n', { title: `Visits ${look.width} ${look.scheme}` })
      const visitor = await visit(look)
      const { page } = visitor
      await signIn(visitor)
      const address = `${service.url}/dataset/${id}`
      await page.goto(`${address}/edit`)
      await page.fill('[name=summary]', 'Typed before')
      await page.click('.actions [data-share]')
      const dialog = page.locator('dialog[open]')
      await dialog.locator('[name=access][value=protected]').check()
      await dialog.locator('.give-access [name=name]').fill('Colleague@example.org')
      await dialog.locator('form:has([name=access]) button').click()
      await dialog.locator('.notice[role=status]').waitFor()
      // The other forms of the page keep their input.
      expect(await dialog.locator('.give-access [name=name]').inputValue()).toBe('Colleague@example.org')
      expect(await page.inputValue('#description [name=summary]')).toBe('Typed before')

      const said = look.language === 'fr' ? 'Accès modifié.' : 'Access changed.'
      const give = async (who: string, level: string) => {
        await dialog.locator('[name=who]').selectOption(who)
        await dialog.locator('.give-access [name=level]').selectOption(level)
        await dialog.locator('.give-access button').click()
      }
      await give('email', 'write')
      const colleague = dialog.locator('.rows li:has-text("colleague@example.org")')
      await colleague.waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
      await dialog.locator('[name=who]').selectOption('signed-in')
      await dialog.locator('.give-access [name=name]').waitFor({ state: 'hidden' })
      await give('signed-in', 'read')
      const people = dialog.locator('.rows li:has(form)')
      await expect.poll(() => people.count()).toBe(2)
      await colleague.locator('select').selectOption('list')
      await colleague.locator('.button-row button').click()
      await dialog.locator(`.share-panel:not([aria-busy]) .notice:has-text("${said}")`).waitFor()
      expect(await colleague.locator('select').inputValue()).toBe('list')
      expect(await violations(page)).toEqual([])
      await picture(page, 'sharing', look)
      const wider = await dialog.evaluate((element) =>
        [...element.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > element.getBoundingClientRect().right)
          .filter((one) => !one.closest('code'))
          .map((one) => one.outerHTML.slice(0, 100)),
      )
      expect(wider).toEqual([])
      const row = colleague.locator('button')
      const boxes = await Promise.all((await row.all()).map((button) => button.boundingBox()))
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
      const isCut = await colleague.locator('select').evaluate((select) => {
        const width = select.getBoundingClientRect().width
        select.style.setProperty('justify-self', 'start')
        select.style.setProperty('width', 'max-content')
        const whole = select.getBoundingClientRect().width
        select.removeAttribute('style')
        return whole > width
      })
      expect(isCut).toBe(false)

      const stranger = await visit(look)
      await stranger.page.goto(`${service.url}/sign-up`)
      await stranger.page.fill('[name=name]', 'A stranger')
      await stranger.page.fill('[name=email]', `stranger-${look.width}-${look.scheme}@example.org`)
      await stranger.page.fill('[name=password]', 'a long password of a stranger')
      await stranger.page.click('main button.primary')
      await stranger.page.waitForURL(`${service.url}/`)
      expect((await stranger.page.goto(address))?.status()).toBe(200)

      const level = people.locator('[name=level]').first()
      const saved = await level.inputValue()
      await level.selectOption(saved === 'read' ? 'write' : 'read')
      let isAsked = false
      page.once('dialog', (question) => {
        isAsked = true
        void question.dismiss()
      })
      await page.keyboard.press('Escape')
      await expect.poll(() => isAsked).toBe(true)
      await level.selectOption(saved)

      for (const left of [1, 0]) {
        await people.locator('button.danger').last().click()
        await expect.poll(() => people.count()).toBe(left)
      }
      expect((await stranger.page.goto(address))?.status()).toBe(403)
      const answers = [false, true]
      page.on('dialog', (question) => void (answers.shift() ? question.accept() : question.dismiss()))
      await dialog.locator('[name=access][value=public]').check()
      await page.keyboard.press('Escape')
      await expect.poll(() => answers.length).toBe(1)
      expect(await dialog.locator('[name=access][value=public]').isChecked()).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(/Share|Partager/)
      expect(visitor.faults).toEqual([])
    })

    test('a protected link opens the table, the map and the downloads of a private dataset, until it is revoked', async () => {
      const csv = 'town,lat,lon,people\nBrest,48.39,-4.49,3\nRennes,48.11,-1.68,7\n'
      const id = await publish(csv, { title: `Moorings ${look.width} ${look.scheme}` }, places)
      const visitor = await visit(look)
      const { page } = visitor
      await signIn(visitor)
      await page.goto(`${service.url}/dataset/${id}`)
      await page.click('.actions [data-share]')
      const dialog = page.locator('dialog[open]')
      await dialog.locator('[name=access][value=protected]').check()
      await dialog.locator('form:has([name=access]) button').click()
      await dialog.locator('.notice[role=status]').waitFor()
      await dialog.locator('.folded:has([value=link-add]) > summary').click()
      await dialog.locator('form:has(> [value=link-add]) [name=title]').fill('Press')
      await dialog.locator('form:has(> [value=link-add]) button').click()
      const link = dialog.locator('code', { hasText: '/link/' }).first()
      await link.waitFor()
      await dialog.locator('.rows li:has-text("Press") details:not(.confirmed) > summary').click()
      const isWider = await dialog.evaluate((one) => one.scrollWidth > one.clientWidth)
      expect(isWider).toBe(false)
      await picture(page, 'share-link', look)
      const address = (await link.textContent()) ?? ''

      const guest = await visit(look)
      await guest.page.goto(address)
      expect(await violations(guest.page)).toEqual([])
      await picture(guest.page, 'link-description', look)
      for (const part of ['table', 'map', 'charts', 'download']) {
        await guest.page.click(`nav.tabs a[href$="/${part}"]`)
        await guest.page.waitForURL(`**/${part}`)
        if (part === 'map') await guest.page.locator('.map canvas').waitFor()
        else await guest.page.locator('main').waitFor()
        expect(await violations(guest.page)).toEqual([])
        await picture(guest.page, `link-${part}`, look)
      }
      const [download] = await Promise.all([
        guest.page.waitForEvent('download'),
        guest.page.click('.downloads a[href*="table.csv"]'),
      ])
      expect(readFileSync(await download.path(), 'utf8')).toContain('Rennes')
      expect(guest.faults).toEqual([])

      await dialog.locator('.rows li:has-text("Press") .confirmed > summary').click()
      await dialog.locator('.rows li:has-text("Press") .confirmed button').click()
      await link.waitFor({ state: 'detached' })
      await expect.poll(async () => (await guest.page.goto(address))?.status(), { timeout: 15_000 }).toBe(403)
      await guest.context.close()
      expect(visitor.faults).toEqual([])
    })

    test('a page without scripts shares as the dialog does', async () => {
      const id = await publish('town,people\nBrest,3\n', { title: `Towns ${look.width} ${look.scheme}` })
      const visitor = await visit(look, false)
      const { page } = visitor
      await signIn(visitor)
      await page.goto(`${service.url}/dataset/${id}`)
      await page.click('.actions [data-share]')
      await page.waitForURL(/\/share$/)
      await page.check('[name=access][value=protected]')
      await page.click('form:has([name=access]) button')
      await page.locator('.notice[role=status]').waitFor()
      expect(await page.textContent('[data-visibility]')).toMatch(/Private|Privé/)
      await picture(page, 'share-page', look)
    })
  })

  test('the title of the page follows a change of access, and the code is copied', async () => {
    const id = await publish('town,people\nBrest,3\n', { title: 'Followed' })
    const visitor = await visit()
    const { page } = visitor
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}`)
    expect(await page.locator('h1 .chip').count()).toBe(0)
    await page.keyboard.press('Tab')
    await page.locator('.actions [data-share]').focus()
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.locator('[data-copy]:visible').last().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/embed/dataset/')
    await dialog.locator('[data-copy]:visible').filter({ hasText: 'Copied' }).waitFor()
    await dialog.locator('[name=access][value=protected]').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.locator('h1 .chip').waitFor()
    // An embed is read without a session.
    expect(await dialog.locator('[data-embeds]').count()).toBe(0)
    await dialog.locator('.give-access [name=name]').fill('nobody')
    await dialog.locator('.give-access button').click()
    await dialog.locator('.give-access [name=name]:focus[aria-invalid]').waitFor()
    expect(await dialog.locator('[role=alert]').allTextContents()).toEqual(['“nobody” is not an e-mail address.'])
    // A group is named, and has no e-mail address to refuse.
    await dialog.locator('[name=who]').selectOption('signed-in')
    expect(await dialog.locator('[role=alert]').isVisible()).toBe(false)
    expect(visitor.faults.splice(0)).toEqual([expect.stringContaining('400')])
    await page.keyboard.press('Escape')
    await page.reload()
    expect(await page.locator('h1 .chip').count()).toBe(1)
    expect(visitor.faults).toEqual([])
  })
})
