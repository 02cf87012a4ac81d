import { describe, expect, test } from 'vitest'
import { joinedPages } from '../../../worker/pages/table/joined-pages'

/** A response whose body comes in chunks of some bytes. */
function inChunks(text: string, bytes: number): Response {
  const all = new TextEncoder().encode(text)
  return new Response(
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < all.length; at += bytes) controller.enqueue(all.slice(at, at + bytes))
        controller.close()
      },
    }),
    { headers: { etag: '"first"', 'content-type': 'application/json' } },
  )
}

/** The name says how many names are missing between two others. */
const name = (id: number) => JSON.stringify(`é ]},{ ,"_score":null ${'x'.repeat(id)}`)
const written = (id: number) => `{"_id":"${id}","name":${name(id)}}`
const row = (id: number) =>
  id === 2 ? `{"_score":1.5e-7,"_id":"2","name":${name(id)}}` : `{"_id":"${id}","name":${name(id)},"_score":null}`
const pages = [
  `{"total":3,"next":"https://a.example/2","results":[${row(1)},${row(2)}]}`,
  `{"next":"https://a.example/3","_hint":["\\"results\\":["],"results":[${row(3)}]}`,
  '{"results":[]}',
]

describe('the pages of a list of rows', () => {
  test.each([1, 2, 3, 7, 1_000])('are one document, whose chunks have %d bytes', async (bytes) => {
    const read: string[] = []
    const joined = joinedPages(inChunks(pages[0] ?? '', bytes), async (url) => {
      read.push(url)
      return inChunks(pages[read.length] ?? '', bytes)
    })
    expect(joined.headers.get('etag')).toBeNull()
    expect(await joined.json()).toEqual({ total: 3, results: [1, 2, 3].map((id) => JSON.parse(written(id))) })
    expect(read).toEqual(['https://a.example/2', 'https://a.example/3'])
  })

  test('have no rows', async () => {
    const joined = joinedPages(inChunks('{"total":0,"results":[]}', 5), () => Promise.reject(new Error('no next page')))
    expect(await joined.json()).toEqual({ total: 0, results: [] })
  })

  test.each([
    ['is refused', new Response('{}', { status: 429 })],
    ['breaks off', new Response('{"results":[{"_id":"3"')],
  ])('break off where one %s', async (_, second) => {
    const joined = joinedPages(inChunks(pages[0] ?? '', 10), async () => second)
    await expect(joined.text()).rejects.toThrow()
  })
})
