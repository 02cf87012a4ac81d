import MarkdownIt, { type Token } from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { limits } from '../../limits'
import { escapeHtml } from '../html/escape'
import { markdownCost } from './cost'

const { maxAddressChars, maxChars, maxNesting, maxTableCells, maxHtmlChars } = limits.markdown

const parser = new MarkdownIt({ html: true, linkify: true, maxNesting })
// As GitHub: `readme.md` is a file name, `www.` begins an address.
parser.linkify.set({ fuzzyLink: false })
const afterWww = /^[a-z\d](?:[\w./?#=&%~:@!$*+;-]*[\w/#=&%~$+-])?/i
parser.linkify.add('www.', {
  validate: (text, at) => afterWww.exec(text.slice(at, at + maxAddressChars))?.[0].length ?? 0,
  normalize: (match) => {
    match.url = `http://${match.url}`
  },
})

const allowed = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img'],
  allowedSchemes: ['http', 'https', 'mailto'],
  // Of HTML that is written in Markdown.
  nestingLimit: 100,
}

export type MarkdownStyle = 'plain' | 'vuetify'

/** Classes of Vuetify: its style sheet resets the sizes of headings and the borders of tables. */
const vuetifyClasses: Readonly<Record<string, string>> = {
  h1: 'text-h3',
  h2: 'text-h4',
  h3: 'text-h5',
  h4: 'text-h6',
  h5: 'text-subtitle-1',
  h6: 'text-subtitle-2',
  table: 'v-table',
}
const vuetify = {
  ...allowed,
  allowedClasses: Object.fromEntries(Object.entries(vuetifyClasses).map(([tag, name]) => [tag, [name]])),
  transformTags: Object.fromEntries(
    Object.entries(vuetifyClasses).map(([tag, name]) => [tag, sanitizeHtml.simpleTransform(tag, { class: name })]),
  ),
}

/**
 * Markdown as HTML from an allow-list of tags and attributes. A text that exceeds `limits.markdown` is escapeHtml
 * instead of rendered: this never fails.
 */
export function renderMarkdown(text: string, style: MarkdownStyle = 'plain'): string {
  if (text.length > maxChars || markdownCost(text).cells > maxTableCells) return escapedParagraph(text)
  const env = {}
  const tokens = parser.parse(text, env)
  if (isTooDeep(tokens) || attributeChars(tokens) > maxHtmlChars) return escapedParagraph(text)
  const html = parser.renderer.render(tokens, parser.options, env)
  return html.length > maxHtmlChars
    ? escapedParagraph(text)
    : sanitizeHtml(html, style === 'vuetify' ? vuetify : allowed)
}

/** A text escapeHtml, as one paragraph of HTML. */
export function escapedParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

/** Whether the parser may have dropped blocks that are nested too deeply. */
const isTooDeep = (tokens: readonly Token[]): boolean =>
  tokens.some(({ level, nesting }) => nesting === 1 && level >= maxNesting - 1)

/** Characters of addresses and titles: a reference repeats those of its definition. */
function attributeChars(tokens: readonly Token[]): number {
  let chars = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) chars += String(value).length
    if (children) chars += attributeChars(children)
  }
  return chars
}

/** Markdown without scripts and other unsafe HTML. Text without tags is returned unchanged. */
export function cleanMarkdown(text: string): string {
  if (!/<[a-z!/?]/i.test(text)) return text
  if (text.length > maxChars) return withoutTags(text)
  const linked = text.replace(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/gi, '$1')
  // `>` at the start of a line is a quote of Markdown, not markup of HTML.
  return sanitizeHtml(linked, allowed).replace(/^(?:&gt; ?)+/gm, (marks) => marks.replaceAll('&gt;', '>'))
}

/** Markdown in which no tag begins. */
export function withoutTags(text: string): string {
  return text.replace(/<(?=[a-z!/?])/gi, '&lt;')
}

/** Void elements. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col'])
const piece = /<(\/?)([a-z][a-z0-9]*)[^>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z0-9]+);|[^<&]|[<&]/giu

/** Truncates sanitized HTML to `max` visible characters and closes its open elements. */
export function truncateHtml(html: string, max: number): string {
  const open: string[] = []
  let [chars, truncated] = [0, '']
  for (const [token, slash, name] of html.trim().matchAll(piece)) {
    if (name === undefined) {
      if (chars >= max)
        return `${truncated}...${open
          .reverse()
          .map((element) => `</${element}>`)
          .join('')}`
      chars++
    } else if (slash) open.pop()
    else if (!empty.has(name.toLowerCase())) open.push(name)
    truncated += token
  }
  return html
}
