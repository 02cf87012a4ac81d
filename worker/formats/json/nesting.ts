/**
 * The state of a JSON scan: number of open brackets, and whether the position is within a string. `tokens`: brackets, commas and
 * colons so far.
 */
export type Nesting = { depth: number; inString: boolean; escaped: boolean; line: number; tokens: number }

const NEWLINE = 10
const QUOTE = 34
const BACKSLASH = 92

/**
 * Scans from `at` to the bracket that brings the depth down to `floor`, and updates the state.
 *
 * @returns the position after that bracket, or the end of the text
 */
export function skipNested(text: string, at: number, now: Nesting, floor: number): number {
  let { depth, inString, escaped, line, tokens } = now
  let next = at
  while (next < text.length) {
    const code = text.charCodeAt(next++)
    if (code === NEWLINE) line++
    if (inString) {
      if (escaped) escaped = false
      else if (code === BACKSLASH) escaped = true
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === 44 || code === 58) tokens++
    else if (code === 123 || code === 91) {
      depth++
      tokens++
    } else if ((code === 125 || code === 93) && --depth === floor) break
  }
  now.depth = depth
  now.inString = inString
  now.escaped = escaped
  now.line = line
  now.tokens = tokens
  return next
}
