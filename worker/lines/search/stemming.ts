/**
 * Tokens and stems of French and English texts, for queries. The index holds the
 * unstemmed words (lower case, without accents); a query matches the inflections of its stems.
 */

const stopWords: ReadonlySet<string> = new Set(
  (
    'au aux avec ce ces cet cette dans de des du elle elles en et eux il ils je la le les leur leurs lui ma mais me meme ' +
    'mes moi mon ne nos notre nous on ou par pas pour qu que qui sa se ses si son sur ta te tes toi ton tu un une vos ' +
    'votre vous c d j l a m n s t y est sont ete etait etre ont avoir'
  ).split(' '),
)

/** Runs of letters, digits and their accents: the token characters of the FTS5 tokenizer. */
const tokenForm = /[\p{L}\p{N}\p{Co}\p{Mn}]+/gu

const elisionForm = /^(?:l|m|t|qu|n|s|j|d|c|jusqu|quoiqu|lorsqu|puisqu)['’ʼ]/i

/** The words in a text, in order. */
export function tokens(text: string): string[] {
  return text.match(tokenForm) ?? []
}

/** Removes an elided article or pronoun: `l'eau` is `eau`. */
export function elided(word: string): string {
  return word.replace(elisionForm, '')
}

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

/** Whether a word is a French stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(foldWord(word))
}

/** Letters that stay when an ending is removed. */
const minStem = 4

/** Endings of inflections in French and English, without their final s, longest first. */
const endings = 'atrice ateur ement ation erie euse eur ive ing if er ee ez ed e'.split(' ')

/**
 * The stem of a word: words with the same stem match each other. The stem of a word with digits or signs is its normal form,
 * without ligatures.
 */
export function stem(word: string): string {
  const written = withoutLigatures(foldWord(word))
  if (!/^[a-zß]+$/.test(written)) return written
  const singular = singularOf(written)
  const ending = endings.find((end) => singular.endsWith(end) && singular.length - end.length >= minStem)
  return ending === undefined ? singular : singular.slice(0, -ending.length)
}

function singularOf(written: string): string {
  if (written.endsWith('eaux')) return written.slice(0, -1)
  if (written.endsWith('aux') && written.length > minStem) return `${written.slice(0, -2)}l`
  return /[sx]$/.test(written) && written.length >= minStem ? written.slice(0, -1) : written
}

/** The words that have the stem of a word, itself among them. */
export function inflections(word: string): string[] {
  const base = stem(word)
  const singulars = ['', ...endings].map((end) => base + end)
  const plurals = [...singulars.flatMap((singular) => [`${singular}s`, `${singular}x`]), base.replace(/l$/, 'ux')]
  return [foldWord(word), ...singulars, ...plurals]
    .flatMap(spellings)
    .filter((form, at, all) => all.indexOf(form) === at && stem(form) === base)
}
