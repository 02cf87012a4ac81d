/** Blocks of cells as spreadsheets copy them: tabs between cells, line breaks between rows, quotes around both. Pure. */

/** The cells of a text. A last empty row is none: spreadsheets end each row with a line break. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row.push(cell)
    const mark = text[end]
    if (mark !== '\t') {
      rows.push(row)
      row = []
    }
    at = mark === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    if (at === text.length && mark !== '\t') break
  }
  return rows
}

function plain(text: string, start: number): [string, number] {
  let end = start
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end++
  return [text.slice(start, end), end]
}

/** A cell in quotes; one whose quotes do not close before its end is plain text. */
function quoted(text: string, start: number): [string, number] {
  let end = start + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end === -1) return plain(text, start)
    if (text[end + 1] !== '"') break
    end += 2
  }
  const following = text[end + 1]
  if (following !== undefined && following !== '\t' && following !== '\n' && following !== '\r')
    return plain(text, start)
  return [text.slice(start + 1, end).replaceAll('""', '"'), end + 1]
}

/** The text of some cells. */
export function blockOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((row) => row.map(cell).join('\t')).join('\n')
}
