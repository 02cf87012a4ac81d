/** `typeset`: a text of the service as it is printed. Pure. */

const noBreak = '\u00a0'
const narrowNoBreak = '\u202f'

/**
 * A text with typographic apostrophes and, as French has them, no-break spaces: narrow ones before `;`, `!`, `?` and `%` and
 * inside guillemets, wide ones before `:`. What is in straight quotes is a name or code, and stays.
 */
export function typeset(text: string): string {
  return text.replace(/"[^"]*"|(?<=[\p{L}}])'(?=[\p{L}\d{"«])| (?=[;!?%»])|(?<=«) | (?=:)/gu, (found, at: number) => {
    if (found === "'") return '’'
    if (found !== ' ') return found
    return text[at + 1] === ':' ? noBreak : narrowNoBreak
  })
}
