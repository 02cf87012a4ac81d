/** `joinHeaderRows`: the names of columns whose header has several rows. Pure. */

/** A row of a header; `''` and absent cells are empty. */
type HeaderRow = readonly (string | undefined)[]

const separator = ' - '

/**
 * One name for each column: the texts above each other, from the first row down. A text above empty cells names the columns on its
 * right too, as a merged cell does: `2024`, `` over `men`, `women` gives `2024 - men` and `2024 - women`. A text without any below it
 * is the name of its own column alone.
 */
export function joinHeaderRows(rows: readonly HeaderRow[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => {
    const texts = rows.map((row, level) => row[column] || groupOf(rows, level, column) || '')
    return texts.filter((text, level) => text !== '' && text !== texts[level - 1]).join(separator)
  })
}

/** The text of the group that an empty cell of a header belongs to, on its left; undefined in the last row and outside groups. */
export function groupOf(rows: readonly HeaderRow[], level: number, column: number): string | undefined {
  const below = rows.slice(level + 1)
  if (!below.some((row) => row[column])) return undefined
  for (let at = column - 1; at >= 0; at--) {
    // A group ends where a group above it does.
    if (rows.slice(0, level).some((row) => row[at + 1])) return undefined
    const text = rows[level]?.[at]
    if (text) return below.some((row) => row[at]) ? text : undefined
  }
  return undefined
}
