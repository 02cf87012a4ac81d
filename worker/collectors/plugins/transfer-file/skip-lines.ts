const newline = 10

/** The bytes of a text after its first lines; all of them for 0. The encoding is one in which a line feed is one byte. */
export function skipLines(body: ReadableStream<Uint8Array>, count: number): ReadableStream<Uint8Array> {
  if (count === 0) return body
  let left = count
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        let from = 0
        while (left > 0) {
          const end = chunk.indexOf(newline, from)
          if (end < 0) return
          from = end + 1
          left--
        }
        if (from < chunk.length) controller.enqueue(chunk.subarray(from))
      },
    }),
  )
}
