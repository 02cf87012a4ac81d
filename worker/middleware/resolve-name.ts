import { createMiddleware } from 'hono/factory'
import type { HttpEnv } from '../http/env'
import { addressOf, parametersOf } from '../http/request-url'
import { idNamed, type ResourceKind } from '../resources'

/** Resolves the slug in the path of a request for a publication site: routes then read the id as their parameter `id`. */
export function resolveName(kind: ResourceKind) {
  return createMiddleware<HttpEnv>(async function resolveName(c, next) {
    const name = c.req.param('id')
    const siteName = parametersOf(c.req.raw).get('publicationSites')
    const id = name && (await idNamed(c.get('ctx'), kind, { name, siteName }))
    if (id) c.set('resourceId', id)
    await next()
  })
}

/** Redirects the page of a resource that has its slug in the path, on the domain of a publication site, to that with its id. */
export function redirectSlug(kind: ResourceKind) {
  return createMiddleware<HttpEnv>(async function redirectSlug(c, next) {
    const name = c.req.param('id')
    const ctx = c.get('ctx')
    const id = name && ctx.site && (await idNamed(ctx, kind, { name, siteName: null }))
    if (!id || id === name || c.req.method !== 'GET') return next()
    const [, room, , ...rest] = c.req.path.split('/')
    const { search } = addressOf(c.req.raw)
    return c.redirect(ctx.baseUrl + ['', room, id, ...rest].join('/') + search, 302)
  })
}
