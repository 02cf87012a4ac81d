/** The cost of rendering a text as Markdown, computed in one pass without parsing. Pure. */

type MarkdownCost = {
  /** Characters that may be markup: all but letters, digits, spaces and commas. */
  marks: number
  /** Upper bound of the cells of its tables: for each run of lines that are not blank, lines × columns of the widest. */
  cells: number
}

const NEWLINE = 10
const PIPE = 124

export function markdownCost(text: string): MarkdownCost {
  let [marks, cells] = [0, 0]
  let [lines, columns] = [0, 0]
  let pipes = 0
  let isBlank = true
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : NEWLINE
    if (code === NEWLINE) {
      if (!isBlank) lines++
      if (pipes > 0) columns = Math.max(columns, pipes + 1)
      if (isBlank || at === text.length) {
        cells += lines * columns
        lines = columns = 0
      }
      pipes = 0
      isBlank = true
      if (at < text.length) marks++
    } else if (!isSpace(code)) {
      isBlank = false
      if (code === PIPE) pipes++
      if (!isWord(code)) marks++
    }
  }
  return { marks, cells }
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13

/** Letters, digits, commas, and everything beyond ASCII. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 44 || code > 127
