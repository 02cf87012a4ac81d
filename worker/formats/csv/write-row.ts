/** One record of a CSV with commas, quoted where needed. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
