/** CSV text whose lines or quotes are not those of RFC 4180, rewritten so that the scanner reads it. Pure. */

/** Whether the lines of a text end with `\r` alone, as Excel for Mac writes them. A cell of any other file may hold one. */
export const endsLinesWithCr = (sample: string): boolean => !sample.includes('\n') && /\r./.test(sample)

/** Whether an escaped quote may be in a text, as MySQL and PHP write it. */
export const escapesQuotes = (sample: string, quote: string): boolean => sample.includes(`\\${quote}`)

/**
 * `\"` becomes `""`, and `\\` one backslash.
 *
 * @returns `held`: the backslash at the end that the next piece of the text completes, or nothing
 */
export function withoutBackslashes(text: string, quote: string): { text: string; held: string } {
  let end = text.length
  while (text.charAt(end - 1) === '\\') end--
  const held = (text.length - end) % 2 === 1 ? '\\' : ''
  const complete = held === '' ? text : text.slice(0, -1)
  return {
    text: complete.replace(/\\(["'\\])/g, (pair, next: string) =>
      next === '\\' ? '\\' : next === quote ? quote + quote : pair,
    ),
    held,
  }
}
