/** Driving a browser against the running instance: each page is watched for errors and requests to other hosts. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Cookie, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest'
import { root } from '../architecture/sources'
import { service } from '../support/started-service'

export { service }
export const executablePath = inject('browser')

export const looks = [
  { width: 1280, scheme: 'light', language: 'en' },
  { width: 375, scheme: 'dark', language: 'fr' },
  { width: 375, scheme: 'light', language: 'en' },
  { width: 1280, scheme: 'dark', language: 'fr' },
] as const
export type Look = (typeof looks)[number]

let browser: Browser

/**
 * Opens a browser for the tests of a file.
 *
 * @param input.isConcurrent tests of the file run at the same time: each closes its own windows
 */
export function useBrowser({ isConcurrent = false } = {}): void {
  beforeAll(async () => {
    if (executablePath)
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] })
  })
  // Pages that stay open go on drawing.
  afterEach(async () => {
    if (isConcurrent) return
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })
  afterAll(async () => browser?.close())
}

export type Visit = {
  page: Page
  context: BrowserContext /** What went wrong, as it is told. */
  faults: string[]
  /** Bytes received, without pictures: those of visualizations that other tests publish are on the home page. */
  bytes: () => number
}

/**
 * A visitor with a window of some width, a colour scheme and a language.
 *
 * @param own the service that its pages are of
 */
export async function visit(look: Look = looks[0], scripts = true, own = service.url): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width < 500 ? 812 : 800 },
    colorScheme: look.scheme,
    locale: look.language,
    javaScriptEnabled: scripts,
    extraHTTPHeaders: { 'accept-language': look.language },
  })
  // Less than the timeout of a test. The default, 30 s, is short for the largest page on cores that are shared.
  context.setDefaultNavigationTimeout(100_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const faults: string[] = []
  let bytes = 0
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== own && !['data:', 'blob:'].includes(url.protocol)) faults.push(`asks ${url.href}`)
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const pictures = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Image') pictures.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength
  })
  return { page, context, faults, bytes: () => bytes }
}

/** Signs a visitor in by the form. */
export async function signInByForm({ page }: Visit): Promise<void> {
  await page.goto(`${service.url}/sign-in`)
  await page.fill('[name=email]', service.email)
  await page.fill('[name=password]', service.password)
  await page.click('main button.primary')
  await page.waitForURL(`${service.url}/`)
}

let session: Promise<Cookie[]> | undefined

/** Gives a visitor the session of the administrator, which the visitors of a file share. */
export async function signIn(visitor: Visit): Promise<void> {
  session ??= signInByForm(visitor).then(() => visitor.context.cookies())
  await visitor.context.addCookies(await session)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Rule = { id: string; nodes: { html: string; failureSummary?: string }[] }

/** What axe finds wrong with a page. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    // Put there by the source just evaluated.
    const { axe: checker } = window as unknown as {
      axe: { run: (context: unknown, options: object) => Promise<{ violations: Rule[] }> }
    }
    // Preloading copies the styles of shadow roots without their nonce: the policy would refuse them.
    return (await checker.run(document, { preload: false, resultTypes: ['violations'] })).violations
  })
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary?.slice(0, 240)}`,
  )
}

/** Checks that nothing is wider than the window. With SCREENSHOTS=true, a picture to look at is stored. */
export async function picture(page: Page, name: string, look: Look): Promise<void> {
  if (process.env.SCREENSHOTS === 'true') {
    const folder = join(root, 'tests/screenshots')
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}-${look.width}-${look.scheme}.png`), fullPage: true })
  }
  // A library that draws a part of the page may still be at it. `expect.poll` is not for tests that run at the same time.
  await vi.waitFor(
    async () => {
      const isWider = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      if (isWider) throw new Error(`${name} is wider than its window`)
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** Publishes a file through the API, readable by all. */
export async function publish(
  csv: string,
  said: object,
  concepts: Record<string, string> = {},
  attachments?: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const headers = { 'x-apikey': service.apiKey }
  const form = new FormData()
  form.append('body', JSON.stringify(said))
  if (attachments) form.append('attachments', new Blob([attachments]), 'files.zip')
  form.append('file', new Blob([csv]), 'places.csv')
  const made = await fetch(`${service.url}/api/v1/datasets`, { method: 'POST', headers, body: form })
  const { id } = (await made.json()) as { id: string } // a dataset
  const address = `${service.url}/api/v1/datasets/${id}`
  const send = (method: string, path: string, body: unknown) =>
    fetch(address + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { schema } = await finalized(address)
  if (Object.keys(concepts).length > 0) {
    const fields = schema.map((field) => ({ ...field, 'x-refersTo': concepts[field.key] ?? null }))
    expect((await send('PATCH', '', { schema: fields })).ok).toBe(true)
    await finalized(address)
  }
  expect((await send('PUT', '/permissions', [{ classes: ['list', 'read'] }])).ok).toBe(true)
  return id
}

function finalized(address: string): Promise<{ schema: { key: string }[] }> {
  return vi.waitFor(
    async () => {
      const read = await fetch(address, { headers: { 'x-apikey': service.apiKey } })
      const dataset = (await read.json()) as { status: string; schema: { key: string }[] } // a dataset
      if (dataset.status !== 'finalized') throw new Error(`still ${dataset.status}`)
      return dataset
    },
    { timeout: 60_000, interval: 50 },
  )
}

const towns = ['Rennes', 'Brest', 'Lorient', 'Vannes', 'Quimper']

/** Lines of every kind: texts, numbers, dates, booleans, links, places. */
export function manyLines(count: number): string {
  const rows = Array.from({ length: count }, (_, at) =>
    [
      `2024-${String((at % 12) + 1).padStart(2, '0')}-15`,
      towns[(at * 3) % 5],
      (at * 37) % 5_000,
      at % 3 === 0,
      at % 2 ? `https://www.example.org/place/${at}` : '',
      `"A longer text, with words of its own: ${'lorem ipsum dolor '.repeat(at % 20)}"`,
      48 + (at % 100) / 100,
      -3 + (at % 77) / 50,
    ].join(','),
  )
  return `day,town,people,open,site,notes,lat,lon\n${rows.join('\n')}\n`
}

export const places = { lat: 'http://schema.org/latitude', lon: 'http://schema.org/longitude' }
