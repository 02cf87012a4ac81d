/** The spellings of a word: case, accents and ligatures. */

/** The normal form of a word: lower case, without accents. Unlike `foldAccents`, it keeps the vowel signs of Indic scripts (`Mc`). */
export function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

const ligatures: ReadonlyArray<readonly [ligature: string, letters: string]> = [
  ['œ', 'oe'],
  ['æ', 'ae'],
]

/** A normal form with two letters in place of a ligature. */
export const withoutLigatures = (written: string): string =>
  ligatures.reduce((text, [ligature, letters]) => text.replaceAll(ligature, letters), written)

/** The normal forms of a word in the index, with and without ligatures: people type `oeuvre`, texts have `œuvre`. */
export function spellings(word: string): string[] {
  const written = foldWord(word)
  const separate = withoutLigatures(written)
  const joined = ligatures.reduce((text, [ligature, letters]) => text.replaceAll(letters, ligature), separate)
  return [...new Set([written, separate, joined])]
}
