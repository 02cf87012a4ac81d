import type { Child } from 'hono/jsx'
import { firstParagraph } from '../../formats/markdown/first-paragraph'
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import { Picture, type PictureAddresses } from '../components/picture'
import { Visibility } from '../components/visibility'
import type { Audience } from '../share/grants'
import type { View } from '../view'
import { type ItemState, itemStates } from './item-state'

type Props = {
  view: View
  href: string
  title: string
  picture?: PictureAddresses | undefined
  /** Content in place of a missing picture. */
  preview?: Child
  audience: Audience
  /** What its publishers have to know. */
  state: ItemState | undefined
  /** URL of what there is to do about it. */
  next?: string | undefined
  summary?: string | null | undefined
  /** Markdown: its first paragraph is shown when there is no summary. */
  description?: string | null | undefined
  /** Columns by which the search found it. */
  columns?: readonly string[]
  /** List items: owner, dates, figures. */
  facts: Child
}

/** A dataset or an application in a list of the catalogue. */
export function Item(props: Props) {
  const {
    view,
    href,
    title,
    picture,
    preview,
    audience,
    state,
    next,
    summary,
    description,
    columns = [],
    facts,
  } = props
  const text = summary || firstParagraph(description ?? '')
  return (
    <li class={picture || preview ? 'item pictured' : 'item'}>
      <article>
        <h2>
          <a href={href}>{title}</a>
          <Visibility view={view} audience={audience} />
          {state &&
            (next ? (
              <a class={`chip ${itemStates[state]}`} href={next}>
                {view.say(state)}
              </a>
            ) : (
              <span class={`chip ${itemStates[state]}`}>{view.say(state)}</span>
            ))}
        </h2>
        {text && <p class="summary">{shortened(text, limits.pages.summaryChars)}</p>}
        {columns.length > 0 && (
          <p class="summary found-by">
            {view.say('foundByColumns', { count: columns.length, names: columns.join(', ') })}
          </p>
        )}
        <ul class="facts">{facts}</ul>
      </article>
      {picture ? <Picture {...picture} /> : preview}
    </li>
  )
}
