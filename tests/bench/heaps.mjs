// Memory of single isolates of a server, read through its inspector: what of the process is the service's.
const sampleMs = 50
/** The Worker itself, and the local engine's database: Workers, both in one process. */
const isolates = { service: 'core:user:', database: 'd1:db' }

/** Follows the heaps of a server that listens to an inspector on this port. `stop` gives the most bytes seen in each. */
export async function watchHeaps(port) {
  const listed = await (await fetch(`http://127.0.0.1:${port}/json`)).json()
  const watched = await Promise.all(
    Object.entries(isolates).map(async ([name, start]) => {
      const { id } = listed.filter(({ id }) => id.startsWith(start)).sort((a, b) => a.id.length - b.id.length)[0]
      return [name, await watch(`ws://127.0.0.1:${port}/${id}`)]
    }),
  )
  return { stop: () => Object.fromEntries(watched.map(([name, stop]) => [name, stop()])) }
}

async function watch(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)))
  })
  let peak = 0
  socket.addEventListener('message', ({ data }) => {
    const { result } = JSON.parse(data)
    if (result) peak = Math.max(peak, result.usedSize + result.backingStorageSize)
  })
  const ask = () => socket.send(JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' }))
  ask()
  const timer = setInterval(ask, sampleMs)
  return () => {
    clearInterval(timer)
    socket.close()
    return peak
  }
}
