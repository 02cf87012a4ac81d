/** An existing directory (DIRECTORY_URL). */
import { KB, MINUTE_MS, SECOND_MS } from './units'

export const directory = {
  /** Its keys are read again after this. */
  keysMs: 10 * MINUTE_MS,
  /** How old they may be while they cannot be read: a key that was withdrawn meanwhile is accepted as long. */
  staleMs: 60 * MINUTE_MS,
  /** A token of an unknown key asks for them again, at most this often; so does any token after a failure. */
  renewMs: 10 * SECOND_MS,
  /** A request that waits for the read of another looks this often: a read takes some tens of milliseconds. */
  pollMs: 20,
  maxKeysBytes: 100 * KB,
} as const
