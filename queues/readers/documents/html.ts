/** HTML: the text people see, and what its head says. */
import { Parser } from 'htmlparser2'
import { limits } from '../../../worker/limits'
import { type DocumentFacts, isoDate } from './document'

const hidden: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const blocks =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/

export function readHtml(html: string): DocumentFacts {
  const facts: DocumentFacts = {}
  let content = ''
  let title = ''
  let inTitle = false
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') facts.language = attributes.lang
      if (name === 'title' && facts.title === undefined) inTitle = true
      if (name === 'meta') readMeta(attributes, facts)
      if (hidden.has(name)) depth++
      if (blocks.test(name)) content += '\n'
    },
    ontext(text) {
      if (inTitle) title += text
      else if (depth === 0 && content.length <= limits.attachments.maxContentChars) content += text
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (hidden.has(name)) depth--
    },
  })
  parser.end(html)
  const shown = content.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[ \n]*/g, '\n')
  return { ...facts, content: shown, title: title.replace(/\s+/g, ' ') }
}

function readMeta({ name = '', content }: Record<string, string>, facts: DocumentFacts): void {
  if (/^(author|dc\.creator)$/i.test(name)) facts.author = content
  if (/^(date|dc\.date|dcterms\.created)$/i.test(name)) facts.date = isoDate(content)
}
