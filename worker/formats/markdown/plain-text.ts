/** Markup as plain text. Pure. */
import { parseHtml } from '../documents/html-events'

const elements = 'a|b|blockquote|br|div|em|h[1-6]|i|li|ol|p|span|strong|table|u|ul'
const startsWithElement = new RegExp(`^\\s*<(?:${elements})(?:\\s[^<>]*)?/?>`, 'i')
const endTag = new RegExp(`</(?:${elements})>|<br ?/?>`, 'i')

/** Whether a text is HTML: it starts with an element, or has an end tag or a line break. `a < b` and `<unknown>` are not. */
export const isHtml = (text: string): boolean =>
  text.includes('<') && (startsWithElement.test(text) || endTag.test(text))

/** Elements within a line of text. */
const inline: ReadonlySet<string> = new Set([
  'a',
  'b',
  'code',
  'em',
  'i',
  'mark',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])
const hidden: ReadonlySet<string> = new Set(['script', 'style', 'template', 'title'])

/** The text of HTML in one line, entities decoded. Blocks are separated by a space. */
export function htmlToText(html: string): string {
  const parts: string[] = []
  let hiddenDepth = 0
  const separate = (name: string) => {
    if (!inline.has(name)) parts.push(' ')
  }
  parseHtml(html, {
    onOpen: (name) => {
      if (hidden.has(name)) hiddenDepth++
      separate(name)
    },
    onText: (text) => {
      if (hiddenDepth === 0) parts.push(text)
    },
    onClose: (name) => {
      if (hidden.has(name)) hiddenDepth--
      separate(name)
    },
  })
  return parts.join('').replace(/\s+/g, ' ').trim()
}
