/** `otherRowKind`: the rows of a table that are no data: its header again, a row of units below it, and totals of parts. Pure. */

export const otherRowKinds = ['header', 'units', 'total'] as const
export type OtherRowKind = (typeof otherRowKinds)[number]

const totalNames = /^(?:(?:sous|sub)[- ]?)?(?:(?:grand )?tota(?:l|ux))\b(?! (?:of|de|des|du)\b)/i
const numeric = /^[-+]?(?:[$€£]\s?)?\d[\d\s.,]*(?:\s?(?:[kKM]?€|[%‰$£]))?$/
/** Signs and names that only a unit has. */
const unit =
  /^[([]?(?:[kKM]?€|(?:(?:en )?(?:milliers|millions) d['’]|k|en )?euros?|[%‰$£]|°[CF]?|[kcmd]?m[²³23]|k?m\/h|km|kg|tonnes?|[kMG]Wh?|€\/\S+|mg\/l|µg\/m[³3]|hab(?:\.|itants)?)[)\]]?$/iu
/** Words beside units that say what a cell is. */
const kindWord = /^(?:date|texte?|code|année|year|nb|nombre|number|ha|[mghtl]|unités?|units?)$/i

/** The sign or name of a unit in a cell, without the brackets around it; undefined for any other text. */
export const unitIn = (cell: string): string | undefined =>
  unit.test(cell.trim()) ? cell.trim().replace(/^[([]|[)\]]$/g, '') : undefined

const isFilled = (cell: string): boolean => cell !== ''

/**
 * @param row.cells as many as the headers, trimmed or not
 * @param row.isFirst the row is the first one below the header
 */
export function otherRowKind(
  row: { cells: readonly string[]; isFirst: boolean },
  headers: readonly string[],
): OtherRowKind | undefined {
  const cells = row.cells.map((cell) => cell.trim())
  const filled = cells.filter(isFilled)
  if (isHeader(cells, headers)) return 'header'
  if (
    row.isFirst &&
    filled.some((cell) => unit.test(cell)) &&
    filled.every((cell) => unit.test(cell) || kindWord.test(cell))
  )
    return 'units'
  return isTotal(cells, filled) ? 'total' : undefined
}

function isHeader(cells: readonly string[], headers: readonly string[]): boolean {
  const named = cells.filter(isFilled)
  return named.length > 1 && cells.every((cell, at) => cell === (headers[at] ?? '').trim())
}

/** `Sous-total énergie`, `Total 2025`: `Total` alone may also be a group of a statistic. */
const totalOfPart = /^(?:sous|sub)[- ]?total|^(?:grand )?tota(?:l|ux) \S/i

/** A total is named by its first text, beside numbers alone; its name says of what, or the cells of what it sums are empty. */
function isTotal(cells: readonly string[], [name = '', ...others]: readonly string[]): boolean {
  const firstNumber = cells.findIndex((cell) => numeric.test(cell))
  const isOfParts = cells.slice(0, firstNumber).some((cell) => !isFilled(cell))
  return (
    (isOfParts || totalOfPart.test(name)) &&
    totalNames.test(name) &&
    others.length > 0 &&
    others.every((cell) => numeric.test(cell))
  )
}

/** Rows that are no data, in the part of a file that was read: the lines of each kind, and the first texts of the totals. */
export type OtherRows = { kinds: OtherRowKind[]; lines: Record<OtherRowKind, number[]>; texts: string[] }

type ReadRow = { line: number; cells: readonly string[]; isFirst: boolean }

/** @returns undefined where all rows look like data, but for totals and notes at the end: these are the footer of the file */
export function otherRowsOf(rows: readonly ReadRow[], headers: readonly string[]): OtherRows | undefined {
  const lines: OtherRows['lines'] = { header: [], units: [], total: [] }
  const texts: string[] = []
  for (const row of rows) {
    const kind = otherRowKind(row, headers)
    if (!kind) continue
    lines[kind].push(row.line)
    if (kind === 'total') texts.push(row.cells.find((cell) => isFilled(cell.trim()))?.trim() ?? '')
  }
  // Words that could be values are units above numbers only.
  if (!hasNumbersBelow(rows)) lines.units = []
  const kinds = otherRowKinds.filter((kind) => lines[kind].length > 0)
  const others = kinds.reduce((sum, kind) => sum + lines[kind].length, 0)
  const isFooter = others === lines.total.length && others === totalsAtEnd(rows, headers)
  return kinds.length === 0 || isFooter || others * 2 >= rows.length ? undefined : { kinds, lines, texts }
}

function hasNumbersBelow([first, ...others]: readonly ReadRow[]): boolean {
  return others.some(({ cells }) =>
    cells.some((cell, at) => numeric.test(cell.trim()) && unit.test(first?.cells[at]?.trim() ?? '')),
  )
}

/** Totals at the end of the rows, among notes of one cell. */
function totalsAtEnd(rows: readonly ReadRow[], headers: readonly string[]): number {
  let totals = 0
  for (const row of rows.toReversed()) {
    const isTotalRow = otherRowKind(row, headers) === 'total'
    if (!isTotalRow && row.cells.filter(isFilled).length > 1) break
    if (isTotalRow) totals++
  }
  return totals
}
