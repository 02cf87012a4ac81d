import { raw } from 'hono/html'
import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

/** Markdown of a publisher, rendered without anything that could run. */
export function Markdown({ text }: { text: string }) {
  return <div>{raw(renderMarkdown(text))}</div>
}

/** Markdown as HTML from an allow-list of tags and attributes. */
export function renderMarkdown(text: string): string {
  return sanitizeHtml(marked.parse(text, { async: false }), {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img'],
    allowedSchemes: ['http', 'https', 'mailto'],
  })
}
