/** `PlainXml`: XML without comments, and with CDATA sections as escaped text, so that it can be searched for tags. */

const marks = { '<!--': '-->', '<![CDATA[': ']]>' } as const
type Mark = keyof typeof marks
const comment = '<!--'
const section = '<![CDATA['

export class PlainXml {
  /** The end of the text so far, which may be the beginning of a mark. */
  #held = ''
  #inside: Mark | undefined

  /** Whether the text ends within a comment or a CDATA section. */
  get isInside(): boolean {
    return this.#inside !== undefined
  }

  /** Feeds text, split anywhere. */
  push(text: string): string {
    let rest = this.#held + text
    this.#held = ''
    let plain = ''
    for (;;) {
      const end = this.#inside === undefined ? rest.length : rest.indexOf(marks[this.#inside])
      if (this.#inside !== undefined) {
        const content = end < 0 ? rest.slice(0, -2) : rest.slice(0, end)
        if (this.#inside === section) plain += escaped(content)
        if (end < 0) {
          this.#held = rest.slice(content.length)
          return plain
        }
        rest = rest.slice(end + marks[this.#inside].length)
        this.#inside = undefined
      }
      const opening = nextMark(rest)
      if (!opening) {
        const kept = rest.length - beginningOfMark(rest)
        this.#held = rest.slice(kept)
        return plain === '' && kept === rest.length ? rest : plain + rest.slice(0, kept)
      }
      plain += rest.slice(0, opening.at)
      this.#inside = opening.mark
      rest = rest.slice(opening.at + opening.mark.length)
    }
  }
}

/** The first comment or CDATA section. */
function nextMark(text: string): { mark: Mark; at: number } | undefined {
  for (let at = text.indexOf('<!'); at >= 0; at = text.indexOf('<!', at + 1)) {
    if (text.startsWith(comment, at)) return { mark: comment, at }
    if (text.startsWith(section, at)) return { mark: section, at }
  }
  return undefined
}

/** How many characters at the end may begin a mark. */
function beginningOfMark(text: string): number {
  const at = text.lastIndexOf('<')
  if (at < 0 || at < text.length - section.length) return 0
  const end = text.slice(at)
  return comment.startsWith(end) || section.startsWith(end) ? end.length : 0
}

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => references[character] ?? character)
