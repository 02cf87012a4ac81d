// Memory of single isolates of a server, read through its inspector: what of the process is the service's.
const sampleMs = 50
const collectMs = 250
/** The Worker itself, and the local engine's database: Workers, both in one process. */
const isolates = { service: 'core:user:', database: 'd1:db' }

/**
 * Follows the heaps of a server that listens to an inspector on this port. `stop` gives the most bytes seen in each.
 *
 * @param options.collects garbage is collected before each look: what is seen is what is held, and takes its time
 */
export async function watchHeaps(port, { collects = false } = {}) {
  const listed = await (await fetch(`http://127.0.0.1:${port}/json`)).json()
  const watched = await Promise.all(
    Object.entries(isolates).map(async ([name, start]) => {
      const { id } = listed.filter(({ id }) => id.startsWith(start)).sort((a, b) => a.id.length - b.id.length)[0]
      return [name, await watch(`ws://127.0.0.1:${port}/${id}`, collects)]
    }),
  )
  return { stop: () => Object.fromEntries(watched.map(([name, stop]) => [name, stop()])) }
}

async function watch(url, collects) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)))
  })
  let peak = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data)
    if (id === 1 && result) peak = Math.max(peak, result.usedSize + result.backingStorageSize)
  })
  // Answers come in the order of what was asked.
  const ask = () => {
    if (collects) socket.send(JSON.stringify({ id: 2, method: 'HeapProfiler.collectGarbage' }))
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }))
  }
  ask()
  const timer = setInterval(ask, collects ? collectMs : sampleMs)
  return () => {
    clearInterval(timer)
    socket.close()
    return peak
  }
}
