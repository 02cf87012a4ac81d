/** From which width of a table its columns are shown, so that none is cut. Pure. */
import { limits } from '../../limits'

const { charRem, paddingRem, maxRem, steps } = limits.pages.glanceWidths

/** The longest texts of a column, in characters: of its name and its cells, which wrap unless they are numbers or dates. */
export type ColumnLength = { name: number; cells: number; wraps: boolean }

/**
 * The width, in rem, from which each column is whole beside those before it; `glance.css` hides it below. The first has none: it is
 * always shown.
 */
export function neededWidths(columns: readonly ColumnLength[]): (number | undefined)[] {
  let sum = 0
  return columns.map(({ name, cells, wraps }, at) => {
    const cellRem = cells * charRem
    const textRem = Math.max(Math.min(maxRem, name * charRem), wraps ? Math.min(maxRem, cellRem) : cellRem)
    sum += paddingRem + textRem
    return at === 0 ? undefined : (steps.find((step) => step >= sum) ?? steps.at(-1))
  })
}
