import { z } from 'zod'
import { problem } from './errors'
import { limits } from './limits'
import { defaultTimeZone, isTimeZone } from './schema/dates/zone'

/** Who may create an account with a password: everyone, invited people, or nobody. */
const signUpModes = ['open', 'invited', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** The value of MAIL_URL by which messages are written to the log. */
export const mailLog = 'log:'

const address = z.url({ protocol: /^https?$/ })
const archivePrefix = 'pmtiles:'
const archiveName = new RegExp(`^${archivePrefix}\\w[\\w.-]{0,${limits.basemap.maxNameChars}}\\.pmtiles$`)
const quota = z.coerce.number().int().min(-1).default(-1)

/** The entries of a comma-separated list. */
const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** The variables of an instance. The table in README.md describes each; a test compares the two. */
const configSchema = z.object({
  /** Public base URL, with its path; empty: the origin of each request. */
  PUBLIC_URL: z
    .string()
    .transform((url) => url.replace(/\/+$/, ''))
    .refine((url) => url === '' || URL.canParse(url), 'not a URL')
    .default(''),
  /** Signs the sessions. Without it sign-in is disabled; API keys still work. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Allows `POST /api/v1/setup` while the instance has no administrator. */
  SETUP_TOKEN: z.string().min(20).optional(),
  /** Lets another service of the operator set limits (`?key=`). */
  SERVICE_KEY: z.string().min(20).optional(),
  /** Default quotas of an account; -1: no limit. */
  QUOTA_STORE_BYTES: quota,
  QUOTA_INDEXED_BYTES: quota,
  QUOTA_DATASETS: quota,
  /** Minutes per month that the collectors of an account may run; -1: no limit. */
  QUOTA_COLLECTOR_MINUTES: quota,
  /** Who may create an account with a password. */
  SIGNUP: z.enum(signUpModes).default('open'),
  /** How mail is sent: the address of an HTTP provider, or `log:`, which writes messages to the log, for development. */
  MAIL_URL: z.union([z.literal(mailLog), address]).optional(),
  /** The token that the provider expects. */
  MAIL_TOKEN: z.string().min(1).optional(),
  /** The address that messages are from. */
  MAIL_FROM: z.email().optional(),
  /** Where the operator receives alerts: an address that takes a POST of JSON with a `text`, and an e-mail address. */
  ALERT_URL: address.optional(),
  ALERT_EMAIL: z.email().optional(),
  /** An OpenID Connect provider: its issuer, the client id and secret, and the label of the button. */
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_TITLE: z.string().min(1).default('OpenID Connect'),
  /** An external directory instead of the embedded one: its sessions are verified with its public keys. */
  DIRECTORY_URL: address.transform((url) => url.replace(/\/+$/, '')).optional(),
  /** The required issuer (`iss`) and audience (`aud`) of its tokens. */
  DIRECTORY_ISSUER: z.string().min(1).optional(),
  DIRECTORY_AUDIENCE: z.string().min(1).optional(),
  /** Requests on datasets per caller and minute; 0: no limit. */
  RATE_ANONYMOUS: z.coerce.number().int().min(0).default(limits.rates.anonymousRequests),
  RATE_USER: z.coerce.number().int().min(0).default(limits.rates.userRequests),
  /** Private hosts that outgoing requests may call: `host` or `host:port`, comma separated. */
  OUTGOING_ALLOW: z
    .string()
    .transform((text) => listOf(text.toLowerCase()))
    .default([]),
  /** URLs of the base applications that are public from the start, comma separated. */
  BASE_APPLICATIONS: z.string().transform(listOf).pipe(z.array(address)).default([]),
  /** APIs that administrators may register: `address` of a description, or `title=address`, comma separated. */
  REMOTE_SERVICES: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((entry) => /^\s*(?:([^=]*)=)?\s*(https?:\/\/.*?)\s*$/.exec(entry))
        .flatMap((found) => (found?.[2] ? [{ title: found[1]?.trim() || found[2], url: found[2] }] : [])),
    )
    .pipe(z.array(z.object({ title: z.string(), url: address })))
    .default([]),
  /**
   * Styles of the base map, light then dark, comma separated; `pmtiles:<name>`: an archive in the bucket of the service; `none`:
   * the coastline of the service.
   */
  BASEMAP: z
    .union([
      z
        .string()
        .regex(archiveName)
        .transform((text) => ({ archive: text.slice(archivePrefix.length) })),
      z
        .string()
        .transform((text) => listOf(text).filter((url) => url !== 'none'))
        .pipe(z.array(address).max(2))
        .transform((styles) => ({ styles })),
    ])
    .default({
      styles: ['https://tiles.openfreemap.org/styles/positron', 'https://tiles.openfreemap.org/styles/dark'],
    }),
  /** Other origins that these styles read tiles, fonts and icons from, comma separated. */
  BASEMAP_HOSTS: z.string().transform(listOf).pipe(z.array(address)).default([]),
  /** HTML at the end of the pages of applications, unless the limits of their owner hide it. */
  BRAND_HTML: z.string().default(''),
  /** Size from which a database of lines takes no new table, in bytes. */
  LINES_DATABASE_BYTES: z.coerce.number().int().positive().default(limits.lines.databaseBytes),
  /** Whether D1 has replicas of the databases of lines: tables get bookmarks, at which they are read. */
  LINES_REPLICATION: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Days for which a deleted dataset can be restored; 0: its data are deleted at once. */
  /** The time zone of new columns of times without offset, and of new schedules. */
  TIME_ZONE: z.string().refine(isTimeZone, 'not a time zone of the IANA database').default(defaultTimeZone),
  TRASH_DAYS: z.coerce.number().int().min(0).max(limits.trash.maxDays).default(limits.trash.defaultDays),
  /** Largest file of one dataset, in bytes. */
  MAX_FILE_BYTES: z.coerce.number().int().positive().default(limits.uploads.defaultMaxFileBytes),
})

export type Config = z.infer<typeof configSchema>

/** Names of all variables, for the documentation test. */
export const configVariables = Object.keys(configSchema.shape)

let parsed: { env: Env; config: Config } | undefined

/** Reads the variables of `env`, once per isolate. @throws `configuration-invalid` without secret values */
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
