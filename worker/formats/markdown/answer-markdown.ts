import { limits } from '../../limits'
import { RecentEntries } from '../../limits/recent-entries'
import { markdownCost } from './cost'
import { asWritten, cleanMarkdown, renderMarkdown, withoutTags } from './render'

/**
 * What this isolate rendered last, by the text it was made of: no entry is ever out of date. A change of the renderer is
 * a deployment, which starts new isolates. JavaScript strings take two bytes a character at most.
 */
const recent = new RecentEntries<string>(limits.markdown.cacheBytes, (key, made) => 2 * (key.length + made.length))

/**
 * The Markdown of one answer (a page, a list, some lines). Its texts share a budget of markup: a text for which too little
 * is left is shown as it is written. The budget is charged whether or not the text was rendered before, so that the same
 * request gets the same answer from every isolate.
 */
export class AnswerMarkdown {
  #left: number = limits.markdown.maxAnswerMarks

  /** Sanitized HTML, without blanks around it. */
  html(text: string): string {
    return this.#allows(text) ? remembered(`html ${text}`, () => renderMarkdown(text).trim()) : asWritten(text)
  }

  /** Markdown without what could act in a page. */
  clean(text: string): string {
    if (!text.includes('<')) return text
    return this.#allows(text) ? remembered(`clean ${text}`, () => cleanMarkdown(text)) : withoutTags(text)
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

function remembered(key: string, make: () => string): string {
  const known = recent.get(key)
  if (known !== undefined) return known
  const made = make()
  recent.set(key, made)
  return made
}
