import { Hono, type Context as HonoContext } from 'hono'
import { html } from 'hono/html'
import type { JSX } from 'hono/jsx/jsx-runtime'
import { loadDatasetForReading } from '../datasets'
import { describe, Problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { problemResponse } from '../http/problem'
import { DatasetPage } from './dataset'
import { HomePage } from './home'
import { Layout } from './layout'
import { say } from './messages'

/** Pages run no script yet, and are framed by nobody. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' https: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const pageRoutes = new Hono<HttpEnv>()

pageRoutes.get('/', async (c) => {
  const page = Math.min(500, Math.max(1, Number.parseInt(c.req.query('page') ?? '1', 10) || 1))
  return sendPage(c, await HomePage({ ctx: c.get('ctx'), q: (c.req.query('q') ?? '').slice(0, 200), page }))
})

pageRoutes.get('/dataset/:id', async (c) => {
  const ctx = c.get('ctx')
  const dataset = await loadDatasetForReading(ctx, c.req.param('id'), 'readDescription')
  return sendPage(c, await DatasetPage({ ctx, dataset }))
})

pageRoutes.get('/assets/*', async (c) => {
  const name = c.req.path.slice('/assets'.length)
  const found = await c.env.ASSETS.fetch(new Request(new URL(name, 'https://assets.local')))
  const headers = new Headers(found.headers)
  headers.set('cache-control', 'public, max-age=300')
  return new Response(found.body, { status: found.status, headers })
})

// What a person opened is answered with a page, not with JSON.
pageRoutes.onError((error, c) => {
  const ctx = c.get('ctx')
  const response = problemResponse(error, c)
  const { language, baseUrl } = ctx
  const code = error instanceof Problem ? error.code : 'internal-error'
  const params = error instanceof Problem ? error.params : {}
  // A Problem's status is an HTTP error status.
  c.status(response.status as 403 | 404 | 500)
  return sendPage(
    c,
    <Layout title={say(language, 'problem')} baseUrl={baseUrl} language={language}>
      <h1>{say(language, 'problem')}</h1>
      <p>{describe({ code, params }, language)}</p>
      <p>
        <a href={`${baseUrl}/`}>{say(language, 'home')}</a>
      </p>
    </Layout>,
  )
})

function sendPage(c: HonoContext<HttpEnv>, page: JSX.Element): Response | Promise<Response> {
  c.header('content-security-policy', pagePolicy)
  return c.html(html`<!DOCTYPE html>${page}`)
}
