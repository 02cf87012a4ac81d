/** WebSockets. */
import { KB, MB, MINUTE_MS, SECOND_MS } from '../units'

export const realtime = {
  /** One message of a client: a subscription is under 1 kB (the platform would take 32 MiB, durable-objects/platform/limits). */
  maxMessageBytes: 16 * KB,
  /** Messages of one socket: a page subscribes to a few channels when it opens, then is silent. */
  messageBurst: 100,
  messagesPerSecond: 10,
  /** Messages of one socket that wait for a response. */
  maxWaitingMessages: 100,
  /** Channels of one socket: they are stored in its attachment, of 16 KiB (durable-objects/platform/limits). */
  maxSubscriptions: 64,
  /** Session cookies stored in the attachment of a socket; those of the service are under 300 bytes. */
  maxCookieChars: 4 * KB,
  /** Hubs of one place (data centre); sockets are spread over them. */
  hubsPerColo: 4,
  /** Sockets of one hub: an object has 128 MB, and the platform holds 32,768 (durable-objects/platform/limits). */
  maxSocketsPerHub: 10_000,
  /**
   * Open sockets of one caller in one place: a user's tabs and scripts, or an office behind one address. A hub is full with a
   * hundred such users.
   */
  maxUserSockets: 100,
  maxAddressSockets: 200,
  /** Handshakes of one caller in a minute: all its sockets reconnect twice (an unstable network). */
  userHandshakes: 200,
  addressHandshakes: 400,
  handshakesMs: MINUTE_MS,
  /** `Retry-After` of a caller with the maximum of open sockets: it has to close one first. */
  maxSocketsRetryAfterSeconds: 10,
  /** Permissions are checked again before an event is sent, when the last check is older than this (as `cache.keyMs`). */
  recheckMs: 5 * SECOND_MS,
  /** Age of the past events that a client with a key receives when it subscribes. */
  replayMs: 5 * SECOND_MS,
  /** Delay between the confirmation and the first event: the client attaches its listener in between. */
  replayAfterMs: 100,
  /** Shortest time between two progress messages of a task. */
  progressEveryMs: 250,
  /**
   * Characters sent to one socket per window: ten journals of a thousand events of 300 characters. What a client
   * does not read is buffered by the platform, which does not report it.
   */
  sentCharsPerWindow: 3 * MB,
  sentWindowMs: MINUTE_MS,
  /** Tasks queued in a channel above which messages of progress are dropped; those of the journal never are. */
  maxWaitingSendings: 1_000,
  /** Journal events read at once by a channel. */
  journalBatch: 100,
  /** Datasets that the cron checks in one tick. */
  repairBatch: 100,
  /** Age of the events that the cron checks; its ticks are a minute apart. */
  repairWindowMs: 180 * SECOND_MS,
} as const
