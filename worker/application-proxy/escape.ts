/** Texts as parts of an HTML document. Pure. */
import { escapeHtml } from '../formats/html/escape'

/** A text in an element, or in an attribute with quotes of either kind. */
export function attributeText(text: string): string {
  return escapeHtml(text).replaceAll("'", '&#39;')
}

/**
 * A value as JSON in a script: no sequence ends the element or begins a comment, and older engines read it as JavaScript too
 * (U+2028 and U+2029 end a line there).
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
