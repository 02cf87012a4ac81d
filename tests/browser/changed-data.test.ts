/** Screens of changes: the visitor view, states in lists, deletions, new files. */
import { describe, expect, test } from 'vitest'
import { executablePath, looks, picture, publish, service, signIn, useBrowser, violations, visit } from './support'

const headers = { 'x-apikey': service.apiKey }
const csv = 'name,town,places\nHall,Rennes,12\nAttic,Brest,3\n'

async function api<Shape>(path: string, method: string, body: unknown): Promise<Shape> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([path, answer.status < 300]).toEqual([path, true])
  // What the route documents.
  return (await answer.json()) as Shape
}

describe.skipIf(!executablePath)('changed data', () => {
  useBrowser()

  test.each(looks)(
    '$width px, $scheme, $language',
    async (look) => {
      const id = await publish(csv, { title: 'Racks of Brittany' })
      const url = `${service.url}/build/applications/charts/`
      const entry = { id, href: `${service.url}/api/v1/datasets/${id}` }
      const configuration = { datasets: [entry], data: { type: 'bar', group: 'town' } }
      const made = { url, title: 'Racks by town', configuration }
      const application = await api<{ id: string }>('/applications', 'POST', made)
      const visitor = await visit(look)
      const { page } = visitor
      await signIn(visitor)
      const pictured = async (name: string, path: string) => {
        await page.goto(service.url + path)
        await page.waitForLoadState('networkidle')
        await picture(page, name, look)
        expect([name, await violations(page)]).toEqual([name, []])
      }
      await pictured('visitor-refused', `/visitor/application/${application.id}`)
      await api(`/applications/${application.id}/permissions`, 'PUT', [{ classes: ['list', 'read'] }])
      await pictured('visitor-dataset', `/visitor/dataset/${id}`)
      await page.click(`a[href$="/visitor/dataset/${id}/table"]`)
      await page.locator('.grid td', { hasText: 'Rennes' }).waitFor()
      await picture(page, 'visitor-table', look)
      // In its sandbox, the application reads the public dataset without the session.
      await page.goto(`${service.url}/visitor/application/${application.id}`)
      await page.frameLocator('.preview iframe').locator('html[data-ready]').waitFor({ state: 'attached' })
      await picture(page, 'visitor-application', look)
      await page.click('.banner.visitor a')
      await page.waitForURL(`${service.url}/application/${application.id}`)

      const form = new FormData()
      form.append('file', new Blob(['name,room\nHall,3\n']), 'newer.csv')
      const sent = await fetch(`${service.url}/api/v1/datasets/${id}?draft=never`, {
        method: 'POST',
        headers,
        body: form,
      })
      expect(sent.ok).toBe(true)
      await expect
        .poll(
          async () => (await page.goto(`${service.url}/?q=Racks+of+Brittany`)) && page.locator('a.chip.warn').count(),
          {
            timeout: 30_000,
          },
        )
        .toBeGreaterThan(0)
      await pictured('list-states', '/?q=Racks+of+Brittany')
      await pictured('replacement', `/dataset/${id}/review`)
      expect(await page.textContent('.changes')).toContain('Racks by town')
      await page.locator('.review-actions summary').click()
      await picture(page, 'replacement-discard', look)
      await pictured('delete-dataset', `/dataset/${id}/delete`)
      await pictured('delete-application', `/application/${application.id}/delete`)
      const copy = { isRest: true, title: 'Racks edited', initFrom: { dataset: id, parts: ['schema', 'data'] } }
      const editable = await api<{ id: string }>('/datasets', 'POST', copy)
      await expect
        .poll(
          async () =>
            (await page.goto(`${service.url}/dataset/${editable.id}/edit-data?source=${id}`)) &&
            page.locator('.confirmed').count(),
          { timeout: 30_000 },
        )
        .toBe(1)
      await page.click('.confirmed summary')
      await picture(page, 'file-beside', look)
      expect(await violations(page)).toEqual([])
      expect(visitor.faults.filter((fault) => !fault.includes('403'))).toEqual([])
      for (const path of [`/applications/${application.id}`, `/datasets/${id}`, `/datasets/${editable.id}`]) {
        await fetch(`${service.url}/api/v1${path}`, { method: 'DELETE', headers })
      }
    },
    120_000,
  )
})
