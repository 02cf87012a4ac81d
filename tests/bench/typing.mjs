// Searches typed in the table of a dataset: from the last key to the first marked word on the page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { browsers } from '../support/service.mjs'
import { columnsOf, writeCsv } from './generator.mjs'
import { ask, open, publish } from './publish.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const rows = 1_000_000
const presets = ['small', 'mixed']
/** Searches, and milliseconds between two keys. Their words are different: those counted once are remembered. */
const typed = [
  ['analyse', 60],
  ['population climat', 60],
  ['musée', 250],
  ['transport budget emploi', 120],
]

/** Tables of 8 and of 29 columns, at rest: the Parquet file of a large dataset is written first. */
export async function benchTyping({ scale, say }) {
  const executablePath = browsers.find((path) => existsSync(path))
  if (!executablePath) throw new Error('no Chromium is installed')
  const folder = makeFolder()
  const server = await startServer(join(folder, 'state'), { variables: { BASEMAP: 'none' } })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const measured = []
  try {
    for (const preset of presets) {
      const csv = join(folder, `${preset}.csv`)
      await writeCsv(csv, preset, { rows: Math.round(rows * scale) })
      const { dataset } = await publish(server, csv)
      await open(server, dataset.id)
      await untilParquet(server, dataset.id)
      say(`${dataset.count} rows of ${preset} published`)
      for (const [text, delay] of typed)
        measured.push({
          columns: columnsOf(preset).length,
          search: text,
          ...(await searched(browser, `${server.url}/dataset/${dataset.id}/table`, { text, delay })),
        })
    }
  } finally {
    await browser.close()
    await server.stop()
    removeFolder(folder)
  }
  return measured
}

async function untilParquet(server, id) {
  while (
    await ask(server, `/datasets/${id}/data.parquet`, { method: 'HEAD' }).then(
      () => false,
      ({ status }) => status === 409,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
}

/** Types a search and waits until its words are marked. */
async function searched(browser, address, { text, delay }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  let timing = ''
  page.on('response', (response) => {
    if (new URL(response.url()).searchParams.get('q') === text) timing = response.headers()['server-timing'] ?? ''
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    globalThis.lastKey = 0
    globalThis.marked = 0
    document.addEventListener('input', () => {
      globalThis.lastKey = performance.now()
      globalThis.marked = 0
    })
    new MutationObserver(() => {
      if (globalThis.marked === 0 && document.querySelector('[data-region=table] mark'))
        requestAnimationFrame(() => {
          globalThis.marked = performance.now()
        })
    }).observe(document.querySelector('.table-frame'), { childList: true, subtree: true })
  })
  await page.locator('form.search input[type=search]').first().focus()
  await page.keyboard.type(text, { delay })
  await page.waitForFunction(() => globalThis.marked > 0, undefined, { timeout: 60_000 })
  const ms = await page.evaluate(() => globalThis.marked - globalThis.lastKey)
  await page.close()
  const part = (name) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(timing)?.[1] ?? Number.NaN)
  return { 'first mark ms': Math.round(ms), 'server ms': part('total'), 'rows ms': part('read') }
}
