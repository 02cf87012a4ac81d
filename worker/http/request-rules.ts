import { createMiddleware } from 'hono/factory'
import { problem } from '../errors'
import { excerptOf } from '../schema/cut-text'
import type { HttpEnv } from './env'
import { parametersOf } from './request-url'

const bodyTypes = ['application/json', 'application/x-ndjson', 'multipart/form-data', 'text/csv', 'text/csv+gzip']

/**
 * Rejects ambiguous parameters: repeated (only the Opendatasoft API has repeated ones), or with bytes that are not
 * UTF-8, which would be decoded as U+FFFD.
 */
export const refuseAmbiguousParameters = createMiddleware<HttpEnv>(async function refuseAmbiguousParameters(c, next) {
  const parameters = parametersOf(c.req.raw)
  if (parameters.notUtf8 !== undefined) {
    throw problem('parameter-invalid', {
      parameter: excerptOf(parameters.notUtf8),
      reason: { en: 'it is not valid UTF-8.', fr: "ce n'est pas de l'UTF-8 valide." },
    })
  }
  if (/\/compat-ods\//.test(c.req.path)) return next()
  const seen = new Set<string>()
  for (const [name] of parameters) {
    if (seen.has(name)) throw problem('parameter-repeated', { parameter: excerptOf(name) })
    seen.add(name)
  }
  await next()
})

/** Accepts bodies of documented types only. A page of another site cannot send these without a CORS preflight. */
export const refuseOtherBodies = createMiddleware<HttpEnv>(async function refuseOtherBodies(c, next) {
  const { method, raw } = c.req
  const hasBody =
    (method === 'POST' || method === 'PUT' || method === 'PATCH') &&
    raw.body !== null &&
    c.req.header('content-length') !== '0'
  if (hasBody) {
    const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!bodyTypes.includes(type)) throw problem('content-type-unsupported')
  }
  await next()
})
