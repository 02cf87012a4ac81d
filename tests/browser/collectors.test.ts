/** Collectors in the browser: tested before creation, run with a live log, stopped, changed, deleted. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { SourceServer } from '../support/source-server'
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

const source = new SourceServer()
let host: string
useBrowser()
beforeAll(async () => {
  host = await source.start(inject('sourcePort'))
})
afterAll(() => source.stop())

async function administrator(look: (typeof looks)[number] = looks[0]): Promise<Visit> {
  const who = await visit(look)
  await signIn(who)
  return who
}

const api = async <Body>(method: string, path: string, json?: unknown): Promise<Body> => {
  const headers = { 'x-apikey': service.apiKey, 'content-type': 'application/json' }
  const body = json === undefined ? null : JSON.stringify(json)
  const response = await fetch(`${service.url}/api/v1/${path}`, { method, headers, body })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // The caller says which keys it reads; a missing one fails its assertion.
  return (response.status === 204 ? undefined : await response.json()) as Body
}
type Collector = { id: string; scheduling: Record<string, unknown>[]; config: { dataset?: { id: string } } }

describe.skipIf(!executablePath)('an administrator', () => {
  test('tests a source, creates a collector for an existing dataset, sees its run, and deletes it', async () => {
    const dataset = await publish('name,places\nOld,1\n', { title: 'Racks to update' })
    source.files.set('/racks.csv', 'name,places\nStation,12\nMarket,8\n')
    const { page, faults } = await administrator()
    await page.goto(`${service.url}/collectors`)
    await page.getByRole('link', { name: 'New collector' }).click()
    await page.getByRole('link', { name: 'File', exact: true }).click()
    await page.getByLabel('Title', { exact: true }).fill('Racks of the town')
    await page.getByLabel('URL of the file').fill(`http://${host}/absent.csv`)
    // The inputs that the choices need are shown, and no others.
    const shown = (name: string) => page.locator(`[name="${name}"]`).isVisible()
    const names = ['config.pattern', 'config.dataset.title', 'config.dataset.id']
    expect(await Promise.all(names.map(shown))).toEqual([false, true, false])
    await page.getByLabel('Files', { exact: true }).selectOption('all')
    expect(await shown('config.pattern')).toBe(true)
    await page.getByLabel('Files', { exact: true }).selectOption('one')
    await page.getByLabel('What to do').selectOption('update')
    expect(await Promise.all(names.map(shown))).toEqual([false, false, true])
    await page.getByLabel('Existing dataset').selectOption({ label: 'Racks to update' })
    await page.getByRole('button', { name: 'Test the connection' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('there is no file at this address (HTTP 404)')
    await page.getByLabel('URL of the file').fill(`http://${host}/racks.csv`)
    // Only the inputs of the chosen schedule are shown.
    expect(await page.getByLabel('Day of the week').isVisible()).toBe(false)
    await page.getByLabel('When').selectOption('weekly')
    await page.getByLabel('Day of the week').selectOption('2')
    await page.getByLabel('Time', { exact: true }).fill('05:30')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByRole('cell', { name: 'Market' }).waitFor()
    expect(await page.getByLabel('Existing dataset').inputValue()).toBe(dataset)
    const { results: before } = await api<{ results: Collector[] }>('GET', 'collectors?q=Racks of the town')
    expect(before).toEqual([])

    await page.getByRole('button', { name: 'Create the collector' }).click()
    await page.waitForURL('**/collector/*')
    expect(await page.locator('main').textContent()).toContain('every Tuesday at 05:30 (Europe/Paris)')
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('finished').first().waitFor()
    expect(await page.locator('.journal').textContent()).toMatch(/Download.*racks\.csv.*Update of the dataset/s)
    expect(await page.getByRole('link', { name: 'Racks to update' }).getAttribute('href')).toContain(dataset)
    expect(JSON.stringify(await api('GET', `datasets/${dataset}/lines`))).toContain('Market')

    await page.locator('main').getByText('Settings', { exact: true }).click()
    await page.getByText('Add another time').click()
    await page.getByLabel('When').last().selectOption('monthly')
    await page.getByLabel('Day of the month').last().selectOption('last')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('on the last day of each month at 03:00').waitFor()
    const id = page.url().split('/').at(-1)
    expect((await api<Collector>('GET', `collectors/${id}`)).scheduling).toMatchObject([
      { type: 'weekly', dayOfWeek: '2', hour: 5, minute: 30 },
      { type: 'monthly', lastDayOfMonth: true, hour: 3, minute: 0 },
    ])

    await page.getByText('Delete the collector').first().click()
    await page.getByRole('button', { name: 'Delete the collector' }).click()
    await page.waitForURL(/\/collectors\?done=deleted$/)
    expect(await page.getByText('Racks of the town').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('follows a run live, and stops it', async () => {
    let open: () => void = () => {}
    source.answers.set('/slow.csv', (_, __, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write('name\nA\n')
      open = () => response.end()
    })
    const config = { datasetMode: 'create', url: `http://${host}/slow.csv` }
    const json = { title: 'Slow', plugin: 'transfer-file', active: true, config }
    const { id } = await api<Collector>('POST', 'collectors', json)
    const { page } = await administrator()
    await page.goto(`${service.url}/collector/${id}`)
    await page.getByRole('button', { name: 'Run now' }).click()
    // A run starts with the queue, which other tests fill.
    await page.getByText('Creation of the dataset').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('ol').getByText('The run was stopped.').waitFor({ timeout: 60_000 })
    open()
    await page.getByText('stopped', { exact: true }).first().waitFor()
    await api('DELETE', `collectors/${id}`)
  })

  test('has pages without accessibility violations in any theme', async () => {
    source.files.set('/places.csv', 'name,n\nA,1\n')
    const rules = [
      { type: 'daily', hour: 3, minute: 0 },
      { type: 'monthly', lastDayOfMonth: true, hour: 8, minute: 15 },
    ]
    const config = { datasetMode: 'create', url: `http://${host}/places.csv`, dataset: { title: 'Places' } }
    const json = { title: 'Places of the town', plugin: 'transfer-file', active: true, config, scheduling: rules }
    const { id } = await api<Collector>('POST', 'collectors', json)
    await api('POST', `collectors/${id}/_trigger`, {})
    await expect.poll(async () => (await api<Collector>('GET', `collectors/${id}`)).config.dataset?.id).toBeTruthy()
    const failing = {
      ...json,
      title: 'Broken',
      config: { ...config, url: `http://${host}/absent.csv` },
      scheduling: [],
    }
    const { id: broken } = await api<Collector>('POST', 'collectors', failing)
    await api('POST', `collectors/${broken}/_trigger`, {})
    const messages = { title: 'Levels', plugin: 'webhook', active: true, config: { dataset: { title: 'Levels' } } }
    const { id: webhook } = await api<Collector>('POST', 'collectors', messages)
    for (const look of looks) {
      const { page, faults } = await administrator(look)
      for (const path of [
        'collectors',
        'new-collector',
        'new-collector?plugin=transfer-file',
        'new-collector?plugin=webhook',
        'publish',
      ]) {
        await page.goto(`${service.url}/${path}`)
        expect(await violations(page), path).toEqual([])
        await picture(page, path.replace(/[?=]/g, '-'), look)
      }
      for (const [name, one] of [
        ['collector', id],
        ['collector-broken', broken],
        ['collector-webhook', webhook],
      ]) {
        await page.goto(`${service.url}/collector/${one}`)
        for (const details of await page.locator('main details').all()) {
          await details.evaluate((element) => element.setAttribute('open', ''))
        }
        expect(await violations(page), name).toEqual([])
        await picture(page, name ?? '', look)
      }
      expect(faults).toEqual([])
      await page.context().close()
    }
    await api('DELETE', `collectors/${id}`)
    await api('DELETE', `collectors/${broken}`)
    await api('DELETE', `collectors/${webhook}`)
  })

  test('publishes a remote file, and updates it', async () => {
    source.files.set('/address.csv', 'name,n\nFrom the address,1\n')
    const { page } = await administrator()
    await page.goto(`${service.url}/publish`)
    await page.getByLabel('URL of the file').fill(`http://${host}/address.csv`)
    await page.getByRole('button', { name: 'Import from the URL' }).click()
    await page.getByLabel('Update automatically').check()
    expect(await violations(page)).toEqual([])
    await picture(page, 'review-address', looks[0])
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL((url) => /dataset\/[^/]+$/.test(url.pathname))
    const id = page.url().split('/').at(-1)
    expect(await api('GET', `datasets/${id}`)).toMatchObject({ remoteFile: { autoUpdate: { active: true } } })
    // The page loads itself again at the end of the processing.
    await page.locator('.downloads').waitFor()
    await page.goto(`${service.url}/dataset/${id}/edit`)
    await page.getByRole('link', { name: 'Automatic update' }).click()
    expect(await violations(page)).toEqual([])
    await picture(page, 'edit-address', looks[0])
    source.files.set('/address.csv', 'name,n\nFrom the second file,2\n')
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect
      .poll(async () => JSON.stringify(await api('GET', `datasets/${id}/lines`)))
      .toContain('From the second file')
    await api('DELETE', `datasets/${id}`)
  })
})
