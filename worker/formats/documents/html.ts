/** HTML: the visible text, and the metadata of its head. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { type DocumentFacts, isoDate } from './document'
import { parseHtml } from './html-events'

const hidden: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const blocks =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/

/** @throws `document-unreadable` when its elements are nested too deeply */
export function readHtml(name: string, html: string): DocumentFacts {
  const facts: DocumentFacts = {}
  let content = ''
  let title = ''
  let inTitle = false
  let depth = 0
  const isComplete = parseHtml(html, {
    onOpen(name, attributes) {
      if (name === 'html') facts.language = attributes.lang
      if (name === 'title' && facts.title === undefined) inTitle = true
      if (name === 'meta') readMeta(attributes, facts)
      if (hidden.has(name)) depth++
      if (blocks.test(name) && content.length <= limits.attachments.maxContentChars) content += '\n'
    },
    onText(text) {
      if (inTitle) title += text
      else if (depth === 0 && content.length <= limits.attachments.maxContentChars) content += text
    },
    onClose(name) {
      if (name === 'title') inTitle = false
      if (hidden.has(name)) depth--
    },
  })
  if (!isComplete)
    throw problem('document-unreadable', {
      name,
      reason: { en: 'its elements are nested too deeply', fr: 'ses éléments sont trop imbriqués' },
    })
  const text = content.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n')
  return { ...facts, content: text, title: title.replace(/\s+/g, ' ') }
}

function readMeta({ name = '', content }: Record<string, string>, facts: DocumentFacts): void {
  if (/^(author|dc\.creator)$/i.test(name)) facts.author = content
  if (/^(date|dc\.date|dcterms\.created)$/i.test(name)) facts.date = isoDate(content)
}
