import { limits } from '../limits'
import { encoded, streamOf } from '../net/byte-stream'
import { jsonOf } from '../schema/well-formed'
import { textResponse } from './respond'

/** A list, whose documents are read as they are written. */
type DocumentList = {
  head: { count?: number }
  /** The JSON of the documents. */
  documents: AsyncIterable<string>
  /** The bytes of the stored documents. */
  bytes: number
}

/**
 * The JSON of a list: `count`, `results`, and the other properties of its head. One that is not held in memory is written as it is
 * read, without an ETag.
 */
export async function listResponse(
  request: Request,
  { bytes, ...list }: DocumentList,
  headers: Record<string, string>,
): Promise<Response> {
  const parts = partsOf(list)
  if (bytes > limits.lists.heldBytes) {
    const contentType = { 'content-type': 'application/json; charset=utf-8', 'x-accel-buffering': 'no' }
    return new Response(streamOf(encoded(parts)), { headers: { ...contentType, ...headers } })
  }
  const texts: string[] = []
  for await (const part of parts) texts.push(part)
  return textResponse(request, texts.join(''), { headers })
}

async function* partsOf({
  head: { count, ...others },
  documents,
}: Pick<DocumentList, 'head' | 'documents'>): AsyncGenerator<string> {
  const members = jsonOf(others).slice(1, -1)
  yield `{${count === undefined ? '' : `"count":${count},`}"results":[`
  let isFirst = true
  for await (const document of documents) {
    yield isFirst ? document : `,${document}`
    isFirst = false
  }
  yield `]${members ? `,${members}` : ''}}`
}
