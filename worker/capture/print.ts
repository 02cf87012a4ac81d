import type { Context } from '../context'
import { withPage } from './browser'
import { checkFooter } from './footer'
import { inTime } from './screenshot'
import { type Visit, visit } from './visit'

/** A document for printers. Margins are CSS lengths. */
type PrintOptions = {
  format: 'A0' | 'A1' | 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'Letter' | 'Legal' | 'Tabloid'
  landscape: boolean
  /** As `1-3, 5`; all pages by default. */
  pageRanges?: string | undefined
  /** HTML. */
  footer?: string | undefined
  margin: { left: string; right: string; top: string; bottom: string }
}

/** @throws what `withPage` and `visit` throw, `capture-failed`, `capture-footer-refused` */
export async function printPage(
  ctx: Pick<Context, 'browser' | 'config' | 'log'>,
  input: Visit & { options: PrintOptions },
): Promise<Uint8Array<ArrayBuffer>> {
  const { footer, pageRanges, ...options } = input.options
  if (footer !== undefined) checkFooter(footer)
  return await withPage(ctx, async (page) => {
    await visit(page, input, ctx.config.OUTGOING_ALLOW)
    const footers =
      footer === undefined ? {} : { displayHeaderFooter: true, headerTemplate: '<i></i>', footerTemplate: footer }
    const bytes = await inTime(
      page.pdf({ ...options, ...footers, ...(pageRanges ? { pageRanges } : {}), printBackground: true }),
    )
    return new Uint8Array(bytes)
  })
}

/** The document as HTML, after its scripts. */
export async function pageHtml(ctx: Pick<Context, 'browser' | 'config' | 'log'>, input: Visit): Promise<string> {
  return await withPage(ctx, async (page) => {
    await visit(page, input, ctx.config.OUTGOING_ALLOW)
    return await inTime(page.content())
  })
}
