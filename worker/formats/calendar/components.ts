/** The properties and components of a calendar, in the order of the file. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { type ContentLine, LineScanner } from './content-line'

/**
 * A component of the file. Each property of the calendar itself is a `VCALENDAR` of that one line. Components nested in an event
 * (alarms) are left out.
 *
 * @property isTruncated the file ends within the component
 */
export type Component = { kind: string; lines: ContentLine[]; isTruncated?: true }

/** Yields the components that each piece of the text completes, and at the end the one that the file truncates. */
export async function* componentsOf(texts: AsyncIterable<string>): AsyncGenerator<Component[]> {
  const scanner = new LineScanner()
  const collector = new Collector()
  for await (const text of texts) {
    scanner.push(text, (line) => collector.add(line))
    yield collector.take()
  }
  scanner.end((line) => collector.add(line))
  collector.end()
  yield collector.take()
}

class Collector {
  #done: Component[] = []
  #open: Component | undefined
  #depth = 0
  #chars = 0

  add(line: ContentLine): void {
    if (line.name === 'BEGIN') this.#begin(line)
    else if (line.name === 'END') this.#finish(line)
    else if (!this.#open) this.#done.push({ kind: 'VCALENDAR', lines: [line] })
    else if (this.#depth === 1 || this.#open.kind === 'VTIMEZONE') this.#keep(line)
  }

  take(): Component[] {
    const done = this.#done
    this.#done = []
    return done
  }

  end(): void {
    if (this.#open) this.#done.push({ ...this.#open, isTruncated: true })
    this.#open = undefined
  }

  #begin(line: ContentLine): void {
    const kind = line.value.trim().toUpperCase()
    if (this.#open) {
      this.#depth++
      if (this.#open.kind === 'VTIMEZONE') this.#keep({ ...line, value: kind })
    } else if (kind !== 'VCALENDAR') {
      this.#open = { kind, lines: [] }
      this.#depth = 1
      this.#chars = 0
    }
  }

  #finish(line: ContentLine): void {
    if (!this.#open) return
    this.#depth--
    if (this.#depth === 0) {
      this.#done.push(this.#open)
      this.#open = undefined
    } else if (this.#open.kind === 'VTIMEZONE') this.#keep({ ...line, value: line.value.trim().toUpperCase() })
  }

  #keep(line: ContentLine): void {
    const max = limits.files.maxRecordChars
    this.#chars += Math.max(line.name.length + line.value.length, limits.calendars.minLineChars)
    if (this.#chars > max) throw problem('file-record-too-long', { line: 1, max })
    this.#open?.lines.push(line)
  }
}
