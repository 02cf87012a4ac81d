import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

/** Markdown as HTML from an allow-list of tags and attributes. */
export function renderMarkdown(text: string): string {
  return sanitizeHtml(marked.parse(text, { async: false }), allowed)
}

const allowed = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img'],
  allowedSchemes: ['http', 'https', 'mailto'],
}

/** Markdown without what could act in a page. Text that holds no markup is left as it was written. */
export function cleanMarkdown(text: string): string {
  if (!/<[a-z!/?]/i.test(text)) return text
  const linked = text.replace(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/gi, '$1')
  // What quotes in Markdown is no markup.
  return sanitizeHtml(linked, allowed).replace(/^(?:&gt; ?)+/gm, (marks) => marks.replaceAll('&gt;', '>'))
}

/** Elements that have no end. */
const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col'])
const piece = /<(\/?)([a-z][a-z0-9]*)[^>]*>|&(?:#\d+|#x[0-9a-f]+|[a-z0-9]+);|[^<&]|[<&]/giu

/** The first characters of what sanitized HTML shows, its elements closed again. */
export function truncateHtml(html: string, max: number): string {
  const open: string[] = []
  let [shown, kept] = [0, '']
  for (const [whole, slash, name] of html.trim().matchAll(piece)) {
    if (name === undefined) {
      if (shown >= max)
        return `${kept}...${open
          .reverse()
          .map((element) => `</${element}>`)
          .join('')}`
      shown++
    } else if (slash) open.pop()
    else if (!empty.has(name.toLowerCase())) open.push(name)
    kept += whole
  }
  return html
}
