/** Messages to people. */
import { DAY_MS, HOUR_MS, KB, SECOND_MS } from '../units'

export const mail = {
  /** A provider that does not respond in this time has not taken the message. */
  timeoutMs: 15 * SECOND_MS,
  /** Bytes read of the response of a provider: a response that is not read keeps its connection open. */
  maxResponseBytes: 100 * KB,
  /** Characters of the reason of a failure in a message. The page of the dataset shows the whole reason. */
  maxReasonChars: 500,
  /** At most one message about the failures of a dataset in this time: a program may send a file each minute. */
  failureIntervalMs: HOUR_MS,
  /** Failures are counted for the next message for this long. */
  failuresKeptMs: 30 * DAY_MS,
  /** Messages that others can have sent to one address in a window of attempts (`loginAttempts.windowMs`); more are not sent. */
  maxPerRecipient: 5,
} as const
