/** An existing directory (DIRECTORY_URL). */
import { KB, MINUTE_MS, SECOND_MS } from './units'

export const directory = {
  /** Its keys are read again after this. */
  keysMs: 10 * MINUTE_MS,
  /** A token of an unknown key asks for them again, at most this often. */
  renewMs: 10 * SECOND_MS,
  maxKeysBytes: 100 * KB,
} as const
