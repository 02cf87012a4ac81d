/** Applications of other hosts in a browser: their data, their frames, their links, and dashboards. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from '../architecture/sources'
import { ask, open, untilFinalized } from '../bench/publish.mjs'
import { executablePath, looks, service, useBrowser, visit } from './support'

/** An application of somebody else, where it is. */
const minimal = join(root, '../shared/apps/minimal')

const apps = inject('applications')
let dataset = ''

beforeAll(async () => {
  dataset = await published('name,n\nA,1\nB,2\nA,3\n')
})

async function published(csv: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([csv]), 'names.csv')
  const { id } = await ask(service, '/datasets', { method: 'POST', body: form })
  await untilFinalized(service, id)
  return id
}

const hrefOf = (kind: string, id: string) => `${service.url}/api/v1/${kind}/${id}`
const datasets = () => [{ id: dataset, href: hrefOf('datasets', dataset) }]

/** An application of one of the base applications. @returns its id */
async function application(name: string, configuration: object): Promise<string> {
  const { id } = await ask(service, '/applications', { method: 'POST', json: { url: `${apps}/${name}/`, title: name } })
  await ask(service, `/applications/${id}/configuration`, { method: 'PUT', json: configuration })
  return id
}

const openApplication = (id: string) =>
  ask(service, `/applications/${id}/permissions`, { method: 'PUT', json: [{ classes: ['list', 'read'] }] })

const addKey = (id: string, key: string) =>
  ask(service, `/applications/${id}/keys`, { method: 'POST', json: [{ id: key, title: key }] })

/** What went wrong in a page. Requests to other hosts are those of the applications. */
const failed = (faults: string[]) => faults.filter((fault) => !fault.startsWith('asks '))

const frameOf = (page: Page, path: string): Promise<Frame> =>
  expect
    .poll(() => page.frames().find((frame) => new URL(frame.url()).pathname === path))
    .toBeDefined()
    // Defined, as the poll has just seen.
    .then(() => page.frames().find((frame) => new URL(frame.url()).pathname === path) as Frame)

const total = (frame: Frame | Page) => () => frame.textContent('#total')

describe.skipIf(!executablePath)('an application', () => {
  useBrowser()

  test('reads its own dataset in its page, also with a link, and no other dataset', async () => {
    const id = await application('counter', { datasets: datasets() })
    await addKey(id, 'secret')
    const { page, context, faults } = await visit(looks[0])
    await page.goto(`${service.url}/app/${id}`)
    expect(new URL(page.url()).pathname).toBe(`/app/${id}/login`)
    // The embedded directory has no pictures of accounts.
    faults.length = 0
    await page.goto(`${service.url}/app/secret%3A${id}`)
    await expect.poll(total(page)).toBe('3 rows')
    await page.click('#filter')
    await expect.poll(total(page)).toBe('2 rows')
    const manifest = page.locator('link[rel=manifest]')
    expect(await manifest.getAttribute('href')).toBe(`/app/secret%3A${id}/manifest.json`)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/app/'))?.scope))
      .toBe(`${service.url}/app/`)
    expect(failed(faults)).toEqual([])
    await context.close()
  })

  test('sends its height and its state to the framing page of another site', async () => {
    const id = await application('counter', { datasets: datasets() })
    await openApplication(id)
    await open(service, dataset)
    const { page, context } = await visit(looks[0])
    const query = new URLSearchParams({ site: service.url, frame: `${service.url}/app/${id}?d-frame=true` })
    await page.goto(`${apps}/?${query}`)
    const frame = await frameOf(page, `/app/${id}`)
    await expect.poll(total(frame)).toBe('3 rows')
    const height = () => page.locator('d-frame iframe').evaluate((element) => element.getBoundingClientRect().height)
    const before = await height()
    await frame.click('#grow')
    await expect.poll(height).toBeGreaterThan(before + 500)
    await frame.click('#filter')
    await expect.poll(() => new URL(page.url()).searchParams.get('name_eq')).toBe('A')
    await expect.poll(total(frame)).toBe('2 rows')
    await context.close()
  })

  test('reports an error of its configuration, if its visitor may', async () => {
    const id = await application('counter', {})
    await openApplication(id)
    const { page, context } = await visit(looks[0])
    const [report] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/applications/${id}/error`)),
      page.goto(`${service.url}/app/${id}`),
    ])
    expect(report.status()).toBe(403)
    await signIn(context)
    const [stored] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/applications/${id}/error`)),
      page.goto(`${service.url}/app/${id}`),
    ])
    expect(stored.status()).toBe(204)
    expect(await ask(service, `/applications/${id}`)).toMatchObject({ status: 'error', errorMessage: 'no dataset' })
    await context.close()
  })

  test('in a dashboard opens its dataset with the link of the dashboard', async () => {
    await ask(service, `/datasets/${dataset}/permissions`, { method: 'PUT', json: [] })
    const child = await application('counter', { datasets: datasets() })
    const applications = [{ id: child, href: hrefOf('applications', child) }]
    const board = await application('board', { applications, datasets: datasets() })
    await addKey(board, 'team')
    const { page, context, faults } = await visit(looks[0])
    await page.goto(`${service.url}/app/team%3A${board}`)
    const frame = await frameOf(page, `/app/team%3A${child}`)
    await expect.poll(total(frame)).toBe('3 rows')
    await frame.click('#filter')
    await expect.poll(total(frame)).toBe('2 rows')
    await expect.poll(() => new URL(page.url()).searchParams.get('name_eq')).toBe('A')
    const table = await frameOf(page, `/embed/dataset/team%3A${dataset}/table`)
    await expect.poll(() => table.locator('tbody tr').count()).toBe(3)
    expect(failed(faults)).toEqual([])
    await context.close()
  })
})

/** Gives a window the session of the administrator. */
async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${service.url}/sign-in`)
  await page.fill('[name=email]', service.email)
  await page.fill('[name=password]', service.password)
  await page.click('main button.primary')
  await page.waitForURL(`${service.url}/`)
  const [account] = (await ask(service, '/applications?size=1')).results
  await context.addCookies([{ name: 'id_token_org', value: account.owner.id, url: service.url }])
}

/** Serves the addresses that the application names, which are not reachable here. */
async function serveMinimal(page: Page): Promise<void> {
  const jquery = readFileSync(join(root, 'node_modules/jquery/dist/jquery.min.js'), 'utf8')
  await page.route('https://code.jquery.com/**', (route) =>
    route.fulfill({ body: jquery, contentType: 'text/javascript' }),
  )
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '', contentType: 'text/css' }))
  await page.route('http://localhost:3000/**', (route) =>
    route.fulfill({ path: join(minimal, new URL(route.request().url()).pathname) }),
  )
}

describe.skipIf(!executablePath || !existsSync(minimal))('an application of another author', () => {
  useBrowser()

  test('runs unchanged: it reads its dataset, changes its address, and reports an error', async () => {
    await open(service, dataset)
    const id = await application('minimal', { datasets: datasets() })
    const { page, context, faults } = await visit(looks[0])
    await signIn(context)
    await serveMinimal(page)
    await page.goto(`${service.url}/app/${id}`)
    const log = page.locator('#log')
    await expect.poll(() => log.textContent()).toContain('Consumed the API of the configured dataset: {"total":3')
    expect(await log.textContent()).toContain('"status":"configured"')
    await page.click('#set-query-param-trigger')
    await expect.poll(() => new URL(page.url()).searchParams.get('param1')).toBe('value1')
    await page.click('#error-trigger')
    await expect.poll(async () => (await ask(service, `/applications/${id}`)).status).toBe('error')
    expect(failed(faults)).toEqual([])
    await context.close()
  })

  test('is configured: it receives each change of its draft, and sets a value of its configuration', async () => {
    const id = await application('minimal', { datasets: datasets() })
    const { page, context, faults } = await visit(looks[0])
    await signIn(context)
    await serveMinimal(page)
    await page.goto(`${service.url}/application/${id}/config`)
    const preview = page.frameLocator('#preview')
    const log = preview.locator('#log')
    await expect.poll(() => log.textContent()).toContain('Consumed the API of the configured dataset: {"total":3')
    await preview.locator('#set-config-trigger').click()
    const field = page.getByRole('textbox', { name: 'Readonly property filled by the application' })
    await expect.poll(() => field.inputValue()).toBe('Field 1, value 1')
    await expect.poll(() => log.textContent()).toContain('Received new configuration from parent')
    const draft = () => ask(service, `/applications/${id}/configuration-draft`)
    await expect.poll(async () => (await draft()).field1).toBe('Field 1, value 1')
    await preview.locator('#error-trigger').click()
    await expect.poll(() => page.textContent('#application-error')).toContain('triggered by the application')
    await page.click('#publish')
    await page.waitForURL(`${service.url}/application/${id}?done=published`)
    expect((await ask(service, `/applications/${id}/configuration`)).field1).toBe('Field 1, value 1')
    expect(failed(faults)).toEqual([])
    await context.close()
  })
})
