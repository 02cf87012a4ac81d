/** `joinedPages`: the pages of a list of rows in JSON as one document. */
import { z } from '@hono/zod-openapi'
import { streamOf } from '../../net/byte-stream'

/** What a page has before its rows. */
const headSchema = z.object({ total: z.number().optional(), next: z.string().optional() })
const marker = '"results":['
/** What a page has after its rows. */
const end = ']}'
/** The score of a row, which only the API explains. Quotes in texts are escaped: it is no part of a value. */
const score = /(\{)"_score":(?:null|[-+.\de]+),?|,"_score":(?:null|[-+.\de]+)/g

/**
 * The response with the rows of all pages, without their score: `{"total":…,"results":[…]}`, in constant memory. A page that fails
 * breaks it off, so that the client detects an incomplete file.
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
    // The end of the page is left out, and the score of a row; both may come in two chunks.
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
      const whole = held.lastIndexOf('},{') + 1
      if (whole === 0) continue
      yield encoder.encode(before + held.slice(0, whole).replace(score, '$1'))
      before = ''
      held = held.slice(whole)
    }
    if (!held.endsWith(end)) throw new Error('a page of rows is incomplete')
    const last = held.slice(0, -end.length).replace(score, '$1')
    if (last !== '') yield encoder.encode(before + last)
    page = next === undefined ? undefined : await read(next)
    if (page && !page.ok) throw new Error(`the next page of rows was refused: ${page.status}`)
  }
  yield encoder.encode(end)
}
