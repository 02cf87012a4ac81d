/** `joinedPages`: the pages of a list of rows in JSON as one document. */
import { z } from '@hono/zod-openapi'
import { streamOf } from '../../net/byte-stream'

/** What a page has before its rows. */
const headSchema = z.object({ total: z.number().optional(), next: z.string().optional() })
const marker = '"results":['
/** What a page has after its rows. */
const end = ']}'

/**
 * The response with the rows of all pages: `{"total":…,"results":[…]}`, in constant memory. A page that fails breaks it off, so that the
 * client detects an incomplete file.
 *
 * @param read a page by its URL, as in `next` of the page before
 */
export function joinedPages(first: Response, read: (url: string) => Promise<Response>): Response {
  const headers = new Headers(first.headers)
  for (const name of ['etag', 'link', 'content-length']) headers.delete(name)
  return new Response(streamOf(rowsOf(first, read)), { status: first.status, headers })
}

async function* rowsOf(first: Response, read: (url: string) => Promise<Response>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let before = ''
  for (let page: Response | undefined = first; page; before = ',') {
    let head: string | undefined = ''
    let next: string | undefined
    // The end of the page is left out; it may come in two chunks.
    let held = ''
    for await (const chunk of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (head === undefined) held += chunk
      else {
        head += chunk
        const at = head.indexOf(marker)
        if (at === -1) continue
        const members = headSchema.parse(JSON.parse(`${head.slice(0, at)}${marker}${end}`))
        next = members.next
        held = head.slice(at + marker.length)
        head = undefined
        if (page === first)
          yield encoder.encode(`{${members.total === undefined ? '' : `"total":${members.total},`}${marker}`)
      }
      if (held.length <= end.length) continue
      yield encoder.encode(before + held.slice(0, -end.length))
      before = ''
      held = held.slice(-end.length)
    }
    if (held !== end) throw new Error('a page of rows is incomplete')
    page = next === undefined ? undefined : await read(next)
    if (page && !page.ok) throw new Error(`the next page of rows was refused: ${page.status}`)
  }
  yield encoder.encode(end)
}
