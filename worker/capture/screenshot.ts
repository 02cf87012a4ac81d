/** Pictures of pages: PNG, or GIF where the page draws an animation. */
import type { Page } from '@cloudflare/puppeteer'
import type { Context } from '../context'
import { problem, untranslated } from '../errors'
import { limits } from '../limits'
import { encodeAnimation } from './animation'
import { withPage } from './browser'
import { type Visit, visit } from './visit'

const { maxFrames, renderMs } = limits.captures

/** `type` is that of `bytes`: a page that draws no animation is a PNG. Times are milliseconds. */
type Picture = {
  bytes: Uint8Array<ArrayBuffer>
  type: 'image/png' | 'image/gif'
  timer: { ready: number; capture: number }
}

/** @throws what `withPage` and `visit` throw, `capture-failed` */
export async function takeScreenshot(
  ctx: Pick<Context, 'browser' | 'config' | 'log' | 'now'>,
  input: Omit<Visit, 'viewport'> & { width: number; height: number | 'auto' },
): Promise<Picture> {
  const { width, height } = input
  const isWhole = height === 'auto'
  const viewport = { width, height: isWhole ? limits.captures.pageSize.height : height }
  return await withPage(ctx, async (page) => {
    const started = ctx.now().getTime()
    const animates = await visit(page, { ...input, viewport }, ctx.config.OUTGOING_ALLOW)
    const ready = ctx.now().getTime()
    const still = () => inTime(page.screenshot({ type: 'png', fullPage: isWhole }))
    const bytes = animates ? await takeAnimation(page, still) : new Uint8Array(await still())
    const timer = { ready: ready - started, capture: ctx.now().getTime() - ready }
    return { bytes, type: animates ? 'image/gif' : 'image/png', timer }
  })
}

/** Runs in the page; a promise is awaited. */
const drawFrame = `typeof window.animateCaptureFrame === 'function' ? window.animateCaptureFrame() : true`

/** One screenshot after each call of `animateCaptureFrame`, until it returns a truthy value. */
async function takeAnimation(page: Page, still: () => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const frames: Uint8Array[] = []
  for (let isLast = false; !isLast && frames.length < maxFrames; ) {
    isLast = Boolean(await inTime(page.evaluate(drawFrame)))
    frames.push(await still())
  }
  return await encodeAnimation(frames)
}

/** @throws `capture-failed` when the browser takes too long */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(problem('capture-failed', { reason: untranslated(`${renderMs / 1_000} s`) })),
      renderMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
