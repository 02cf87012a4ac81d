import { problem } from '../../../errors'
import { basicAuthorization } from '../../../net/basic-auth'
import { fetchJson } from '../fetch-json'
import type { PreviewContext } from '../plugin'
import type { JsonApiConfig } from './schema'

/** The headers that authenticate requests. @throws `collector-data-invalid` when no token is given (OAuth2) */
export async function authorizationOf(
  context: Pick<PreviewContext, 'fetch' | 'secrets'>,
  { auth }: JsonApiConfig,
): Promise<Record<string, string>> {
  const { 'auth.secret': secret = '' } = context.secrets
  switch (auth.type) {
    case 'none':
      return {}
    case 'basic':
      return { authorization: basicAuthorization(auth.username ?? '', secret) }
    case 'bearer':
      return { authorization: `Bearer ${secret}` }
    case 'apiKey':
      return { [auth.header]: secret }
    case 'oauth2':
      return { authorization: `Bearer ${await tokenOf(context, auth, secret)}` }
  }
}

/** A token for client credentials (RFC 6749, section 4.4). */
async function tokenOf(
  context: Pick<PreviewContext, 'fetch'>,
  { tokenUrl, username, scope }: JsonApiConfig['auth'],
  secret: string,
): Promise<string> {
  if (!tokenUrl)
    throw problem('collector-config-invalid', {
      reason: { en: '/auth/tokenUrl is missing', fr: '/auth/tokenUrl est absent' },
    })
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }).toString()
  const answer = await fetchJson({ fetch: context.fetch }, tokenUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basicAuthorization(encodeURIComponent(username), encodeURIComponent(secret)),
    },
    body,
  })
  const token = answer.valueAt('access_token')
  if (typeof token !== 'string')
    throw problem('collector-data-invalid', {
      reason: { en: 'the address of the tokens gives none', fr: "l'adresse des jetons n'en donne aucun" },
    })
  return token
}
