/** The grid of an editable dataset, driven by keys and the clipboard. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { service, signIn, type Visit } from './support'

type Lines = { total: number; results: Record<string, unknown>[] }
export const headers = { 'x-apikey': service.apiKey }
export const linesOf = async (id: string): Promise<Lines> =>
  (await (await fetch(`${service.url}/api/v1/datasets/${id}/lines?sort=_i&size=100`, { headers })).json()) as Lines // a page

export async function isSaved(page: Page): Promise<void> {
  await page.locator('#save-state[data-state=saved]').waitFor({ timeout: 20_000 })
}

/** Creates a dataset of trees by the form. @returns its id */
export async function createTrees(visitor: Visit, title: string): Promise<string> {
  const { page } = visitor
  await signIn(visitor)
  await page.goto(`${service.url}/new-dataset`)
  await page.fill('[name=title]', title)
  await page.fill('[name=column-title-0]', 'Name')
  await page.check('[name=column-required-0]')
  for (const [column, type] of [
    ['Height', 'number'],
    ['Planted', 'date'],
    ['Healthy', 'boolean'],
  ] as const) {
    const before = await page.locator('.column-field').count()
    await page.click('[value=add]')
    await page.locator(`[name=column-title-${before}]`).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe(`column-title-${before}`)
    await page.keyboard.type(column)
    await page.selectOption(`[name=column-type-${before}]`, type)
  }
  await page.click('button.primary[value=create]')
  await page.waitForURL(/\/edit-data$/)
  await page.locator('#grid td').first().waitFor()
  return /dataset\/([^/]+)/.exec(page.url())?.[1] ?? ''
}

/** Creates an editable dataset with a row. @returns its id */
export async function created(dataset: object, row: object): Promise<string> {
  const json = { ...headers, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${service.url}/api/v1/datasets${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const { id } = (await (await post('', dataset)).json()) as { id: string } // a dataset
  await post(`/${id}/lines`, row)
  return id
}

/** A block as Excel copies it. */
export const block = (count: number) =>
  Array.from({ length: count }, (_, at) => `Oak ${at}\t${at},5\t31/01/${1950 + at}\toui\r\n`).join('')

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}
