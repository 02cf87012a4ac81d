/** The texts of a description as they are told (contract datasets §1.3). Pure. */

import { AnswerMarkdown } from '../../formats/markdown/answer-markdown'
import { truncateHtml } from '../../formats/markdown/render'

/** How a caller wants texts: as HTML, and cut after so many characters; and its image: the size of the thumbnail. */
export type Prose = {
  html?: boolean | undefined
  truncate?: number | undefined
  thumbnail?: string | undefined
  /** What all texts of one answer share; a text alone needs none. */
  markdown?: AnswerMarkdown | undefined
}

/** Markdown that could not act in a page, or the HTML of it. */
export function told(text: string, { html, markdown = new AnswerMarkdown() }: Prose): string {
  return html ? markdown.html(text) : markdown.clean(text)
}

/** The same, cut. */
export function toldShort(text: string, { html, truncate, markdown }: Prose): string {
  if (truncate === undefined) return told(text, { html, markdown })
  if (html) return truncateHtml(told(text, { html, markdown }), truncate)
  const letters = [...told(text, { markdown })]
  return letters.length > truncate ? `${letters.slice(0, truncate).join('')}...` : letters.join('')
}

/** Things with a description of their own: fields, attachments. They are told as they are unless HTML is wanted. */
export function describedIn<Described extends object>(list: Described[], { html, markdown }: Prose): Described[] {
  if (!html) return list
  return list.map((one) =>
    'description' in one && typeof one.description === 'string' && one.description !== ''
      ? { ...one, description: told(one.description, { html, markdown }) }
      : one,
  )
}
