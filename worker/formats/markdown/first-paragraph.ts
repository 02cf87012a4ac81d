/** The first paragraph of a Markdown text, for lists. Pure. */

const maxChars = 2_000
const blockTag = /<\/?(?:blockquote|div|h[1-6]|li|ol|p|table|ul)(?:\s[^<>]*)?>/gi
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

/** Its words without their markup, or those of the first item of a text that is a list alone. */
export function firstParagraph(markdown: string): string {
  const lines = markdown
    .slice(0, maxChars)
    .replace(/<(h[1-6])[^<>]*>[^<]*<\/\1>/gi, '\n')
    .replace(blockTag, '\n\n')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\r?\n/)
  let item = ''
  let paragraph = ''
  for (const [at, line] of lines.entries()) {
    const isItem = listItem.test(line)
    const isHeading = /^\s*#/.test(line) || /^\s*(?:=+|-{2,})\s*$/.test(lines[at + 1] ?? '')
    const text = isHeading || isItem ? '' : plain(line)
    if (isItem) item ||= plain(line.replace(listItem, ''))
    if (text !== '') paragraph += ` ${text}`
    else if (paragraph !== '') return paragraph.trim()
  }
  return paragraph.trim() || item
}

const plain = (line: string): string =>
  line
    .replace(/^[=\s-]+$/, '')
    .replace(/[*_`>|#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
