/** The live channel. */
import { KB, MB, MINUTE_MS, SECOND_MS } from './units'

export const realtime = {
  /** One message of a client: a subscription is under 1 kB (the platform would take 32 MiB, durable-objects/platform/limits). */
  maxMessageBytes: 16 * KB,
  /** Messages of one socket: a page subscribes to a few channels when it opens, then is silent. */
  messageBurst: 100,
  messagesPerSecond: 10,
  /** Messages of one socket that wait for their answer. */
  maxWaitingMessages: 100,
  /** Channels of one socket: they are kept in its attachment, of 16 KiB (durable-objects/platform/limits). */
  maxSubscriptions: 64,
  /** Session cookies kept in the attachment of a socket; ours are under 300 bytes. */
  maxCookieChars: 4 * KB,
  /** Hubs of one place (data centre); sockets are spread over them. */
  hubsPerPlace: 4,
  /** Sockets of one hub: an object has 128 MB, and the platform holds 32,768 (durable-objects/platform/limits). */
  maxSocketsPerHub: 10_000,
  /**
   * Open sockets of one caller in one place: a user's tabs and scripts, or an office behind one address. A hub is full with a
   * hundred such users.
   */
  maxUserSockets: 100,
  maxAddressSockets: 200,
  /** Handshakes of one caller in a minute: all its sockets connect again, twice (a network that goes and comes). */
  userHandshakes: 200,
  addressHandshakes: 400,
  handshakesMs: MINUTE_MS,
  /** `Retry-After` of a caller whose sockets are all open: it has to close one first. */
  maxSocketsRetryAfterSeconds: 10,
  /** Rights are checked again before an event is sent, when they were checked longer ago than this (as `cache.keyMs`). */
  recheckMs: 5 * SECOND_MS,
  /** "The last few seconds of events" that a client with a key is told when it subscribes (contract applications E.6). */
  replayMs: 5 * SECOND_MS,
  /** A client that waits for the confirmation listens for events a moment after it. */
  replayAfterMs: 100,
  /** Progress of a task is told at most this often (contract datasets §7.3). */
  progressEveryMs: 250,
  /**
   * Characters that one socket is told in a time, all at once or not: ten journals of a thousand events of 300. What a client
   * does not take waits in the memory of the platform, which tells nobody.
   */
  toldChars: 3 * MB,
  toldMs: MINUTE_MS,
  /** Sendings that wait in a channel; beyond, those that are not in the journal are dropped. */
  maxWaitingSendings: 1_000,
  /** Journal events read at once by a channel. */
  journalBatch: 100,
  /** Datasets that the watchdog asks after in one tick. */
  repairBatch: 100,
  /** Events younger than this are looked for by the watchdog, whose ticks are a minute apart. */
  repairWindowMs: 180 * SECOND_MS,
} as const
