/** What the page of a base application declares in its head (contract applications A.3). Pure. */
import { Parser } from 'htmlparser2'
import { limits } from '../../limits'

/** The title of the page, or one of its `<meta name content>`. */
export type Declared = { name: string; content: string; lang?: string }
export type Meta = Record<string, string>

/** Names that may be repeated in several languages. */
const translated: ReadonlySet<string> = new Set(['title', 'description', 'keywords'])
const defaultLanguage = 'fr'

/** The declarations of the head of a page, in their order. */
export function declaredIn(html: string): Declared[] {
  const found: Declared[] = []
  let [isHead, title]: [boolean, { text: string; lang: string | undefined } | undefined] = [true, undefined]
  const add = (name: string, content: string, lang: string | undefined) => {
    if (found.length === limits.applications.maxDeclared) return
    const text = content.trim().slice(0, limits.applications.maxDeclaredChars)
    found.push({ name, content: text, ...(lang ? { lang: lang.toLowerCase() } : {}) })
  }
  const parser = new Parser({
    onopentag(tag, { name, content, lang }) {
      if (tag === 'body') isHead = false
      if (!isHead) return
      if (tag === 'title') title = { text: '', lang }
      if (tag === 'meta' && name && content !== undefined) add(name, content, lang)
    },
    ontext(text) {
      if (title) title.text += text
    },
    onclosetag(tag) {
      if (tag === 'head') isHead = false
      if (tag !== 'title' || !title) return
      add('title', title.text, title.lang)
      title = undefined
    },
  })
  parser.end(html)
  return found
}

/** The declarations by name: in a language, else in French, else the first. Of other names the first occurrence counts. */
export function metaIn(declared: readonly Declared[], language: string): Meta {
  const byName = Map.groupBy(declared, ({ name }) => name)
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const inLanguage = (wanted: string) => all.find(({ lang }) => lang?.split('-')[0] === wanted)
      const chosen = translated.has(name) ? (inLanguage(language) ?? inLanguage(defaultLanguage)) : undefined
      return [name, (chosen ?? all[0])?.content ?? '']
    }),
  )
}
