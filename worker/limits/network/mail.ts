/** Messages to people. */
import { KB, SECOND_MS } from '../units'

export const mail = {
  /** A provider that does not respond in this time has not taken the message. */
  timeoutMs: 15 * SECOND_MS,
  /** Bytes read of the response of a provider: a response that is not read keeps its connection open. */
  maxResponseBytes: 100 * KB,
  /** Characters of the reason of a failure in a message. The page of the dataset shows the whole reason. */
  maxReasonChars: 500,
} as const
