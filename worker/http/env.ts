import type { Context } from '../context'

/** What Hono carries along a request. */
export type HttpEnv = { Bindings: Env; Variables: { ctx: Context } }
