/** Delimiters and quotes that are detected, by decreasing preference. */
export const delimiters = [',', ';', '\t', '|'] as const
export const quotes = ['"', "'"] as const
export const lineEndings = ['\n', '\r\n', '\r'] as const
/** What precedes a quote inside quotes: the quote itself (RFC 4180), or a backslash. */
export const escapes = [...quotes, '\\'] as const

/** Repairs of a file that would be refused, chosen by its publisher. */
export type CsvRepairs = {
  /** Headers that give the key of an earlier one get a number: `price`, `price (2)`. */
  repeatedHeaders?: 'number' | undefined
  /** Cells beyond the last header are left out. */
  extraCells?: 'drop' | undefined
}

/** The repairs among other options. */
export const repairsIn = ({ repeatedHeaders, extraCells }: CsvRepairs): CsvRepairs => ({
  ...(repeatedHeaders ? { repeatedHeaders } : {}),
  ...(extraCells ? { extraCells } : {}),
})

/** The delimiter that most splits a text, if any does. */
export function delimiterIn(text: string): (typeof delimiters)[number] | undefined {
  const [most] = delimiters.toSorted((one, other) => text.split(other).length - text.split(one).length)
  return most !== undefined && text.includes(most) ? most : undefined
}
