/** The footer of a printed page, which the browser draws in a document of its own. Pure. */
import { problem } from '../errors'

/** Elements that load or replace documents: the browser cannot print a footer with them. */
const documents = /<\s*(?:base|embed|frame|frameset|iframe|link|meta|object|script)\b/i
/** Addresses that are not data in the footer itself. */
const addresses =
  /\b(?:src|srcset|background|xlink:href)\s*=\s*["']?\s*(?!data:|["'\s])|<\s*(?:image|use)\b[^>]*\bhref\s*=|url\s*\(\s*["']?\s*(?!data:|["'\s])|@import/i

/** @throws `capture-footer-refused` for a footer that loads something */
export function checkFooter(footer: string): void {
  if (documents.test(footer) || addresses.test(footer)) throw problem('capture-footer-refused')
}
