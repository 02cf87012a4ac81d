/**
 * Tokens and stems of French and English texts, for queries. The index holds the
 * unstemmed words (lower case, without accents); a query matches the stem as a prefix.
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

/** The normal form of a word: lower case, without accents. */
export function surface(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Whether a word is a French stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(surface(word))
}

/** Shorter stems match too much as prefixes. */
const minStem = 4

/** Inflections of French and English, longest first. An ending is not removed when the stem would be too short. */
const endings = (
  'atrices ateurs ations ements atrice ation ateur ement euses euse ivees ives ive ifs if eurs eur ings ing ' +
  'eaux ees ies ied ers ee er ez ed es ly s x'
).split(' ')

/** A final e is only removed after five letters: `grande` is `grand`, but `ville` is not `vill…` (village). */
const minBeforeE = 5

/**
 * The stem of a word.
 *
 * @returns a prefix, or the list of forms when the stem is too short for a prefix
 */
export function stem(word: string): { prefix: string } | { forms: string[] } {
  const written = surface(word)
  if (!/^[a-zœæß]+$/.test(written)) return { forms: [written] }
  if (written.length < minStem) return { forms: formsOf(written) }
  if (/[^e]aux$/.test(written) && written.length - 2 >= minStem) return { prefix: written.slice(0, -2) }
  if (written.endsWith('al') && written.length - 1 >= minStem) return { prefix: written.slice(0, -1) }
  const ending = endings.find((end) => written.endsWith(end) && written.length - end.length >= minStem)
  const bare = ending === undefined ? written : written.slice(0, -ending.length)
  if (ending === undefined && written.endsWith('e') && written.length - 1 >= minBeforeE) {
    return { prefix: written.slice(0, -1) }
  }
  if (ending === undefined && /[sx]$/.test(written)) return { forms: formsOf(written.slice(0, -1)) }
  return { prefix: bare }
}

const formsOf = (base: string): string[] => ['', 's', 'x', 'e', 'es'].map((ending) => base + ending)
