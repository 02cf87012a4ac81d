/** Rendering of descriptions. Pure. */

import { AnswerMarkdown } from '../../formats/markdown/answer-markdown'
import { truncateHtml } from '../../formats/markdown/render'

/** Rendering options: HTML, a maximum number of characters, and the size of the thumbnail. */
export type Prose = {
  html?: boolean | undefined
  truncate?: number | undefined
  thumbnail?: string | undefined
  /** The renderer that all texts of one response share; a single text needs none. */
  markdown?: AnswerMarkdown | undefined
}

/** Sanitized Markdown, or its HTML. */
export function render(text: string, { html, markdown = new AnswerMarkdown() }: Prose): string {
  return html ? markdown.html(text) : markdown.clean(text)
}

/** Sanitized Markdown, or its HTML, truncated to `truncate` characters. */
export function renderTruncated(text: string, { html, truncate, markdown }: Prose): string {
  if (truncate === undefined) return render(text, { html, markdown })
  if (html) return truncateHtml(render(text, { html, markdown }), truncate)
  const letters = [...render(text, { markdown })]
  return letters.length > truncate ? `${letters.slice(0, truncate).join('')}...` : letters.join('')
}

/** Renders the descriptions of fields or attachments as HTML; without `html` they are unchanged. */
export function describedIn<Described extends object>(list: Described[], { html, markdown }: Prose): Described[] {
  if (!html) return list
  return list.map((item) =>
    'description' in item && typeof item.description === 'string' && item.description !== ''
      ? { ...item, description: render(item.description, { html, markdown }) }
      : item,
  )
}
