/** `nearWords`: a search whose inflected or misspelled words are replaced by words that exist. Pure. */

/** Shorter words have too many neighbours. */
const minLetters = 4
/** Words of this length may differ by two letters. */
const longLetters = 8

/**
 * @param query words without case and accents
 * @param texts texts whose words exist
 * @returns undefined when no word has a neighbour
 */
export function nearWords(query: string, texts: readonly string[]): string | undefined {
  const isListed = (word: string) => texts.some((text) => text.includes(word))
  const forms = formsIn(texts)
  const words = wordsIn(query)
  const near = words.map((word) => {
    if (word.length < minLetters || isListed(word)) return word
    const form = singularsOf(word).find((one) => forms.has(one)) ?? nearWord(word, [...forms.keys()]) ?? ''
    return forms.get(form) ?? word
  })
  // Words that a hyphen joins are words of their own.
  const isSplit = query.trim() !== near.join(' ') && near.every(isListed)
  return isSplit || near.some((word, at) => word !== words[at]) ? near.join(' ') : undefined
}

/** The words of some texts and their singulars, each with the part of the texts that it finds. */
function formsIn(texts: readonly string[]): ReadonlyMap<string, string> {
  const words = new Set(texts.flatMap(wordsIn).filter((word) => word.length >= minLetters))
  return new Map(
    [...words].flatMap((word) => singularsOf(word).map((form) => [form, word.includes(form) ? form : word] as const)),
  )
}

/** A word, and what it may be the plural of in French and English, such as `library` of `libraries`. */
const singularsOf = (word: string): string[] => [
  word,
  ...plurals.flatMap(([plural, singular]) => (plural.test(word) ? word.replace(plural, singular) : [])),
]
const plurals: readonly (readonly [RegExp, string])[] = [
  [/[sx]$/, ''],
  [/es$/, ''],
  [/ies$/, 'y'],
  [/aux$/, 'al'],
]

/** The known word with the fewest other letters; undefined when all have too many. */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  const most = word.length >= longLetters ? 2 : 1
  return known
    .map((one) => ({ one, distance: distanceOf(word, one, most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance)[0]?.one
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Letters to add, remove, replace or swap; more than `most` when there are more. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let earlier: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const least = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + cost)
      row.push(swapped ? Math.min(least, (earlier[j - 2] ?? 0) + 1) : least)
    }
    earlier = before
    before = row
  }
  return before[other.length] ?? 0
}
