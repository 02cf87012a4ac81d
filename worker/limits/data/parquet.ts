/** Parquet files of datasets. */
import { DAY_MS, MB, MINUTE_MS } from '../units'

export const parquet = {
  /** Lines of one row group of a Parquet file, and their bytes at most: the memory of the writer (an isolate has 128 MB). */
  groupRows: 20_000,
  groupBytes: 16 * MB,
  /** Lines whose Parquet file is written during the request (0.2 s); beyond, by the queue. */
  atOnce: 20_000,
  /** Longest delivery that writes a Parquet file (15 min, queues/platform/limits). */
  leaseMs: 15 * MINUTE_MS,
  /** A file whose writing crashed too often is tried again after this time. */
  forgiveMs: DAY_MS,
  /** Lines of a Parquet file: one delivery writes it (5 min of CPU, queues/platform/limits), 30,000 lines × 33 fields a second. */
  maxLines: 5_000_000,
} as const
