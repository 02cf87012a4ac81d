/** Secrets of configurations: moved out of them, encrypted, and never read back. */
import { decryptText, encryptText } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import { limits } from '../limits'
import type { CollectorConfig } from './document'
import type { Collector } from './load'
import type { JsonSchema } from './plugins/plugin'

/** What a configuration shows in place of a secret. */
export const placeholder = '********'

/** Paths of the secrets of a schema: its properties with `writeOnly`, in nested objects too. */
function secretPaths(schema: JsonSchema, prefix: readonly string[] = []): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = [...prefix, name]
    return property.writeOnly ? [path] : secretPaths(property, path)
  })
}

/** The servers of the addresses in a configuration, as `protocol//host`. A `port` beside an address without one is its port. */
export function serversOf(value: unknown, port?: unknown): string[] {
  if (typeof value === 'object' && value !== null) {
    const own = 'port' in value ? value.port : undefined
    return Object.values(value).flatMap((member) => serversOf(member, own))
  }
  if (typeof value !== 'string' || !/^[a-z][a-z\d+.-]*:\/\//i.test(value) || !URL.canParse(value)) return []
  const url = new URL(value)
  return [`${url.protocol}//${url.hostname}:${url.port || (port ?? '')}`]
}

/** A stored secret is for the servers that it was entered with. @throws `collector-config-invalid` */
export function checkServers(
  name: string,
  { before, config }: { before: CollectorConfig; config: CollectorConfig },
): void {
  const known = new Set(serversOf(before))
  if (serversOf(config).every((server) => known.has(server))) return
  throw problem('collector-config-invalid', {
    reason: { en: `enter ${name} again for the new server`, fr: `saisissez à nouveau ${name} pour le nouveau serveur` },
  })
}

/**
 * Moves the secrets of a sent configuration out of it. A placeholder, or an absent value, keeps the stored secret; an
 * empty text removes it.
 *
 * @param stored the configuration and its encrypted secrets so far
 * @returns the configuration with placeholders, and all encrypted secrets
 * @throws `collector-secrets-unavailable`, `collector-config-invalid`
 */
export async function sealConfig(
  ctx: Pick<Context, 'config'>,
  input: {
    collector: string
    schema: JsonSchema
    config: CollectorConfig
    stored: Pick<Collector, 'config' | 'secrets'> | undefined
  },
): Promise<{ config: CollectorConfig; secrets: Record<string, string> }> {
  const config = structuredClone(input.config)
  const secrets: Record<string, string> = {}
  for (const path of secretPaths(input.schema)) {
    const name = path.join('.')
    const holder = holderOf(config, path)
    const last = path.at(-1) ?? ''
    const sent = holder?.[last]
    const kept = input.stored?.secrets[name]
    if (typeof sent === 'string' && sent !== '' && sent !== placeholder) {
      if (sent.length > limits.collectors.maxSecretChars) {
        throw problem('collector-config-invalid', {
          reason: { en: `${name} is too long`, fr: `${name} est trop long` },
        })
      }
      if (!ctx.config.AUTH_SECRET) throw problem('collector-secrets-unavailable')
      secrets[name] = await encryptText(ctx.config, purposeOf(input.collector, name), sent)
    } else if (input.stored && kept !== undefined && sent !== '' && sent !== null) {
      checkServers(name, { before: input.stored.config, config: input.config })
      secrets[name] = kept
    }
    if (!holder) continue
    if (name in secrets) holder[last] = placeholder
    else delete holder[last]
  }
  return { config, secrets }
}

/** Decrypts the secrets of a collector, by path. @throws `collector-secret-unreadable` */
export async function openSecrets(
  ctx: Pick<Context, 'config'>,
  input: { collector: string; secrets: Readonly<Record<string, string>> },
): Promise<Record<string, string>> {
  const opened: Record<string, string> = {}
  for (const [name, sealed] of Object.entries(input.secrets)) {
    const secret = await decryptText(ctx.config, purposeOf(input.collector, name), sealed)
    if (secret === undefined) throw problem('collector-secret-unreadable', { name })
    opened[name] = secret
  }
  return opened
}

/** The secrets in a configuration that is not stored yet, for a preview. */
export function sentSecrets(schema: JsonSchema, config: CollectorConfig): Record<string, string> {
  const entries = secretPaths(schema).flatMap((path) => {
    const value = holderOf(config, path)?.[path.at(-1) ?? '']
    return typeof value === 'string' && value !== '' && value !== placeholder ? [[path.join('.'), value] as const] : []
  })
  return Object.fromEntries(entries)
}

function holderOf(config: CollectorConfig, path: readonly string[]): Record<string, unknown> | undefined {
  let holder: Record<string, unknown> = config
  for (const name of path.slice(0, -1)) {
    const next = holder[name]
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return undefined
    // An object that is not an array, as just checked.
    holder = next as Record<string, unknown>
  }
  return holder
}

/** A secret is valid in its own place only. */
const purposeOf = (collector: string, name: string): string => `collectors/${collector}/${name}`
