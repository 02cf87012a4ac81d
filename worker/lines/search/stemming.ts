/**
 * Stems of French and English words, for queries. The index holds the unstemmed words (lower case, without accents); a query
 * matches the inflections of its stems.
 */
import { foldWord, spellings, withoutLigatures } from './spellings'

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
