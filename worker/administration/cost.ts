/** The monthly price of storage. Pure. */
import { limits } from '../limits'

export type StoredBytes = { databases: number; files: number }

/** Dollars per month for what is stored, after the included amounts, without requests. */
export function storageCost({ databases, files }: StoredBytes): { databases: number; files: number; plan: number } {
  const { plan, database, bucket } = limits.prices
  return {
    plan,
    databases: beyond(databases, database),
    files: beyond(files, bucket),
  }
}

function beyond(bytes: number, price: { includedBytes: number; dollarsPerGbMonth: number }): number {
  return (Math.max(0, bytes - price.includedBytes) / limits.prices.gbBytes) * price.dollarsPerGbMonth
}
