/** Pages of a remote browser. A browser is reused by later captures, each in a context of its own: no cookie outlives it. */
import type { ActiveSession, Browser, BrowserWorker, Page } from '@cloudflare/puppeteer'
import type { Context } from '../context'
import { causeOf, Problem, problem } from '../errors'
import { limits } from '../limits'

const { keepBrowserMs, maxWaitMs, pagesAtOnce, pollMs } = limits.captures

let openPages = 0

/**
 * Opens an empty page for one use, and closes it.
 *
 * @throws `capture-unavailable` without a browser, `capture-busy` when other captures take too long, `capture-failed`, and the problems of `use`
 */
export async function withPage<Result>(
  ctx: Pick<Context, 'browser' | 'log'>,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  if (!ctx.browser) throw problem('capture-unavailable')
  await waitForPage()
  openPages++
  try {
    const browser = await openBrowser(ctx.browser)
    try {
      const context = await browser.createBrowserContext()
      try {
        return await use(await context.newPage())
      } finally {
        await context.close().catch((error: unknown) => ctx.log('warn', 'a page was not closed', { error: `${error}` }))
      }
    } finally {
      await browser.disconnect()
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    // The browser does not start, ends, or refuses a command.
    ctx.log('warn', 'a capture failed', { error: `${error}` })
    throw problem('capture-failed', { reason: causeOf(error) })
  } finally {
    openPages--
  }
}

/** Requests cannot resolve the promises of each other: each polls. */
async function waitForPage(): Promise<void> {
  for (let waited = 0; openPages >= pagesAtOnce; waited += pollMs) {
    if (waited >= maxWaitMs) throw problem('capture-busy', { seconds: Math.ceil(maxWaitMs / 1_000) })
    await scheduler.wait(pollMs)
  }
}

/** A browser that no other request uses, else a new one. */
async function openBrowser(binding: BrowserWorker): Promise<Browser> {
  // Half a megabyte of code that most isolates never need.
  const { default: puppeteer } = await import('@cloudflare/puppeteer')
  const sessions: ActiveSession[] = await puppeteer.sessions(binding).catch(() => [])
  for (const { sessionId, connectionId } of sessions) {
    if (connectionId) continue
    try {
      return await puppeteer.connect(binding, sessionId)
    } catch {
      // Another request was faster, or the browser has ended.
    }
  }
  return await puppeteer.launch(binding, { keep_alive: keepBrowserMs })
}
