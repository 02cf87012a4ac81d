/** A text cut to so many UTF-16 code units at most, never between the halves of a surrogate pair. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  const splits = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splits ? maxChars - 1 : maxChars)
}

/** The same with an ellipsis where something was left out. */
export const shortened = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${cutText(text, maxChars)}…`
