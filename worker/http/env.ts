import type { Context as HonoContext } from 'hono'
import type { Context } from '../context'
import type { PageKey } from './page-key'

/** What Hono carries along a request. */
export type HttpEnv = {
  Bindings: Env
  Variables: {
    /** Set first, before anything can fail. */
    requestId: string
    ctx: Context
    /** The application key in the address of the page that sends the request: it may open nothing. */
    pageKey: PageKey | undefined
  }
}

/** The context of a request; undefined where the request failed before there was one. */
export const contextOf = (c: HonoContext<HttpEnv>): Context | undefined => c.get('ctx')
