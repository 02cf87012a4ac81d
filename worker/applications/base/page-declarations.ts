/** The declarations in the head of the page of a base application. Pure. */

import { parseHtml } from '../../formats/documents/html-events'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'

/** The title of the page, or one of its `<meta name content>`. */
export type Declaration = { name: string; content: string; lang?: string }
type Meta = Record<string, string>

/** Names that a page may declare once per language. */
const translated: ReadonlySet<string> = new Set(['title', 'description', 'keywords'])
const defaultLanguage = 'fr'

/** The declarations of the head of a page, in their order, as far as its elements are not nested too deeply. */
export function declarationsIn(html: string): Declaration[] {
  const declarations: Declaration[] = []
  let [isHead, title]: [boolean, { text: string; lang: string | undefined } | undefined] = [true, undefined]
  const add = (name: string, content: string, lang: string | undefined) => {
    if (declarations.length === limits.applications.maxDeclared) return
    const text = cutText(content.trim(), limits.applications.maxDeclaredChars)
    declarations.push({ name, content: text, ...(lang ? { lang: lang.toLowerCase() } : {}) })
  }
  parseHtml(html, {
    onOpen(tag, { name, content, lang }) {
      if (tag === 'body') isHead = false
      if (!isHead) return
      if (tag === 'title') title = { text: '', lang }
      if (tag === 'meta' && name && content !== undefined) add(name, content, lang)
    },
    onText(text) {
      if (title) title.text += text
    },
    onClose(tag) {
      if (tag === 'head') isHead = false
      if (tag !== 'title' || !title) return
      add('title', title.text, title.lang)
      title = undefined
    },
  })
  return declarations
}

/** The declarations by name: in the language, else in French, else the first; for other names, the first. */
export function metaIn(declared: readonly Declaration[], language: string): Meta {
  const byName = Map.groupBy(declared, ({ name }) => name)
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const inLanguage = (code: string) => all.find(({ lang }) => lang?.split('-')[0] === code)
      const chosen = translated.has(name) ? (inLanguage(language) ?? inLanguage(defaultLanguage)) : undefined
      return [name, (chosen ?? all[0])?.content ?? '']
    }),
  )
}
