/** `withoutInvisible(text)`: the cleaning of every text before it is parsed. */

/** Soft hyphen, zero-width characters, line separator, narrow no-break space, word joiner, BOM. */
const REMOVED = /[\u00ad\u200b-\u200d\u2028\u202f\u2060\ufeff]/g
/** No-break space, the spaces of typography, ideographic space. */
const SPACES = /[\u00a0\u2000-\u200a\u205f\u3000]/g
const EITHER = /[\u00a0\u00ad\u2000-\u200d\u2028\u202f\u205f\u2060\u3000\ufeff]/

/** Removes invisible characters and replaces every space by U+0020. A text may be split anywhere. */
export function withoutInvisible(text: string): string {
  return EITHER.test(text) ? text.replace(REMOVED, '').replace(SPACES, ' ') : text
}
