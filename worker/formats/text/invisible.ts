/** `withoutInvisible(text)`: the cleaning every text goes through before it is parsed (contract datasets §5.1). */

/** Soft hyphen, zero-width characters, line separator, narrow no-break space, word joiner, BOM. */
const REMOVED = /[\u00ad\u200b-\u200d\u2028\u202f\u2060\ufeff]/g
/** No-break space, the spaces of typography, ideographic space. */
const SPACES = /[\u00a0\u2000-\u200a\u205f\u3000]/g
const EITHER = /[\u00a0\u00ad\u2000-\u200d\u2028\u202f\u205f\u2060\u3000\ufeff]/

/** Removes characters nobody sees and turns every space into a plain one. Works on any cut of a text. */
export function withoutInvisible(text: string): string {
  return EITHER.test(text) ? text.replace(REMOVED, '').replace(SPACES, ' ') : text
}
