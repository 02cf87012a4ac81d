import type { Context } from '../context'
import type { PageKey } from './page-key'

/** What Hono carries along a request. */
export type HttpEnv = {
  Bindings: Env
  Variables: {
    ctx: Context
    /** The application key in the address of the page that sends the request: it may open nothing. */
    pageKey: PageKey | undefined
  }
}
