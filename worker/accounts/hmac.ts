import type { Config } from '../config'
import { problem } from '../errors'

/**
 * HMAC-SHA256 of a message under AUTH_SECRET. Each message starts with a prefix for its purpose, so that a signature
 * made for one purpose is not valid for another.
 *
 * @throws `configuration-invalid` without AUTH_SECRET
 */
export async function hmac({ AUTH_SECRET }: Pick<Config, 'AUTH_SECRET'>, message: string): Promise<Buffer> {
  if (!AUTH_SECRET) throw problem('configuration-invalid')
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(AUTH_SECRET), algorithm, false, ['sign'])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(message)))
}
