import type { Context as HonoContext } from 'hono'
import type { Context } from '../context'
import type { RoundTrip } from '../db/metered-database'
import type { LinkKeyInReferer } from './link-key-in-referer'

/** The variables of the Hono context. */
export type HttpEnv = {
  Bindings: Env
  Variables: {
    /** Set first, before any middleware can fail. */
    requestId: string
    ctx: Context
    /** The id of the resource that the path names by its slug. */
    resourceId: string | undefined
    /** The link key in the URL of the page that sends the request; it may be invalid. */
    linkKey: LinkKeyInReferer | undefined
    /** The turn of each query of lines among those of its caller, where they are limited. */
    queryTurn: RoundTrip | undefined
    /** The response is a page of an application, which has no Content-Security-Policy. */
    withoutPolicy: true | undefined
  }
}

/** The context of a request; undefined when the request failed before it was built. */
export const contextOf = (c: HonoContext<HttpEnv>): Context | undefined => c.get('ctx')
