/**
 * Words of French and English texts, as a query needs them: `tokens`, `elided`, `isStopWord`, `stem`. The index holds the
 * words as they are written (lower case, without accents); a query looks for the stem as a prefix.
 */

const stopWords: ReadonlySet<string> = new Set(
  (
    'au aux avec ce ces cet cette dans de des du elle elles en et eux il ils je la le les leur leurs lui ma mais me meme ' +
    'mes moi mon ne nos notre nous on ou par pas pour qu que qui sa se ses si son sur ta te tes toi ton tu un une vos ' +
    'votre vous c d j l a m n s t y est sont ete etait etre ont avoir'
  ).split(' '),
)

/** Runs of letters, digits and their accents: what the tokenizer of the index keeps. */
const tokenForm = /[\p{L}\p{N}\p{Co}\p{Mn}]+/gu

const elisionForm = /^(?:l|m|t|qu|n|s|j|d|c|jusqu|quoiqu|lorsqu|puisqu)['’ʼ]/i

/** The words in a text, in order. */
export function tokens(text: string): string[] {
  return text.match(tokenForm) ?? []
}

/** Without the article or pronoun written onto it: `l'eau` is `eau`. */
export function elided(word: string): string {
  return word.replace(elisionForm, '')
}

/** Lower case, no accents: how words are compared. */
export function surface(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Words that say nothing of what a French text is about. */
export function isStopWord(word: string): boolean {
  return stopWords.has(surface(word))
}

/** Shorter stems match too much as prefixes. */
const minStem = 4

/** Inflections of French and English, longest first. A stem that is left too short keeps its ending. */
const endings = (
  'atrices ateurs ations ements atrice ation ateur ement euses euse ivees ives ive ifs if eurs eur ings ing ' +
  'eaux ees ies ied ers ee er ez ed es ly s x'
).split(' ')

/** A final e falls only after five letters: `grande` is `grand`, but `ville` is not `vill…` (village). */
const minBeforeE = 5

/**
 * What the forms of a word have in common.
 *
 * @returns a prefix to look for, or the forms themselves when the stem is too short to be one
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
