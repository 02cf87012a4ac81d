import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below 32768, where Linux starts to number outgoing connections, so that none takes the port before its server binds it.
const [firstPort, lastPort] = [20_000, 32_000]

/**
 * A port of the loopback address that nothing listens on.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = randomInt(firstPort, lastPort)
  return (await isFree(port)) ? port : freePort()
}

function isFree(port) {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
