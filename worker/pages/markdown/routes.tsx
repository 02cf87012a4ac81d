/** Markdown of a form as pages show it, for the script of its field. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { Markdown } from '../components/markdown'
import { readForm } from '../form'
import { viewOf } from '../send'
import { isSignedIn } from '../session/required'

export function markdownRoutes(): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.post('/markdown', async (c) => {
    const text = (await readForm(c)).get('text') ?? ''
    const view = viewOf(c)
    if (!isSignedIn(view)) throw problem('sign-in-required')
    c.header('cache-control', 'private, no-store')
    // Nothing of it runs or is loaded where it is opened as a page.
    c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    return c.html(<Markdown text={text.slice(0, limits.markdown.maxChars)} view={view} />)
  })

  return routes
}
