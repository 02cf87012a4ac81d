/** The settings of users. */
import type { SignedIn } from './accounts'
import { ask } from './http'

/** Changes the settings of a user. @returns the response, which must have the status */
export const patchSettings = (user: SignedIn, json: unknown, status = 200) =>
  ask<{ apiKeys: Record<string, unknown>[] } & Record<string, unknown>>(
    `/api/v1/settings/user/${user.id}`,
    { method: 'PATCH', headers: user.headers, json },
    status,
  )
