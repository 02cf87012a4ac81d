import { enqueuer } from '../queues/messages'
import { channelStub } from './channel-stub'
import { readConfig } from './config'
import type { Context, Log, SiteDomain } from './context'
import { openMetadata } from './db/client'
import { openLinesDatabases } from './db/lines-databases'
import { counted } from './db/metered-database'
import { storePlatformUsageLater } from './db/platform-usage'
import type { Language } from './errors'
import { createMailer } from './mail'

/** Builds a context. `baseUrl` is that of the request; PUBLIC_URL where there is none. */
export function createContext(
  env: Env,
  who: Pick<Context, 'identity' | 'requestId'> & {
    /** Dependencies that are already open. */
    opened?: Pick<Context, 'config' | 'db' | 'lines'>
    baseUrl?: string
    site?: SiteDomain | undefined
    language?: Language
    /** Keeps the isolate alive until a promise settles. */
    waitUntil?: (promise: Promise<unknown>) => void
  },
): Context {
  const opened = who.opened ?? {
    config: readConfig(env),
    db: openMetadata(counted(env.DB)),
    lines: openLinesDatabases(env).map((lines) => lines && counted(lines)),
  }
  const log: Log = (level, message, facts) => {
    console[level](JSON.stringify({ level, message, requestId: who.requestId, ...facts }))
  }
  const { config, lines } = opened
  const ctx: Context = {
    config,
    lines,
    // The operator binds it, or not.
    mail: createMailer(config, { binding: (env as { MAIL?: SendEmail }).MAIL, log }),
    get db() {
      return opened.db
    },
    identity: who.identity,
    files: env.FILES,
    // A deployment may leave the binding out.
    browser: env.BROWSER as Env['BROWSER'] | undefined,
    assets: env.ASSETS,
    uploads: env.UPLOADS,
    mqttListeners: env.MQTT_LISTENERS,
    jobs: enqueuer({ processing: env.PROCESSING, webhooks: env.WEBHOOKS, collectors: env.COLLECTORS }),
    get plugins() {
      return boundPlugins(env)
    },
    realtime: channelStub(env.CHANNELS, log),
    baseUrl: who.baseUrl ?? config.PUBLIC_URL,
    site: who.site,
    language: who.language ?? 'en',
    requestId: who.requestId,
    now: () => new Date(),
    newId,
    log,
    later: (work) => {
      const done = work().catch((error: unknown) =>
        log('error', 'work after an answer failed', { cause: String(error) }),
      )
      who.waitUntil?.(done)
    },
    timings: new Map(),
    rowsRead: 0,
    permitted: undefined,
  }
  // Requests store the platform usage after their response.
  if (!who.opened) storePlatformUsageLater(ctx)
  return ctx
}

const pluginPrefix = 'PLUGIN_'

/** The service bindings `PLUGIN_<ID>`, under their ids: `PLUGIN_BUS_STOPS` is `bus-stops`. */
function boundPlugins(env: Env): ReadonlyMap<string, unknown> {
  const bindings = Object.entries(env).filter(([name]) => name.startsWith(pluginPrefix))
  return new Map(
    bindings.map(([name, binding]) => [name.slice(pluginPrefix.length).toLowerCase().replaceAll('_', '-'), binding]),
  )
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const idLength = 24

/** A random id of 24 characters of 0-9a-z: 124 bits. */
function newId(): string {
  let id = ''
  while (id.length < idLength) {
    // 252 is the largest multiple of 36 in a byte: larger bytes would make some letters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(idLength * 2))) {
      if (byte < 252 && id.length < idLength) id += alphabet.charAt(byte % 36)
    }
  }
  return id
}
