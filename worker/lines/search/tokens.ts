/** The words of a text, as the index has them. */

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
