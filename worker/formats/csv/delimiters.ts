/** The delimiters of CSV files. Pure. */

/** Those that are detected, by decreasing preference. */
export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** The delimiter that the first line states for Excel, `sep=;`; undefined for any other line. */
export function statedDelimiter(line: string): Delimiter | undefined {
  const [, , stated] = /^("?)sep=(.)\1\r?$/i.exec(line) ?? []
  return delimiters.find((delimiter) => delimiter === stated)
}

/** The delimiter that most splits a text, if any does. */
export function delimiterIn(text: string): Delimiter | undefined {
  const [most] = delimiters.toSorted((one, other) => text.split(other).length - text.split(one).length)
  return most !== undefined && text.includes(most) ? most : undefined
}
