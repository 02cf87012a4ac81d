/** Connections to MQTT brokers. */
import { KIB, MIB, MINUTE_MS, SECOND_MS } from '../units'

export const mqtt = {
  /** Timeout of CONNECT and SUBSCRIBE. */
  connectMs: 20 * SECOND_MS,
  /** Keep Alive: a broker closes a connection without packets after 1.5 times this value. */
  keepAliveSeconds: 60,
  /** Interval of PINGREQ: a connection without a response is dead. */
  pingMs: 25 * SECOND_MS,
  /** How long a broker keeps the session of a collector that is not connected: messages of this time are not lost. */
  sessionExpirySeconds: 7 * 86_400,
  /** Messages that a broker may send ahead of their acknowledgement (MQTT 5; brokers of version 3.1.1 have their own limit). */
  receiveMaximum: 500,
  /** Largest message. */
  maxPacketBytes: 256 * KIB,
  /** Messages, and their bytes, that wait for a write: beyond, the connection is not read. */
  maxWaiting: 5_000,
  maxWaitingBytes: 8 * MIB,
  /** Messages of one write. */
  maxBatch: 500,
  /** Pauses before the connection is opened again: from the first, doubled, to the last. */
  retryMs: 1 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  /** Messages that are recognized when delivered again: more than any broker sends without an acknowledgement. */
  rememberedMessages: 10_000,
} as const
