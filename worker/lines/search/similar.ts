import { limits } from '../../limits'

const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789']

/**
 * The words at one edit from a word: a letter more, less, or another one, or two neighbours swapped. The index has no order by
 * similarity, so they are looked up one by one. None for a word that is too long.
 */
export function similarWords(word: string): string[] {
  const letters = [...word]
  if (letters.length > limits.search.maxFuzzyChars) return []
  const similar = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const before = letters.slice(0, at).join('')
    const [letter = '', next = ''] = letters.slice(at)
    const after = letters.slice(at + 1).join('')
    for (const other of alphabet) {
      similar.add(before + other + letter + after)
      if (letter !== '') similar.add(before + other + after)
    }
    similar.add(before + after)
    if (next !== '') similar.add(before + next + letter + letters.slice(at + 2).join(''))
  }
  similar.delete(word)
  similar.delete('')
  return [...similar]
}
