import type { TextRun } from '../../lines'

/** Splits a text into what a search matches and the text between. */
export type Marker = (text: string) => TextRun[]

/** Characters before the first match that stay in a text that is cut. */
const leadChars = 40
/** A match from here on would be below the lines of a cell that are shown. */
const shownChars = 90

/** A text with the words of the search marked. */
export function HighlightedText({ text, mark }: { text: string; mark: Marker | undefined }) {
  if (!mark) return <>{text}</>
  return <>{mark(text).map((run) => (run.isMatch ? <mark>{run.text}</mark> : run.text))}</>
}

/** The part of a long text with its first match: from the beginning, unless the match would not be seen there. */
export function fromMatch(text: string, mark: Marker | undefined): string {
  const runs = mark?.(text) ?? []
  const first = runs.findIndex(({ isMatch }) => isMatch)
  const at = runs.slice(0, Math.max(0, first)).reduce((length, run) => length + run.text.length, 0)
  if (at <= shownChars) return text
  const space = text.indexOf(' ', at - leadChars)
  return `… ${text.slice(space >= 0 && space < at ? space + 1 : at)}`
}
