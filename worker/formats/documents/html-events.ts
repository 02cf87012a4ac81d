/** HTML as events, without a tree. */
import { Parser } from 'htmlparser2'
import { limits } from '../../limits'

export type HtmlHandler = {
  onOpen: (name: string, attributes: Record<string, string>) => void
  onText: (text: string) => void
  onClose: (name: string) => void
}

/**
 * Parses a whole document. The parser scans all open elements for each tag, which is quadratic: it stops where they are
 * nested deeper than `limits.files.maxNesting`.
 *
 * @returns false when it stopped before the end
 */
export function parseHtml(html: string, { onOpen, onText, onClose }: HtmlHandler): boolean {
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      if (depth > limits.files.maxNesting) parser.pause()
      else onOpen(name, attributes)
    },
    ontext: onText,
    onclosetag(name) {
      if (depth <= limits.files.maxNesting) onClose(name)
      depth--
    },
  })
  parser.end(html)
  return depth <= limits.files.maxNesting
}
