/** Secrets that the service must send itself, encrypted at rest: AES-256-GCM under a key derived from AUTH_SECRET. */
import type { Config } from '../config'
import { problem } from '../errors'

/** Bytes of the nonce of AES-GCM (NIST SP 800-38D, section 8.2.1). */
const nonceBytes = 12
const encoder = new TextEncoder()

/**
 * Encrypts a secret. It can be decrypted only for the same purpose, so that it is of no use in another row.
 *
 * @throws `configuration-invalid` without AUTH_SECRET
 */
export async function encryptText(config: Pick<Config, 'AUTH_SECRET'>, purpose: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(purpose) }
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(config), encoder.encode(text))
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url')
}

/**
 * Decrypts a secret; undefined when it was sealed under another AUTH_SECRET, or for another purpose.
 *
 * @throws `configuration-invalid` without AUTH_SECRET
 */
export async function decryptText(
  config: Pick<Config, 'AUTH_SECRET'>,
  purpose: string,
  sealed: string,
): Promise<string | undefined> {
  const bytes = new Uint8Array(Buffer.from(sealed, 'base64url'))
  const algorithm = {
    name: 'AES-GCM',
    iv: bytes.subarray(0, nonceBytes),
    additionalData: encoder.encode(purpose),
  }
  const key = await keyOf(config)
  try {
    const text = await crypto.subtle.decrypt(algorithm, key, bytes.subarray(nonceBytes))
    return new TextDecoder().decode(text)
  } catch {
    return undefined
  }
}

async function keyOf({ AUTH_SECRET }: Pick<Config, 'AUTH_SECRET'>): Promise<CryptoKey> {
  if (!AUTH_SECRET) throw problem('configuration-invalid')
  const secret = await crypto.subtle.importKey('raw', encoder.encode(AUTH_SECRET), 'HKDF', false, ['deriveKey'])
  const info = encoder.encode('sealed-text')
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
