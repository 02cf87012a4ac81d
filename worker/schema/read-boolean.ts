/** The words for true and false in English and French. */

const words = new Map<string, boolean>([
  ...['1', 'true', 'vrai', 'oui', 'yes'].map((word): [string, boolean] => [word, true]),
  ...['0', '-1', 'false', 'faux', 'non', 'no'].map((word): [string, boolean] => [word, false]),
])
const longestWord = 5
/** They may be initials or codes: only a column of yes and no has them as such. */
const letters = new Map([
  ['y', true],
  ['n', false],
])

/** The boolean of a word, in any case, ignoring spaces and underscores around it; undefined for any other word. */
export function readBoolean(text: string): boolean | undefined {
  const exact = words.get(text)
  if (exact !== undefined) return exact
  const word = bareWord(text)
  return word.length > longestWord ? undefined : words.get(word.toLowerCase())
}

/** The boolean of a word or a letter in a column that is declared to have booleans. */
export const declaredBoolean = (text: string): boolean | undefined =>
  readBoolean(text) ?? letters.get(bareWord(text).toLowerCase())

/** Whether the text is the `-1` that stands for false beside `1`, and for true where `0` is false. */
export function isMinusOne(text: string): boolean {
  return bareWord(text) === '-1'
}

function bareWord(text: string): string {
  let start = 0
  let end = text.length
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  while (start < end && isBlank(text.charCodeAt(start))) start++
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 95 || code === 32 || code === 0xa0
}
