/** Content lines of iCalendar (RFC 5545, section 3.1): unfolding and parsing. */
import { problem } from '../../errors'
import { limits } from '../../limits'

/** A property: its name and the names of its parameters are in upper case. */
export type ContentLine = { name: string; params: ReadonlyMap<string, string>; value: string }

/** Unfolds the lines of a text that arrives in pieces. */
export class LineScanner {
  #rest = ''

  /** Feeds text, split anywhere. @throws `file-record-too-long` */
  push(text: string, each: (line: ContentLine) => void): void {
    const buffered = this.#rest + text
    // A line that begins with a space or a tab continues the one before it.
    const end = lastEnd(buffered)
    this.#rest = buffered.slice(end)
    const max = limits.files.maxRecordChars
    if (this.#rest.length > max) throw problem('file-record-too-long', { line: 1, max })
    takeLines(buffered.slice(0, end), each)
  }

  /** Signals the end: what remains is the last line. */
  end(each: (line: ContentLine) => void): void {
    takeLines(this.#rest, each)
    this.#rest = ''
  }
}

/** The position after the last line break whose next line is not a continuation. */
function lastEnd(text: string): number {
  for (let at = text.lastIndexOf('\n', text.length - 2); at >= 0; at = text.lastIndexOf('\n', at - 1)) {
    if (!isFold(text, at + 1)) return at + 1
    if (at === 0) break
  }
  return 0
}

function isFold(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}

function takeLines(text: string, each: (line: ContentLine) => void): void {
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const parsed = parseLine(line)
    if (parsed) each(parsed)
  }
}

const start = /^\ufeff?([A-Za-z0-9-]+)/
const parameter = /^;([A-Za-z0-9-]+)=("[^"]*"|[^;:"]*)(?:,(?:"[^"]*"|[^;:",]*))*/

/** Undefined when the line is not a property. */
function parseLine(line: string): ContentLine | undefined {
  const name = start.exec(line)
  if (!name?.[1]) return undefined
  const params = new Map<string, string>()
  let rest = line.slice(name[0].length)
  for (let match = parameter.exec(rest); match; match = parameter.exec(rest)) {
    params.set((match[1] ?? '').toUpperCase(), (match[2] ?? '').replace(/^"|"$/g, ''))
    rest = rest.slice(match[0].length)
  }
  if (!rest.startsWith(':')) return undefined
  return { name: name[1].toUpperCase(), params, value: rest.slice(1) }
}

/** A value of type TEXT (RFC 5545, section 3.3.11). */
export function unescapedText(value: string): string {
  return value.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign)).trim()
}
