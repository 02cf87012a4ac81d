import { z } from 'zod'
import { problem } from './errors'
import { limits } from './limits'

/** Who may make an account with a password: anyone, those who are invited, or nobody. */
export const signUpModes = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

const address = z.url({ protocol: /^https?$/ })
const quota = z.coerce.number().int().min(-1).default(-1)

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
  /** Lets another service of the operator set limits (`?key=`). */
  SERVICE_KEY: z.string().min(20).optional(),
  /** What an account may have unless its own limits say otherwise; -1: no limit. */
  QUOTA_STORE_BYTES: quota,
  QUOTA_INDEXED_BYTES: quota,
  QUOTA_DATASETS: quota,
  /** Who may make an account with a password. */
  SIGNUP: z.enum(signUpModes).default('open'),
  /** An OpenID Connect provider to sign in with: its issuer, our client there, and what the button says. */
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_TITLE: z.string().min(1).default('OpenID Connect'),
  /** An existing directory instead of the embedded one: its sessions are verified with its keys. */
  DIRECTORY_URL: address.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** What its tokens must say of who made them (`iss`), and for whom (`aud`). */
  DIRECTORY_ISSUER: z.string().min(1).optional(),
  DIRECTORY_AUDIENCE: z.string().min(1).optional(),
  /** Requests that a caller may make in a minute on datasets; 0: no limit. */
  RATE_ANONYMOUS: z.coerce.number().int().min(0).default(limits.rates.anonymousRequests),
  RATE_USER: z.coerce.number().int().min(0).default(limits.rates.userRequests),
  /** Hosts that may be reached though they are private: `host` or `host:port`, comma separated. */
  OUTGOING_ALLOW: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .default([]),
  /** Base applications that everyone may use from the start: their addresses, comma separated. */
  BASE_APPLICATIONS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((url) => url.trim())
        .filter(Boolean),
    )
    .pipe(z.array(address))
    .default([]),
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
