import { z } from 'zod'
import { problem } from './errors'
import { limits } from './limits'

/** The variables of an instance. The table in README.md describes each; a test compares the two. */
const configSchema = z.object({
  /** Base address that the world uses, path included; empty: the address of each request. */
  PUBLIC_URL: z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .refine((url) => url === '' || URL.canParse(url), 'not a URL')
    .default(''),
  /** Signs the sessions. Without it nobody can sign in; API keys still work. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Allows `POST /api/v1/setup` while the instance has no administrator. */
  SETUP_TOKEN: z.string().min(20).optional(),
  /** Largest file of one dataset, in bytes. */
  MAX_FILE_BYTES: z.coerce.number().int().positive().default(limits.uploads.defaultMaxFileBytes),
})

export type Config = z.infer<typeof configSchema>

/** Names of the variables that the code reads, for the documentation test. */
export const configVariables = Object.keys(configSchema.shape)

let parsed: { env: Env; config: Config } | undefined

/** Reads the variables of `env`, once per isolate. @throws `configuration-invalid` naming nothing secret */
export function readConfig(env: Env): Config {
  if (parsed?.env === env) return parsed.config
  const result = configSchema.safeParse(env)
  if (!result.success) {
    const names = result.error.issues.map((issue) => issue.path.join('.')).join(', ')
    console.error(JSON.stringify({ level: 'error', message: `invalid configuration: ${names}` }))
    throw problem('configuration-invalid')
  }
  parsed = { env, config: result.data }
  return result.data
}
