// Subscribers of the endurance benchmark: each listens to the journal of a dataset, and reconnects after a kill.
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'

const reconnectMs = 500
/** An event of the last moment before a kill may not have been sent. */
const lastMs = 5_000

export class Subscriber {
  #run
  #socket
  /** The events of each connection, and the times at which it began and ended (epoch ms). */
  #connections = []
  id

  constructor(run, id) {
    this.#run = run
    this.id = id
  }

  get heard() {
    return this.#connections.reduce((sum, { events }) => sum + events.length, 0)
  }

  async listen() {
    while (!this.#run.isOver) {
      await this.#connect()
      await sleep(reconnectMs)
    }
  }

  close() {
    this.#socket?.close()
  }

  #connect() {
    const { url, apiKey } = this.#run.server
    const socket = new WebSocket(`${url.replace('http', 'ws')}/`)
    this.#socket = socket
    const connection = { from: undefined, until: undefined, events: [] }
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe', channel: `datasets/${this.id}/journal`, apiKey }))
    })
    socket.on('message', (text) => {
      const message = JSON.parse(text)
      if (message.type === 'subscribe-confirm') {
        connection.from = Date.now()
        this.#connections.push(connection)
      } else if (message.type === 'message') {
        if (message.data.store) connection.events.push(nameOf(message.data))
      } else this.#run.violate(`a subscriber of ${this.id} was told ${text}`)
    })
    return new Promise((resolve) => {
      socket.once('error', resolve)
      socket.once('close', () => {
        connection.until = Date.now()
        resolve()
      })
    })
  }

  /** Events that arrived twice, and events of the journal that did not arrive while the connection was open. */
  differences(journal) {
    return this.#connections.flatMap(({ from, until, events }) => {
      const heard = new Set(events)
      const twice = events.length > heard.size ? [`${this.id}: ${events.length - heard.size} events came twice`] : []
      const killed = this.#run.kills.find((date) => date > from) ?? Number.POSITIVE_INFINITY
      const last = Math.min(until, killed) - lastMs
      const missed = journal.filter(({ date, ...event }) => {
        const at = Date.parse(date)
        return at > from && at < last && !heard.has(nameOf({ date, ...event }))
      })
      return [...twice, ...missed.map((event) => `${this.id}: ${nameOf(event)} was not heard`)]
    })
  }
}

const nameOf = ({ type, date, draft }) => `${type} ${date}${draft ? ' draft' : ''}`
