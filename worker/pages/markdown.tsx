import { raw } from 'hono/html'
import { renderMarkdown } from '../lines'

/** Markdown of a publisher, rendered without anything that could run. */
export function Markdown({ text }: { text: string }) {
  return <div>{raw(renderMarkdown(text))}</div>
}
