import { LruCache } from '../../collections/lru-cache'
import { limits } from '../../limits'
import { markdownCost } from './cost'
import { cleanMarkdown, escapedParagraph, type MarkdownStyle, renderMarkdown, withoutTags } from './render'

/**
 * The last texts that this isolate rendered, by their source: an entry never becomes stale, since a new renderer is a new
 * deployment, which starts new isolates. JavaScript strings take two bytes a character at most.
 */
const recent = new LruCache<string>(limits.markdown.cacheBytes, (key, html) => 2 * (key.length + html.length))

/**
 * The Markdown of one response (a page, a list, some lines). Its texts share a budget of markup: a text beyond the budget
 * is escaped instead of rendered. Cached texts are charged too, so that the same request gets the same response from every
 * isolate.
 */
export class AnswerMarkdown {
  #left: number = limits.markdown.maxAnswerMarks
  readonly #style: MarkdownStyle

  /** @param style `vuetify`: HTML with the classes of this library */
  constructor(style: MarkdownStyle = 'plain') {
    this.#style = style
  }

  /** Sanitized HTML, trimmed. */
  html(text: string): string {
    return this.#allows(text)
      ? cachedOrRendered(`${this.#style} ${text}`, () => renderMarkdown(text, this.#style).trim())
      : escapedParagraph(text)
  }

  /** Markdown without scripts and other unsafe HTML. */
  clean(text: string): string {
    if (!text.includes('<')) return text
    return this.#allows(text) ? cachedOrRendered(`clean ${text}`, () => cleanMarkdown(text)) : withoutTags(text)
  }

  #allows(text: string): boolean {
    if (text.length > limits.markdown.maxChars) return false
    const { marks, cells } = markdownCost(text)
    const cost = marks + cells
    if (cost > this.#left) return false
    this.#left -= cost
    return true
  }
}

function cachedOrRendered(key: string, render: () => string): string {
  const cached = recent.get(key)
  if (cached !== undefined) return cached
  const rendered = render()
  recent.set(key, rendered)
  return rendered
}
