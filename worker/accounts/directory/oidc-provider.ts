import type { Config } from '../../config'

/** The id of the OpenID Connect provider in the directory. */
export const oidcProvider = 'oidc'

/** The OpenID Connect provider of an instance, undefined without one. */
export function providerOf({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Config) {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return undefined
  return {
    providerId: oidcProvider,
    discoveryUrl: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId: OIDC_CLIENT_ID,
    ...(OIDC_CLIENT_SECRET ? { clientSecret: OIDC_CLIENT_SECRET } : {}),
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // The library takes any text for true: "false" too.
    mapProfileToUser: (profile: object) => ({
      emailVerified: 'email_verified' in profile && [true, 'true'].some((yes) => yes === profile.email_verified),
    }),
  }
}
