import type { Child } from 'hono/jsx'
import type { Section } from '../frame/header'
import { Layout } from '../layout'
import { ShareButton, shareIslands } from '../share/button'
import type { View } from '../view'

type Props = {
  view: View
  /** Title of the page. */
  heading: string
  /** The path of the resource that is edited. */
  path: string
  /** Title of the resource; address and text of the link back. */
  resource: { title: string; address: string; back: string }
  current: Section
  islands: string[]
  /** A change has just been saved. */
  saved: boolean | undefined
  /** Text of the problem of the last change. */
  refusal?: string | undefined
  /** A stylesheet beside that of all pages. */
  ownStyles?: string
  /** Ids and labels of the sections of the page. */
  sections: { id: string; label: string }[]
  children: Child
}

/** A page with the forms of a resource: what was saved or refused, and links to its sections. */
export function EditFrame({ view, heading, path, resource, current, islands, ownStyles, ...props }: Props) {
  const { saved, refusal, sections, children } = props
  const { say } = view
  return (
    <Layout
      view={view}
      title={`${say('edit')} – ${resource.title}`}
      islands={[...islands, 'markdown', ...shareIslands]}
      ownStyles={ownStyles}
      current={current}
    >
      <p class="eyebrow">
        <a href={resource.address}>{resource.title}</a>
      </p>
      <div class="dataset-head">
        <h1>{heading}</h1>
        <div class="actions">
          <ShareButton view={view} path={path} />
        </div>
      </div>
      {saved && (
        <p class="notice" role="status">
          {say('saved')}
          <a href={resource.address}>{resource.back}</a>
        </p>
      )}
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      <div class="with-nav">
        <nav class="side-nav" aria-label={heading}>
          {sections.map(({ id, label }) => (
            <a href={`#${id}`}>{label}</a>
          ))}
        </nav>
        <div class="stack">{children}</div>
      </div>
    </Layout>
  )
}
