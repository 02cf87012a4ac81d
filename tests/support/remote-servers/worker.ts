/** A Worker that gives the files on other servers to tests: one operation per request. */
import { z } from 'zod'
import { Problem } from '../../../worker/errors'
import { openRemote, type Remote } from '../../../worker/net/transfer'

const step = z.discriminatedUnion('do', [
  z.object({ do: z.literal('list'), path: z.string() }),
  z.object({ do: z.literal('stat'), path: z.string() }),
  z.object({ do: z.literal('text'), path: z.string(), offset: z.number().optional() }),
  z.object({ do: z.literal('digest'), path: z.string(), offset: z.number().optional() }),
  z.object({ do: z.literal('start'), path: z.string() }),
  z.object({ do: z.literal('move'), path: z.string(), to: z.string() }),
  z.object({ do: z.literal('write'), path: z.string(), size: z.number() }),
  z.object({ do: z.literal('remove'), path: z.string() }),
])
const order = z.object({
  connection: z.object({
    url: z.string(),
    username: z.string().optional(),
    password: z.string().optional(),
    sshKey: z.string().optional(),
    hostKey: z.string().optional(),
  }),
  allow: z.array(z.string()),
  steps: z.array(step),
})

export default {
  async fetch(request: Request): Promise<Response> {
    const { connection, allow, steps } = order.parse(await request.json())
    const answers: unknown[] = []
    try {
      const remote = await openRemote({ config: { OUTGOING_ALLOW: allow }, now: () => new Date() }, connection)
      try {
        for (const one of steps) answers.push((await take(remote, one)) ?? null)
      } finally {
        await remote.close()
      }
      return Response.json({ hostKey: remote.hostKey, answers })
    } catch (error) {
      const told = error instanceof Problem ? { code: error.code, params: error.params } : { code: String(error) }
      return Response.json({ answers, problem: told })
    }
  },
}

async function take(remote: Remote, one: z.infer<typeof step>): Promise<unknown> {
  switch (one.do) {
    case 'list':
      return remote.list(one.path)
    case 'stat':
      return remote.stat(one.path)
    case 'write':
      return remote.write(one.path, counting(one.size), one.size)
    case 'text':
      return new Response(remote.read(one.path, one.offset)).text()
    case 'digest':
      return digest(remote.read(one.path, one.offset))
    case 'start': {
      const reader = remote.read(one.path).getReader()
      const { value } = await reader.read()
      await reader.cancel()
      return (value?.length ?? 0) > 0
    }
    case 'move':
      return remote.move(one.path, one.to)
    case 'remove':
      return remote.remove(one.path)
  }
}

/** Read without being held: a file may be larger than the memory. */
async function digest(stream: ReadableStream<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const sink = new crypto.DigestStream('SHA-256')
  const writer = sink.getWriter()
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    await writer.write(chunk)
  }
  await writer.close()
  return { bytes, sha256: Buffer.from(await sink.digest).toString('hex') }
}

/** So many bytes, each the number of its place modulo 251. */
function counting(size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = Uint8Array.from({ length: Math.min(100_003, size - at) }, (_, place) => (at + place) % 251)
      at += chunk.length
      if (chunk.length > 0) controller.enqueue(chunk)
      if (at === size) controller.close()
    },
  })
}
