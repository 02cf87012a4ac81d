import { limits } from '../limits'

/** A text cut to a maximum of UTF-16 code units, never inside a surrogate pair. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  const splits = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splits ? maxChars - 1 : maxChars)
}

/** A text cut to a maximum of UTF-16 code units, with an ellipsis when it was cut. */
export const shortened = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${cutText(text, maxChars)}…`

/** The part of a value that the text of an error quotes. */
export const excerptOf = (text: string): string => shortened(text, limits.schema.maxExcerptChars)
