import type { Child } from 'hono/jsx'
import type { View } from '../view'
import { Document } from './document'

type Props = {
  view: View
  title: string
  islands?: string[]
  /** A stylesheet beside that of all pages. */
  ownStyles?: string | undefined
  /** The children have the heading. */
  hasHeading?: boolean
  children: Child
}

/** A page for frames of other pages: without header and footer, its title for screen readers only. */
export function BarePage({ view, title, islands = ['swap'], ownStyles, hasHeading = false, children }: Props) {
  const interactive = view.here.searchParams.get('interaction') !== 'false'
  return (
    <Document view={view} title={title} islands={[...islands, 'frame']} ownStyles={ownStyles} bare>
      <main class={interactive ? 'wide embed' : 'wide embed still'}>
        {!hasHeading && <h1 class="visually-hidden">{title}</h1>}
        {children}
      </main>
    </Document>
  )
}
