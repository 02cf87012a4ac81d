/** `valueSeparator`: the mark between the values of cells that have several, such as `water|sport`. Pure. */

/** The most specific first: a comma is in names and sentences too. */
export const valueSeparators = ['|', ';', ','] as const

/** Cells with a longer part are prose, not lists. */
const maxPartChars = 40
/** Lists repeat their values: each is in so many cells on average. */
const minRepeats = 2
/** Share of the values that are lists. */
const minLists = 0.2

/** Least share of the parts after a comma that also begin a list. In names (“Apricot, canned”) the second part rarely does. */
const minFirst = 0.2

/** @param values distinct values of a text column; @returns undefined where they are not lists of values that repeat */
export function valueSeparator(values: readonly string[]): string | undefined {
  return valueSeparators.find((separator) => {
    const lists = values.map((value) => value.split(separator).map((part) => part.trim()))
    const several = lists.filter(({ length }) => length > 1)
    if (several.length < 2 || several.length < values.length * minLists) return false
    const parts = lists.flat()
    const isShort = parts.every((part) => part.length > 0 && part.length <= maxPartChars)
    if (!isShort || parts.length < new Set(parts).size * minRepeats) return false
    return separator !== ',' || shareOfFirsts(lists) >= minFirst
  })
}

/** The share of the later parts of lists that are the first part of another one. */
function shareOfFirsts(lists: readonly string[][]): number {
  const firsts = new Set(lists.map(([first]) => first))
  const later = new Set(lists.flatMap(([, ...others]) => others))
  return [...later].filter((part) => firsts.has(part)).length / later.size
}
