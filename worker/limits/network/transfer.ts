/** Files on other servers, by HTTP, FTP and SFTP. */
import { KIB, MB, MINUTE_MS, SECOND_MS } from '../units'

export const transfer = {
  /** A connection is open, with its user signed in, within this time. */
  connectMs: 20 * SECOND_MS,
  /** Longest wait for an answer or for the next bytes of a file: servers on slow disks pause for some seconds. */
  idleMs: 30 * SECOND_MS,
  /** Connections in a row that are cut before the next bytes, and the pause before the first, which doubles. */
  maxResumes: 4,
  resumePauseMs: 1 * SECOND_MS,
  /** Reading one file takes at most this long: a queue consumer has 15 minutes (queues/platform/limits). */
  maxReadMs: 14 * MINUTE_MS,
  /** Entries of one folder. */
  maxEntries: 20_000,
  /** A listing, or an index page: 20,000 lines of 200 bytes. */
  maxListingBytes: 4 * MB,
  /** One answer of an FTP server: most are a line. */
  maxReplyBytes: 64 * KIB,
  /** Bytes of one SFTP read: servers answer 32 KiB at least (draft-ietf-secsh-filexfer-02, section 3). */
  sftpReadBytes: 32 * KIB,
  /** SFTP reads asked for ahead: 32 KiB each, so that a distance of 100 ms still gives 20 MB/s. */
  sftpReadsAhead: 64,
  /** The port of FTP where TLS begins with a command (RFC 4217). */
  ftpPort: 21,
  /** Bytes of a private key: RSA of 16,384 bits takes 13 kB. */
  maxKeyBytes: 32 * KIB,
  /** Longest path: that of Linux (PATH_MAX). */
  maxPathChars: 4_096,
} as const
