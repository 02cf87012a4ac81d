import type { PasskeyOptions } from '@better-auth/passkey'
import { eq } from 'drizzle-orm'
import { type MetadataDatabase, tables } from '../../db/client'
import { hasTwoFactor } from '../two-factor/check-code'

type Settings = { db: MetadataDatabase; APIError: typeof import('better-auth/api').APIError }

/** What passkeys are made for, and asked for. */
export const passkeyOptions = (base: URL, { db, APIError }: Settings): PasskeyOptions => ({
  rpID: base.hostname,
  rpName: 'Fairway',
  origin: base.origin,
  authentication: {
    // A security key that asks for no PIN is one factor: who holds it would sign in.
    afterVerification: async ({ verification, clientData }) => {
      if (verification.authenticationInfo.userVerified) return
      const { passkeys } = tables
      const [row] = await db
        .select({ userId: passkeys.userId })
        .from(passkeys)
        .where(eq(passkeys.credentialID, clientData.id))
      if (!row || !(await hasTwoFactor(db, row.userId))) return
      const message = 'This passkey asks for no PIN. Sign in with your password and a code.'
      throw new APIError('FORBIDDEN', { message, code: 'PASSKEY_WITHOUT_PIN' })
    },
  },
})
