/** `formatKind`: the meaning of a number of a workbook, by its format (ECMA-376 part 1, 18.8.30 and 18.8.31). */

/** `duration`: hours that may exceed 24. A number: the digits of a code, which is filled with zeros on the left. */
export type FormatKind = 'number' | 'percent' | 'date' | 'time' | 'duration' | number

/** The digits that a format of codes always shows: `00000` for postal codes, `0# ## ## ## ##` for telephones; 0 for other formats. */
const codeDigits = (signs: string): number => /^#*(0[0#]*)$/.exec(signs.replace(/\s/g, ''))?.[1]?.length ?? 0

/** Built-in formats, which files refer to by number only; 27–36 and 50–58 are dates of East Asian versions. */
function builtInKind(id: number): FormatKind {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36) return 'date'
  if (id >= 50 && id <= 54) return 'date'
  if (id === 57 || id === 58) return 'date'
  if (id === 46) return 'duration'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return 'time'
  return id === 55 || id === 56 ? 'time' : 'number'
}

/** `code` is the format written in the file; without one, `id` is a built-in format. */
export function formatKind(id: number, code: string | undefined): FormatKind {
  if (code === undefined) return builtInKind(id)
  const signs = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
  if (/general/i.test(signs)) return 'number'
  if (signs.includes('%')) return 'percent'
  const hasUnit = [...code.matchAll(/"([^"]*)"/g)].some(([, text = '']) => text.trim() !== '')
  const digits = hasUnit ? 0 : codeDigits(signs)
  if (digits > 1) return digits
  if (/\[(?:h+|m+|s+)\]/i.test(signs)) return 'duration'
  if (/[yd]/i.test(signs) || (/m/i.test(signs) && !/[hs]/i.test(signs))) return 'date'
  return /[hs]/i.test(signs) ? 'time' : 'number'
}

/** Whether the text of numbers with a format depends on the others of their column: days without times, percentages among numbers. */
export const dependsOnColumn = (kind: FormatKind): boolean => isDated(kind) || kind === 'percent'

/** Whether numbers with a format may be dates. */
export const isDated = (kind: FormatKind): boolean => kind === 'date' || kind === 'time'
