/** HTML as events, without a tree. */
import { Parser } from 'htmlparser2'
import { limits } from '../../limits'

/** Positions in the document, in characters: of the first one, and after the last. */
export type TextRange = { start: number; end: number }

type HtmlHandler = {
  onOpen: (name: string, attributes: Record<string, string>, range: TextRange) => void
  onText: (text: string, range: TextRange) => void
  /** `range` is undefined where the document has no end tag. */
  onClose: (name: string, range: TextRange | undefined) => void
}

/**
 * Parses a whole document. The parser scans all open elements for each tag, which is quadratic: it stops where they are
 * nested deeper than `limits.files.maxNesting`.
 *
 * @returns false when it stopped before the end
 */
export function parseHtml(html: string, { onOpen, onText, onClose }: HtmlHandler): boolean {
  let depth = 0
  const range = (): TextRange => ({ start: parser.startIndex, end: parser.endIndex + 1 })
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (depth > limits.files.maxNesting) parser.pause()
      else onOpen(name, attributes, range())
    },
    ontext: (text) => onText(text, range()),
    onclosetag(name, isImplied) {
      if (depth <= limits.files.maxNesting) onClose(name, isImplied ? undefined : range())
      depth--
    },
  })
  parser.end(html)
  return depth <= limits.files.maxNesting
}
