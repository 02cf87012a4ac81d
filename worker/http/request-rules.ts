import { createMiddleware } from 'hono/factory'
import { problem } from '../errors'
import { parametersOf } from './address'
import type { HttpEnv } from './env'

const bodyTypes = ['application/json', 'application/x-ndjson', 'multipart/form-data', 'text/csv', 'text/csv+gzip']

/** A parameter given twice is refused: which one would count (contract datasets §0.1 row 2)? Only Opendatasoft's API repeats some. */
export const refuseRepeatedParameters = createMiddleware<HttpEnv>(async function refuseRepeatedParameters(c, next) {
  if (/\/compat-ods\//.test(c.req.path)) return next()
  const seen = new Set<string>()
  for (const [name] of parametersOf(c.req.raw)) {
    if (seen.has(name)) throw problem('parameter-repeated', { parameter: name.slice(0, 100) })
    seen.add(name)
  }
  await next()
})

/** Bodies are of the types that the contract lists (datasets §0.1 row 1). A page of another site cannot send these without asking. */
export const refuseOtherBodies = createMiddleware<HttpEnv>(async function refuseOtherBodies(c, next) {
  const { method } = c.req
  const hasBody =
    (method === 'POST' || method === 'PUT' || method === 'PATCH') && c.req.header('content-length') !== '0'
  if (hasBody) {
    const type = (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!bodyTypes.includes(type)) throw problem('content-type-unsupported')
  }
  await next()
})
