/** The columns whose change breaks the uses of a dataset. Pure. */
import { z } from 'zod'
import type { Field } from './field'
import { structureDifferences } from './merge'

/** Keys of the columns that are gone, and of those of another type. */
export const brokenColumnsSchema = z.object({ missing: z.array(z.string()), changed: z.array(z.string()) })
export type BrokenColumns = z.infer<typeof brokenColumnsSchema>

/** The columns that a change of schema breaks; undefined for none. */
export function brokenColumns(before: readonly Field[], after: readonly Field[]): BrokenColumns | undefined {
  const { missing, changed } = structureDifferences(before, after)
  return missing.length + changed.length > 0 ? { missing, changed } : undefined
}
