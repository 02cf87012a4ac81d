/** The deletion of rows of the grid, undone after it was stored. */
import { describe, expect, test } from 'vitest'
import { created, headers, isSaved } from './editing-support'
import { executablePath, service, signIn, useBrowser, visit } from './support'

describe.skipIf(!executablePath)('a deletion that is undone', () => {
  useBrowser()

  test('leaves the rows where they were, also after a reload', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    const schema = [{ key: 'name', type: 'string' }]
    const rest = { history: true }
    const id = await created({ isRest: true, rest, title: 'Undone trees', schema }, { name: 'Oak' })
    const names = ['Elm', 'Fir', 'Ash', 'Yew']
    await fetch(`${service.url}/api/v1/datasets/${id}/_bulk_lines`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(names.map((name) => ({ name }))),
    })
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    const shown = () => page.locator('#grid td[data-column="0"]').allTextContents()
    await expect.poll(async () => (await shown()).slice(0, 5)).toEqual(['Oak', ...names])
    await page.locator('#grid tr[aria-rowindex="3"] th').click()
    await page.locator('#grid tr[aria-rowindex="5"] th').click({ modifiers: ['Shift'] })
    await page.click('[data-do=delete]')
    await isSaved(page)
    await expect.poll(async () => (await shown()).slice(0, 2)).toEqual(['Oak', 'Yew'])
    await page.focus('#grid')
    await page.keyboard.press('Control+z')
    await isSaved(page)
    await page.reload()
    await expect.poll(async () => (await shown()).slice(0, 5)).toEqual(['Oak', ...names])

    expect(faults).toEqual([])
  })

  test('in the list of deleted rows brings the same rows back, which are not offered again', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    const schema = [{ key: 'name', type: 'string' }]
    const constraints = [{ type: 'unique', properties: ['name'] }]
    const said = { isRest: true, rest: { history: true }, title: 'Restored trees', schema, constraints }
    const id = await created(said, { name: 'Oak' })
    const api = `${service.url}/api/v1/datasets/${id}`
    const json = { ...headers, 'content-type': 'application/json' }
    const names = ['Elm', 'Fir', 'Ash', 'Yew']
    const body = JSON.stringify(names.map((name) => ({ name })))
    await fetch(`${api}/_bulk_lines`, { method: 'POST', headers: json, body })
    type Lines = { results: { _id: string; name: string; _action: string }[] }
    const read = async (path: string): Promise<Lines> => await (await fetch(`${api}/${path}`, { headers })).json()
    const ids = async () => (await read('lines?sort=_i:created')).results.map(({ _id, name }) => `${name} ${_id}`)
    const before = await ids()
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    const shown = () => page.locator('#grid td[data-column="0"]').allTextContents()
    await expect.poll(async () => (await shown()).slice(0, 5)).toEqual(['Oak', ...names])
    const remove = async () => {
      await page.locator('#grid tr[aria-rowindex="3"] th').click()
      await page.locator('#grid tr[aria-rowindex="5"] th').click({ modifiers: ['Shift'] })
      await page.click('[data-do=delete]')
      await isSaved(page)
    }
    const told = page.locator('#deleted-rows[open] #deletions-state')
    const restore = async () => {
      await page.click('[data-deleted]')
      await expect.poll(() => told.textContent()).toBe('3 deleted rows can be restored.')
      await page.locator('#deleted-rows[open] li button').first().click()
    }
    await remove()
    await page.reload()
    await restore()
    await expect.poll(() => page.locator('#cell-problem').textContent()).toBe('3 rows were restored.')
    await expect.poll(async () => (await shown()).slice(0, 5)).toEqual(['Oak', ...names])
    expect(await ids()).toEqual(before)
    await page.click('[data-deleted]')
    await expect.poll(() => told.textContent()).toBe('The history has no deleted rows.')
    expect(await page.locator('#deletions li').count()).toBe(0)
    await page.locator('#deleted-rows[open] button[type=submit]').click()
    const elm = before.find((one) => one.startsWith('Elm'))?.split(' ')[1]
    const { results } = await read(`lines/${elm}/revisions`)
    expect(results.map(({ _action }) => _action)).toEqual(['create', 'delete', 'createOrUpdate'])

    // A row whose name another one has by now is named, and stays in the list.
    await remove()
    await fetch(`${api}/lines`, { method: 'POST', headers: json, body: JSON.stringify({ name: 'Fir' }) })
    await restore()
    const refused = page.locator('#unrestored-rows')
    await expect
      .poll(() => refused.locator('p').textContent())
      .toBe('2 rows were restored. 1 row could not be restored.')
    expect(await refused.locator('li').textContent()).toMatch(/^name: Fir — /)
    await expect.poll(() => told.textContent()).toBe('1 deleted row can be restored.')
    await page.locator('#deleted-rows[open] button[type=submit]').click()
    await page.focus('#grid')
    await expect.poll(async () => (await shown()).slice(0, 5)).toEqual(['Oak', 'Elm', 'Ash', 'Yew', 'Fir'])
    expect(faults).toEqual([])
  })

  test('all deleted rows come back together, after a confirmation', async () => {
    const visitor = await visit()
    const { page, faults } = visitor
    const said = {
      isRest: true,
      rest: { history: true },
      title: 'All trees',
      schema: [{ key: 'name', type: 'string' }],
    }
    const id = await created(said, { name: 'Oak' })
    const api = `${service.url}/api/v1/datasets/${id}`
    for (const name of ['Elm', 'Fir']) {
      const json = { ...headers, 'content-type': 'application/json' }
      const made = await fetch(`${api}/lines`, { method: 'POST', headers: json, body: JSON.stringify({ name }) })
      const { _id } = (await made.json()) as { _id: string } // a line
      await fetch(`${api}/lines/${_id}`, { method: 'DELETE', headers })
    }
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    await page.click('[data-deleted]')
    await page.click('#restore-all summary')
    await page.click('#restore-all button')
    await expect.poll(() => page.locator('#cell-problem').textContent()).toBe('2 rows were restored.')
    const shown = () => page.locator('#grid td[data-column="0"]').allTextContents()
    await expect.poll(async () => (await shown()).slice(0, 3).sort()).toEqual(['Elm', 'Fir', 'Oak'])
    await page.click('[data-deleted]')
    await expect.poll(() => page.locator('#deletions-state').textContent()).toBe('The history has no deleted rows.')
    expect(await page.locator('#restore-all').isVisible()).toBe(false)
    expect(faults).toEqual([])
  })

  test('of a row with a file is confirmed without a history, which would bring the file back', async () => {
    const visitor = await visit()
    const { page } = visitor
    const schema = [
      { key: 'name', type: 'string' },
      { key: 'photo', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
    ]
    const id = await created({ isRest: true, title: 'Pictured trees', schema }, { name: 'Oak' })
    const form = new FormData()
    form.set('name', 'Elm')
    form.set('attachment', new Blob(['elm']), 'elm.txt')
    await fetch(`${service.url}/api/v1/datasets/${id}/lines`, { method: 'POST', headers, body: form })
    await signIn(visitor)
    await page.goto(`${service.url}/dataset/${id}/edit-data`)
    const names = () => page.locator('#grid td[data-column="0"]').allTextContents()
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Oak', 'Elm'])
    await page.locator('#grid tr[aria-rowindex="3"] th').click()
    const question = page.waitForEvent('dialog')
    const click = page.click('[data-do=delete]')
    const dialog = await question
    expect(dialog.message()).toBe('Delete 1 row with its file? Undo brings the row back, not the file.')
    await dialog.dismiss()
    await click
    expect((await names()).slice(0, 2)).toEqual(['Oak', 'Elm'])
    await page.locator('#grid tr[aria-rowindex="2"] th').click()
    await page.click('[data-do=delete]')
    await isSaved(page)
    await expect.poll(async () => (await names())[0]).toBe('Elm')
  })
})
