import type { Child } from 'hono/jsx'
import { readInstance } from '../../instance'
import type { View } from '../view'

type DocumentProps = {
  view: View
  title: string
  description?: string
  /** URL of the picture that other sites show with a link to the page. */
  picture?: string
  /** Scripts of the page, by name; it works without them. */
  islands?: string[]
  /** A stylesheet beside that of all pages. */
  ownStyles?: string | undefined
  /** A library of the page writes `<style>` elements, with the nonce of the page, which it finds in the head. */
  writesStyles?: boolean
  /** Embedded in other pages: without a frame, and without the name of the service in its title. */
  bare?: boolean
  /** Its stylesheet, instead of that of all pages. */
  styles?: string
  /** Elements of the head of this page. */
  head?: Child
  children: Child
}

/** What an embedding page may choose, instead of the scheme of its reader. */
const themes = ['light', 'dark'] as const

/** A document with the styles and the scripts of the service, in the colour of the instance. */
export async function Document({ view, description, islands = [], writesStyles, ...props }: DocumentProps) {
  const instance = await readInstance(view.ctx)
  const { bare, picture, styles = 'fairway.css', ownStyles, children } = props
  const title = bare ? props.title : `${props.title} · ${instance.title ?? 'Fairway'}`
  const theme = bare ? themes.find((one) => one === view.here.searchParams.get('theme')) : undefined
  const asset = (name: string) => `${view.baseUrl}/assets/build/${name}`
  return (
    <html
      lang={view.language}
      class={bare ? 'bare' : ''}
      data-color={instance.color}
      data-time-of={view.say('timeOf', { place: '{place}' })}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        <meta property="og:title" content={title} />
        {description && <meta property="og:description" content={description} />}
        {picture && <meta property="og:image" content={picture} />}
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {writesStyles && <meta property="csp-nonce" nonce={view.nonce} />}
        {!bare && (
          <link
            rel="search"
            type="application/opensearchdescription+xml"
            title={instance.title ?? 'Fairway'}
            href={`${view.baseUrl}/opensearch.xml`}
          />
        )}
        <link rel="icon" href={`${view.baseUrl}/assets/mark.svg`} type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" href={asset('inter.woff2')} crossorigin="anonymous" />
        <link rel="stylesheet" href={asset(styles)} />
        {bare && <link rel="stylesheet" href={asset('embed.css')} />}
        {ownStyles && <link rel="stylesheet" href={asset(ownStyles)} />}
        {/* After all others: what it hides stays hidden. */}
        <link rel="stylesheet" href={asset('print.css')} media="print" />
        {instance.color && <link rel="stylesheet" href={`${view.baseUrl}/instance.css?v=${instance.version}`} />}
        {[...islands, 'moments'].map((name) => (
          <script type="module" nonce={view.nonce} src={asset(`${name}.js`)} />
        ))}
        {props.head}
      </head>
      <body>{children}</body>
    </html>
  )
}
