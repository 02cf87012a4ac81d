/** `streamNdjson`: lines as they are written to another dataset. */
import type { LinesRequest } from '../../../lines'
import { linePages } from '../../../lines/read/line-pages'
import { ownValue } from '../../../schema/own-value'
import type { OpenedLines } from './open-lines'
import { linesOf } from './read-query'

/** The lines of a request of any size as NDJSON, in constant memory: objects and lists of values stay what they are. */
export async function* streamNdjson(
  { database, source }: Pick<OpenedLines, 'database' | 'source'>,
  request: LinesRequest,
): AsyncGenerator<Uint8Array> {
  // Objects are read as texts.
  const objects = source.fields.flatMap(({ key, type }) => (type === 'object' ? key : []))
  const encoder = new TextEncoder()
  for await (const { lines } of linePages(database, source, request)) {
    const written = linesOf(lines).map(({ _score, ...line }) => {
      for (const key of objects) {
        const text = ownValue(line, key)
        if (typeof text === 'string') line[key] = JSON.parse(text)
      }
      return `${JSON.stringify(line)}\n`
    })
    yield encoder.encode(written.join(''))
  }
}
