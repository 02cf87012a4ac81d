/** Groups rows into batches of at most so many lines and characters. Pure. */
export function batchesOf<Row>(
  rows: readonly Row[],
  { maxLines, maxChars }: { maxLines: number; maxChars: number },
  sizeOf: (row: Row) => number,
): Row[][] {
  const batches: Row[][] = []
  let chars = 0
  for (const row of rows) {
    const size = sizeOf(row)
    const last = batches.at(-1)
    if (last && last.length < maxLines && chars + size <= maxChars) last.push(row)
    else {
      batches.push([row])
      chars = 0
    }
    chars += size
  }
  return batches
}
