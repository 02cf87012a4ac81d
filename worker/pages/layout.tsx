import type { Child } from 'hono/jsx'
import { readInstance } from '../instance'
import { AdminBanner } from './frame/admin-banner'
import { Document } from './frame/document'
import { Footer } from './frame/footer'
import { Header, type Section } from './frame/header'
import type { View } from './view'

type Props = {
  view: View
  title: string
  description?: string
  /** URL of the picture that other sites show with a link to the page. */
  picture?: string
  /** Scripts of the page, by name; it works without them. */
  islands?: string[]
  /** A stylesheet beside that of all pages. */
  ownStyles?: string | undefined
  current?: Section | undefined
  /** Full width, for tables and maps. */
  wide?: boolean
  /** The children have their own `<main>`. */
  hasMain?: boolean
  /** A library of the page writes `<style>` elements, with the nonce of the page, which it finds in the head. */
  writesStyles?: boolean
  /** Elements of the head of this page. */
  head?: Child
  children: Child
}

/** The frame of every page. */
export async function Layout({ view, title, description, picture, current, wide, hasMain, children, ...props }: Props) {
  const instance = await readInstance(view.ctx)
  return (
    <Document
      view={view}
      title={title}
      {...(description ? { description } : {})}
      {...(picture ? { picture } : {})}
      islands={[...new Set(props.islands)]}
      ownStyles={props.ownStyles}
      writesStyles={props.writesStyles ?? false}
      head={props.head}
    >
      <a class="skip" href="#main">
        {view.say('skip')}
      </a>
      <Header view={view} instance={instance} current={current} />
      {current !== 'administration' && <AdminBanner view={view} />}
      {instance.banner && (
        <p class={`banner ${instance.banner.kind}`} role="status">
          {instance.banner.text}
        </p>
      )}
      {hasMain ? (
        <div id="main" class="framed" tabindex={-1}>
          {children}
        </div>
      ) : (
        <main id="main" class={wide ? 'wide' : ''} tabindex={-1}>
          {children}
        </main>
      )}
      <Footer view={view} instance={instance} />
    </Document>
  )
}
