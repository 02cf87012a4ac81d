/**
 * Prices of the platform in dollars per month (developers.cloudflare.com/workers/platform/pricing, d1/platform/pricing,
 * r2/pricing), beyond what the plan Workers Paid includes.
 */
export const prices = {
  /** Workers Paid. */
  plan: 5,
  gbBytes: 1_000_000_000,
  database: { includedBytes: 5_000_000_000, dollarsPerGbMonth: 0.75 },
  bucket: { includedBytes: 10_000_000_000, dollarsPerGbMonth: 0.015 },
  requests: { included: 10_000_000, dollarsPerMillion: 0.3 },
  rowsRead: { included: 25_000_000_000, dollarsPerMillion: 0.001 },
  rowsWritten: { included: 50_000_000, dollarsPerMillion: 1 },
} as const
