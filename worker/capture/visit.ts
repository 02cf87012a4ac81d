/** `visit`: opens a page as its visitor would see it, and waits until it is ready for a capture. */
import type { HTTPResponse, Page } from '@cloudflare/puppeteer'
import { z } from '@hono/zod-openapi'
import { causeOf, problem, untranslated } from '../errors'
import type { ColorScheme } from '../files/object-keys'
import { limits } from '../limits'
import { languageCookie } from '../net/language'
import { failsOnPurpose, mayRequest } from './page-address'

const { idleMs, lastPaintMs, maxDelayMs, openMs, settleMs } = limits.captures

export type Visit = {
  target: URL
  /** Pixels. */
  viewport: { width: number; height: number }
  /** The `Cookie` header and the API key of the caller: they are sent to the host of the target alone. */
  cookie: string | undefined
  apiKey: string | undefined
  /** As in `Accept-Language`. */
  language: string
  timezone: string
  colorScheme: ColorScheme
  /** The caller prefers an animation. */
  animates: boolean
}

/**
 * Ready is, first of all, when the page calls `triggerCapture`; else when its network is idle, and after the delay of its
 * `df:capture-delay`. With `x-capture: trigger` the page has more time to call.
 *
 * @param allowed hosts that its requests may reach, private or not (OUTGOING_ALLOW)
 * @returns whether the page draws the frames of an animation
 * @throws `capture-failed`, `capture-page-refused`, `capture-frame-refused`
 */
export async function visit(page: Page, input: Visit, allowed: readonly string[]): Promise<boolean> {
  const { target, viewport } = input
  await page.setViewport(viewport)
  await page.emulateTimezone(input.timezone)
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: input.colorScheme }])
  const client = await page.createCDPSession()
  const userAgent = await page.browser().userAgent()
  await client.send('Network.setUserAgentOverride', { userAgent, acceptLanguage: input.language })
  await interceptRequests(page, input, allowed)
  const { promise: triggered, resolve: trigger } = Promise.withResolvers<boolean>()
  await page.exposeFunction('triggerCapture', (supportsAnimation: unknown) => {
    const animates = input.animates && supportsAnimation === true
    trigger(animates)
    return animates
  })
  // Only the top window triggers the capture: the applications that a dashboard frames are ready before it.
  await page.evaluateOnNewDocument('if (window.top !== window) delete window.triggerCapture')
  if (failsOnPurpose(target)) {
    await scheduler.wait(lastPaintMs)
    throw problem('capture-failed', { reason: untranslated('capture-test-error') })
  }
  const response = await page
    .goto(target.href, { waitUntil: 'domcontentloaded', timeout: openMs })
    .catch((error: unknown) => {
      throw problem('capture-failed', { reason: causeOf(error) })
    })
  checkPage(page.url(), response, target)
  const animates = await Promise.race([triggered, networkIdle(page, triggered)])
  for (const frame of page.frames()) {
    const url = URL.canParse(frame.url()) ? new URL(frame.url()) : undefined
    const isForeign = url && /^https?:$/.test(url.protocol) && url.host !== target.host
    if (isForeign) throw problem('capture-frame-refused', { host: url.host })
  }
  return animates
}

/** @throws `capture-page-refused` for an error page, or for another page than the target: that of sign-in */
export function checkPage(address: string, response: Pick<HTTPResponse, 'ok' | 'status'> | null, target: URL): void {
  if (response && !response.ok())
    throw problem('capture-page-refused', {
      reason: { en: `status ${response.status()}`, fr: `statut ${response.status()}` },
    })
  const { pathname } = new URL(address)
  const path = (text: string) => text.replace(/\/$/, '')
  if (path(pathname) !== path(target.pathname))
    throw problem('capture-page-refused', {
      reason: { en: `redirect to ${pathname}`, fr: `redirection vers ${pathname}` },
    })
}

/** Runs in the page. */
const readMetas = `Array.from(document.querySelectorAll('meta[name]'), ({ name, content }) => ({ name, content }))`
const metasSchema = z.array(z.object({ name: z.string(), content: z.string() }))

async function networkIdle(page: Page, triggered: Promise<boolean>): Promise<boolean> {
  await page.waitForNetworkIdle({ idleTime: idleMs, timeout: settleMs }).catch(() => {})
  // A page that was closed after a trigger has no document.
  const metas = metasSchema.parse(await page.evaluate(readMetas).catch(() => []))
  const content = (name: string) => metas.find((meta) => meta.name === name)?.content
  const delay = Number(content('df:capture-delay'))
  if (delay > 0) await scheduler.wait(Math.min(delay * 1_000, maxDelayMs))
  else if (content('x-capture') === 'trigger') await Promise.race([triggered, scheduler.wait(maxDelayMs)])
  else await scheduler.wait(lastPaintMs)
  return false
}

/**
 * Cookies are stored for the host; the key is added to its requests one by one, so that no other host receives it. Requests of the
 * page to addresses that the service itself may not call are blocked.
 */
async function interceptRequests(
  page: Page,
  { target, cookie, apiKey }: Visit,
  allowed: readonly string[],
): Promise<void> {
  const cookies = (cookie ?? '').split(/; */).flatMap((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) return []
    const name = pair.slice(0, at)
    // The capture has a language of its own.
    if (name === languageCookie) return []
    return { name, value: pair.slice(at + 1), url: `${target.origin}/`, httpOnly: true }
  })
  const secure = target.protocol === 'https:'
  // Browsers refuse some cookies that others send, such as `__Host-` without https: the page is opened without those.
  await Promise.all(cookies.map((one) => page.setCookie({ ...one, secure }).catch(() => {})))
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (!mayRequest(request.url(), target, allowed)) {
      request.abort('blockedbyclient').catch(() => {})
      return
    }
    const isOwn = URL.canParse(request.url()) && new URL(request.url()).origin === target.origin
    const headers = isOwn && apiKey !== undefined ? { ...request.headers(), 'x-apikey': apiKey } : request.headers()
    request.continue({ headers }).catch(() => {})
  })
}
