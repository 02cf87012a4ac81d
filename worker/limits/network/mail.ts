/** Messages to people. */
import { KB, SECOND_MS } from '../units'

export const mail = {
  /** A provider that does not respond in this time has not taken the message. */
  timeoutMs: 15 * SECOND_MS,
  /** Of the response of a provider, which is read so that its connection is free again. */
  maxResponseBytes: 100 * KB,
} as const
