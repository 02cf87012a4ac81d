import { expect, test } from 'vitest'
import { skipLines } from '../../../worker/collectors/plugins/transfer-file/skip-lines'

/** A stream of a text in chunks of so many bytes. */
function inChunks(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length))
      controller.close()
    },
  })
}

const text = 'a title\r\n\nname;n\nA;1\n'
test.each([
  [0, text],
  [1, '\nname;n\nA;1\n'],
  [2, 'name;n\nA;1\n'],
  [4, ''],
  [9, ''],
])('%i lines are left out, wherever the chunks end', async (count, rest) => {
  for (const length of [1, 2, 3, 7, 100]) {
    expect(await new Response(skipLines(inChunks(text, length), count)).text()).toBe(rest)
  }
})
