/** The monthly cost of the platform. Pure. */
import type { PlatformUsage } from '../db/platform-usage'
import { limits } from '../limits'

export type StoredBytes = { databases: number; files: number }

/** Dollars, by item of the bill. */
export type Cost = { plan: number; databases: number; files: number } & PlatformUsage

/** Dollars per month for storage and usage, beyond the amounts that the plan includes. */
export function monthlyCost(stored: StoredBytes, used: PlatformUsage): Cost {
  const { plan, database, bucket, requests, rowsRead, rowsWritten } = limits.prices
  return {
    plan,
    databases: priceOfBytes(stored.databases, database),
    files: priceOfBytes(stored.files, bucket),
    requests: priceOfUse(used.requests, requests),
    rowsRead: priceOfUse(used.rowsRead, rowsRead),
    rowsWritten: priceOfUse(used.rowsWritten, rowsWritten),
  }
}

function priceOfBytes(bytes: number, price: { includedBytes: number; dollarsPerGbMonth: number }): number {
  return (Math.max(0, bytes - price.includedBytes) / limits.prices.gbBytes) * price.dollarsPerGbMonth
}

function priceOfUse(count: number, price: { included: number; dollarsPerMillion: number }): number {
  return (Math.max(0, count - price.included) / 1_000_000) * price.dollarsPerMillion
}
