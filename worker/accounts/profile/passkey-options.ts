import type { PasskeyOptions } from '@better-auth/passkey'

/** What passkeys are made for, and asked for. */
export const passkeyOptions = (base: URL): PasskeyOptions => ({
  rpID: base.hostname,
  rpName: 'Fairway',
  origin: base.origin,
})
