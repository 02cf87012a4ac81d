/** Uploads: in one request, or resumable. */
import { DAY_MS, MB, MIB, MINUTE_MS } from '../units'

export const uploads = {
  /** Default of MAX_FILE_BYTES: one object in R2 may hold 5 TiB; D1 holds 10 GB per database (d1/platform/limits). */
  defaultMaxFileBytes: 5_000 * MB,
  /** R2 requires equal parts of at least 5 MiB (r2/platform/limits); an upload buffers one part in memory. */
  partBytes: 5 * MIB,
  /** Age at which a resumable upload that does not grow expires. */
  expireAfterMs: 1 * DAY_MS,
  /** R2 aborts an unfinished multipart upload after 7 days (r2/buckets/object-lifecycles): uploads expire before. */
  maxAgeMs: 6 * DAY_MS,
  /** Delay before a removed upload is deleted: a concurrent request may be creating a dataset from it. */
  dropRemovedAfterMs: 1 * MINUTE_MS,
  /** The bytes of an incomplete part are stored in pieces: a value of a Durable Object is at most 2 MB (durable-objects/platform/limits). */
  pieceBytes: MIB / 4,
  /** Uploads of one account that are not yet datasets. */
  maxOpen: 200,
  /** `Upload-Metadata`: a file name, a type, and room for what clients add; all headers of a request are 128 kB at most. */
  maxMetadataChars: 4_000,
} as const
