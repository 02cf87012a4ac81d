import type { Child } from 'hono/jsx'
import type { Language } from '../errors'

/** The frame of every page. */
export function Layout(props: { title: string; baseUrl: string; language: Language; children: Child }) {
  const { title, baseUrl, language, children } = props
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${baseUrl}/assets/fairway.css`} />
      </head>
      <body>
        <header>
          <a href={`${baseUrl}/`}>Fairway</a>
        </header>
        <main>{children}</main>
        <footer class="quiet">
          <a href={`${baseUrl}/api/v1/api-docs.json`}>API</a>
        </footer>
      </body>
    </html>
  )
}
