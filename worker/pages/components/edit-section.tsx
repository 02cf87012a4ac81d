import type { Child } from 'hono/jsx'
import type { View } from '../view'
import { Icon } from './icon'

type Props = {
  /** The fragment that opens it. */
  id: string
  title: string
  /** What it holds now, while it is closed. */
  summary?: Child
  open?: boolean
  children: Child
}

/** A section of an edit page that opens and closes. A link to its fragment opens it: the element with the id is inside. */
export function EditSection({ id, title, summary, open = false, children }: Props) {
  return (
    <details class="card section" open={open}>
      <summary>
        <h2>{title}</h2>
        {summary && <span class="quiet">{summary}</span>}
        <Icon name="chevron" />
      </summary>
      <div id={id}>{children}</div>
    </details>
  )
}

type ActionProps = {
  id: string
  title: string
  text: string
  href: string
  label: string
  danger?: boolean
  /** What is there, below the sentence. */
  children?: Child
}

/** A section with a sentence and the page where it is done. */
export function ActionSection({ id, title, text, href, label, danger = false, children }: ActionProps) {
  return (
    <section class={danger ? 'card action-section danger-zone' : 'card action-section'}>
      <div>
        <h2 id={id}>{title}</h2>
        <p class="quiet">{text}</p>
        {children}
      </div>
      <a class={danger ? 'button danger' : 'button'} href={href}>
        {label}
      </a>
    </section>
  )
}

/** The buttons of a long form, in sight while the form is. */
export function SaveBar({ view, children }: { view: View; children?: Child }) {
  const { say } = view
  return (
    <p class="button-row save-bar">
      <button class="primary" type="submit">
        {say('save')}
      </button>
      {children}
      <span class="quiet unsaved-note">{say('unsavedChanges')}</span>
    </p>
  )
}
