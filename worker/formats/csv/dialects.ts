/** Delimiters and quotes that are detected, by decreasing preference. */
export const delimiters = [',', ';', '\t', '|'] as const
export const quotes = ['"', "'"] as const

/** The delimiter that most splits a text, if any does. */
export function delimiterIn(text: string): (typeof delimiters)[number] | undefined {
  const [most] = delimiters.toSorted((one, other) => text.split(other).length - text.split(one).length)
  return most !== undefined && text.includes(most) ? most : undefined
}
