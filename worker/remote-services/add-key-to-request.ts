import { decryptText } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import type { RemoteService } from './document'
import { keyPurpose } from './stored-columns'

/**
 * Adds the API key of a service, if it has one, to a request.
 *
 * @throws `remote-service-failed` when the key cannot be decrypted: AUTH_SECRET is another one
 */
export async function addKey(
  { config }: Pick<Context, 'config'>,
  { id, key }: Pick<RemoteService, 'id' | 'key'>,
  { url, headers }: { url: URL; headers: Record<string, string> },
): Promise<void> {
  if (!key) return
  const value = await decryptText(config, keyPurpose(id), key.sealed)
  if (value === undefined) {
    throw problem('remote-service-failed', {
      service: id,
      reason: { en: 'its API key has to be entered again', fr: "sa clé d'API doit être saisie à nouveau" },
    })
  }
  switch (key.in) {
    case 'query':
      url.searchParams.set(key.name, value)
      return
    case 'header':
      headers[key.name.toLowerCase()] = value
      return
    case 'cookie':
      headers.cookie = `${key.name}=${value}`
  }
}
