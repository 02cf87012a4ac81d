import { limits } from '../limits'

const max = limits.http.maxJsonNesting

/** Whether a parsed JSON text has more levels than `limits.http.maxJsonNesting`. Each takes two characters at least. */
export const isTooNested = (json: string, value: unknown): boolean => json.length > 2 * max && isDeeper(value, max)

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}
