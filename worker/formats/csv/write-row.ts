/** One record of a CSV with commas, quoted where needed. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`

/** One cell, quoted where needed. */
export const csvCell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
