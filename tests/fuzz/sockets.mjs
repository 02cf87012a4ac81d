// Sends messages on a socket of the live channel, and says what went wrong.
import WebSocket from 'ws'

const answerTimeoutMs = 2_000
/** Closing codes that the documentation of the channel names; 1000 is ours. */
const documentedCodes = new Set([1000, 1003, 1008, 1009])

/**
 * Opens a socket, sends each message and waits for its answer.
 *
 * @returns `{ failure?, texts }`: the fault, and the received messages
 */
export async function talk({ url, headers, messages }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/`, { headers })
  const texts = []
  let closedWith
  let wake = () => {}
  socket.on('message', (data) => {
    texts.push(data)
    wake()
  })
  socket.on('close', (code) => {
    closedWith = code
    wake()
  })
  socket.on('error', () => wake())
  try {
    if (
      !(await within(
        new Promise((resolve) => socket.once('open', () => resolve(true)).once('error', () => resolve(false))),
      ))
    ) {
      return { failure: 'no socket was opened', texts }
    }
    for (const message of messages) {
      const before = texts.length
      socket.send(message)
      const isAnswered = () => texts.length > before || closedWith !== undefined
      const waiting = new Promise((resolve) => {
        wake = () => isAnswered() && resolve(true)
      })
      wake()
      if (!(await within(waiting)))
        return { failure: `no answer in ${answerTimeoutMs} ms to ${message.slice(0, 200)}`, texts }
      if (closedWith !== undefined) break
    }
    if (closedWith !== undefined && !documentedCodes.has(closedWith))
      return { failure: `closed with ${closedWith}`, texts }
    return { texts }
  } finally {
    socket.terminate()
  }
}

async function within(promise) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, answerTimeoutMs, false)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
