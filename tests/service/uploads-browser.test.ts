/** The upload script of the pages, in a real browser that is reloaded during an upload. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { limits } from '../../worker/limits'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { startCuttingProxy } from '../support/cutting-proxy'

const { partBytes } = limits.uploads
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const folder = makeFolder()
let server: Awaited<ReturnType<typeof startServer>>
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>
let browser: Browser
let page: Page
let script = ''

beforeAll(async () => {
  proxy = await startCuttingProxy()
  server = await startServer(folder, { publicUrl: `${proxy.url}/data` })
  proxy.to(server.port)
  const { outputFiles } = await build({
    entryPoints: ['worker/pages/islands/uploads/resumable.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'uploads',
    tsconfigRaw: {},
  })
  script = outputFiles[0]?.text ?? ''
  browser = await chromium.launch({ executablePath: inject('browser'), args: ['--no-sandbox'] })
  // The tests put a script into the page, which its policy rightly forbids.
  const context = await browser.newContext({ bypassCSP: true })
  const { email, password } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'))
  const signedIn = await context.request.post(`${proxy.url}/data/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: proxy.url },
  })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await proxy.close()
  await server.stop()
  removeFolder(folder)
})

type Sent = { id?: string; failed?: string; first?: number }

/** Opens a page of the site and sends a file from it, as an island would. */
async function sendFrom(fileName: string, text: string): Promise<Sent> {
  await page.goto(`${proxy.url}/data/`)
  await page.addScriptTag({ content: script })
  return page.evaluate(
    async ([name, content, endpoint]) => {
      // What the bundle of the module has defined.
      const { uploads } = globalThis as unknown as {
        uploads: typeof import('../../worker/pages/islands/uploads/resumable')
      }
      const file = new File([content], name, { type: 'text/csv', lastModified: 1 })
      let first: number | undefined
      const onProgress = (share: number) => {
        first ??= share
      }
      try {
        const id = await uploads.sendResumable(file, { endpoint, language: 'fr', onProgress })
        return { id, ...(first === undefined ? {} : { first }) }
      } catch (error) {
        return { failed: error instanceof Error ? error.message : String(error) }
      }
    },
    [fileName, text, `${proxy.url}/data/api/v1/uploads`] as const,
  )
}

/** Makes a dataset of an upload, with the session that has sent it. @returns its id */
async function create({ id }: Sent): Promise<string> {
  const created = await page.request.post(`${proxy.url}/data/api/v1/datasets`, {
    data: { upload: id },
    headers: { origin: proxy.url },
  })
  expect(created.status(), await created.text()).toBe(201)
  return (await created.json()).id
}

test('an upload continues after a reload, with the same bytes', async () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => `${i},${randomBytes(20).toString('hex')}\n`)
  const text = `n,text\n${rows.join('')}`
  const cut = partBytes + 123
  proxy.cuts = [cut]
  const left = new Promise<void>((resolve) => {
    proxy.onCut = async () => {
      await page.goto('about:blank')
      resolve()
    }
  })
  await sendFrom('places.csv', text).catch(() => {})
  await left
  proxy.offsets = []
  const sent = await sendFrom('places.csv', text)
  expect(proxy.offsets[0]).toBe(cut)
  expect(sent.first).toBeGreaterThanOrEqual(cut / text.length)
  const raw = await page.request.get(`${proxy.url}/data/api/v1/datasets/${await create(sent)}/raw`)
  expect((await raw.text()) === text).toBe(true)
})

test('the same file after its publication is a new upload', async () => {
  const first = await sendFrom('again.csv', 'name\nA\nB\n')
  await create(first)
  const second = await sendFrom('again.csv', 'name\nA\nB\n')
  expect(second.id).toMatch(/^[0-9a-f]{64}$/)
  expect(second.id).not.toBe(first.id)
})

test('a refusal is shown with the message of the service', async () => {
  expect((await sendFrom('program.exe', 'MZ')).failed).toMatch(/exe type is not supported.*Pris en charge/)
})
