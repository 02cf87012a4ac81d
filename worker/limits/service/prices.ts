/** Prices of the platform in dollars per month (workers/platform/pricing, d1/platform/pricing, r2/pricing). */
export const prices = {
  /** Workers Paid, which includes requests, rows and queues. */
  plan: 5,
  gbBytes: 1_000_000_000,
  database: { includedBytes: 5_000_000_000, dollarsPerGbMonth: 0.75 },
  bucket: { includedBytes: 10_000_000_000, dollarsPerGbMonth: 0.015 },
} as const
