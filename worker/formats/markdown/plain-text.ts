/** Markup as plain text. Pure. */
import { parseHtml } from '../documents/html-events'

const blocks = 'blockquote|br|div|h[1-6]|li|ol|p|table|ul'
const blockTag = new RegExp(`<(?:${blocks})(?:\\s[^<>]*)?/?>|</(?:${blocks})>`, 'i')

/** Whether a text is HTML: it has a block or a line break. Texts such as `a < b`, `<unknown>` and `<i>C</i>` are not. */
export const isHtml = (text: string): boolean => text.includes('<') && blockTag.test(text)

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
