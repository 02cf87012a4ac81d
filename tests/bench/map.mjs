// The map of a dataset with many points: its load, and the pictures a second while a reader pans it.
import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chromium } from 'playwright-core'
import { browsers } from '../support/service.mjs'
import { mulberry32 } from './generator.mjs'
import { ask, open, publish, untilFinalized } from './publish.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const points = 500_000
const panMs = 5_000
const concepts = { lat: 'http://schema.org/latitude', lon: 'http://schema.org/longitude' }

/**
 * The floor is a map of one point, which only draws the ground. Without a graphics processor both are drawn by SwiftShader, which is
 * what limits the pictures a second. What does not depend on it is the processor time of the main thread of the page, for scripts,
 * styles, layout and painting, from a trace: a picture at 60 Hz has 16.7 ms.
 */
export async function benchMap({ scale, say }) {
  const executablePath = browsers.find((path) => existsSync(path))
  if (!executablePath) throw new Error('no Chromium is installed')
  const folder = makeFolder()
  const server = await startServer(join(folder, 'state'), { variables: { BASEMAP: 'none' } })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] })
  const rows = []
  try {
    for (const count of [1, Math.round(points * scale)]) {
      const path = join(folder, `points-${count}.csv`)
      await pipeline(Readable.from(linesOf(count)), createWriteStream(path))
      const { dataset } = await publish(server, path)
      const schema = dataset.schema.map((field) => ({ ...field, 'x-refersTo': concepts[field.key] ?? null }))
      await ask(server, `/datasets/${dataset.id}`, { method: 'PATCH', json: { schema } })
      await untilFinalized(server, dataset.id)
      await open(server, dataset.id)
      say(`${count} points published`)
      for (const round of ['first', 'again'])
        rows.push({
          points: count,
          visit: round,
          ...(await panned(browser, `${server.url}/dataset/${dataset.id}/map`)),
        })
    }
  } finally {
    await browser.close()
    await server.stop()
    removeFolder(folder)
  }
  return rows
}

function* linesOf(count) {
  const draw = mulberry32(7)
  yield 'name,lat,lon\n'
  for (let at = 0; at < count; at++) {
    yield `Point ${at},${(42.5 + draw() * 8).toFixed(5)},${(-4 + draw() * 11).toFixed(5)}\n`
  }
}

/** Opens a map, waits until it is drawn, then drags it to and fro. */
async function panned(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const started = performance.now()
  await page.goto(address)
  await page.locator('#map[data-ready]').waitFor({ timeout: 300_000 })
  const readyMs = performance.now() - started
  await page.waitForLoadState('networkidle')
  const drawnMs = performance.now() - started
  const session = await page.context().newCDPSession(page)
  const { x, y, width, height } = await page.locator('#map').boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  const trace = await tracing(session)
  const frames = page.evaluate(
    (ms) =>
      new Promise((resolve) => {
        const times = [performance.now()]
        const next = (now) => {
          times.push(now)
          if (now - times[0] < ms) requestAnimationFrame(next)
          else resolve(times.slice(1).map((time, at) => time - times[at]))
        }
        requestAnimationFrame(next)
      }),
    panMs,
  )
  for (let at = 0; performance.now() - started < drawnMs + panMs + 100; at++) {
    await page.mouse.move(x + width / 2 + Math.sin(at / 20) * 250, y + height / 2 + Math.cos(at / 27) * 120)
    await page.waitForTimeout(8)
  }
  const gaps = (await frames).toSorted((one, other) => one - other)
  const busy = mainThreadMs(await trace())
  await page.mouse.up()
  await page.close()
  const round = (number) => Math.round(number * 10) / 10
  return {
    'ready ms': Math.round(readyMs),
    'drawn ms': Math.round(drawnMs),
    'pictures/s': round((gaps.length / panMs) * 1_000),
    'p95 ms': round(gaps[Math.floor(gaps.length * 0.95)] ?? 0),
    'longest ms': round(gaps.at(-1) ?? 0),
    'script ms a picture': round(busy.script / gaps.length),
    'style, layout, paint ms': round(busy.layout / gaps.length),
    'all main thread ms': round(busy.all / gaps.length),
    'longest task ms': round(busy.longest),
  }
}

/** Records the events of a page. @returns a function that ends the recording, with the events */
async function tracing(session) {
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  return async () => {
    const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await ended
    return events
  }
}

const scripts = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'EventDispatch',
  'TimerFire',
  'RunMicrotasks',
])
const layouts = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'HitTest'])

/** Processor time of the main thread of the page; it does not run while it waits for the graphics process. */
function mainThreadMs(events) {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const own = events
    .filter(({ ph, pid, tid, tdur }) => ph === 'X' && tdur > 0 && threads.has(`${pid} ${tid}`))
    .sort((one, other) => one.ts - other.ts || other.dur - one.dur)
  const spent = { script: 0, layout: 0, all: 0, longest: 0 }
  const until = { script: 0, layout: 0, all: 0 }
  // An event within another of its kind is a part of it.
  const add = (kind, { pid, ts, dur, tdur }) => {
    const end = ts + dur
    if (until[kind]?.[pid] > ts) return
    until[kind] = { ...until[kind], [pid]: end }
    spent[kind] += tdur / 1_000
  }
  for (const event of own) {
    add('all', event)
    spent.longest = Math.max(spent.longest, event.tdur / 1_000)
    if (scripts.has(event.name)) add('script', event)
    if (layouts.has(event.name)) add('layout', event)
  }
  return spent
}
