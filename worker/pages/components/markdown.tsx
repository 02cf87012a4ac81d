import { raw } from 'hono/html'
import type { View } from '../view'

/** Markdown of a publisher, rendered without scripts. */
export function Markdown({ text, view }: { text: string; view: View }) {
  return <Prose html={view.markdown.html(text)} baseUrl={view.baseUrl} />
}

/**
 * Sanitized HTML of a publisher. External images become links: a page sends no request to another host. Its headings are below
 * those of the page.
 *
 * @param props.level the highest heading level
 */
export function Prose(props: { html: string; baseUrl: string; level?: 2 | 3 }) {
  const { html: rendered, baseUrl, level = 2 } = props
  const least = [1, 2, 3, 4, 5].find((level) => rendered.includes(`<h${level}>`)) ?? 6
  const html = rendered
    .replace(/<img([^>]*)>/g, (whole, attributes: string) => {
      const source = /\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? ''
      if (source.startsWith(`${baseUrl}/`)) return whole
      const label = /\salt="([^"]+)"/.exec(attributes)?.[1] ?? source
      return source ? `<a href="${source}" rel="noreferrer">${label}</a>` : ''
    })
    .replace(
      /<(\/?)h([1-6])\b/g,
      (_, slash: string, written: string) => `<${slash}h${Math.min(6, Number(written) - least + level)}`,
    )
  return <div class="prose">{raw(html)}</div>
}
