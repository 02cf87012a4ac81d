import { vi } from 'vitest'

/** Tries until it holds. The cores are shared: what will not hold fails by itself, long after what is merely late. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 25 })
}
