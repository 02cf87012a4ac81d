/**
 * A stream of chunks that are made as they are read. A failure breaks it off.
 *
 * @param object the key of the stored object that the chunks come from, for the log
 */
export function streamOf(chunks: AsyncIterable<Uint8Array>, object?: string): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(object === undefined ? error : new Error(`reading ${object}`, { cause: error }))
      }
    },
    cancel: async () => void (await source.return?.()),
  })
}

/** Texts as UTF-8; bytes are unchanged. */
export async function* encoded(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const part of parts) yield typeof part === 'string' ? encoder.encode(part) : part
}
