// A server that is killed and started again, and the clients that go on meanwhile.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mulberry32 } from './generator.mjs'
import { memoryOfFamily, spentBy } from './processes.mjs'
import { ask } from './publish.mjs'
import { startServer } from './server.mjs'

const seed = 22
const maxViolations = 50

export class EnduranceRun {
  #folder
  #options
  #up = Promise.resolve()
  #spentMs = 0
  server
  isOver = false
  /** Dates (epoch ms) at which the server was killed. */
  kills = []
  /** Ms from each kill until requests were answered again. */
  restarts = []
  /** Bytes of memory just before each kill. */
  memory = []
  /** Requests by what came of them. */
  requests = { answered: 0, '5xx': 0, unanswered: 0 }
  /** What contradicts the guarantees. */
  violations = []
  draw = mulberry32(seed)

  constructor(folder, options) {
    this.#folder = folder
    this.#options = options
  }

  async start() {
    this.server = await startServer(this.#folder, this.#options)
    // The server that is started again is the same program.
    this.#options.port = this.server.port
    this.#options.variables.BUNDLE_DIR = join(this.#folder, 'bundle')
  }

  /** Kills the server, and starts another one on the same state. */
  async kill() {
    this.memory.push(memoryOfFamily(this.server.parent))
    this.#spentMs += spentBy(this.server.pid) + spentBy(this.server.parent)
    const killed = Date.now()
    this.kills.push(killed)
    await this.#replace(() => this.server.kill())
    this.restarts.push(Date.now() - killed)
  }

  /** The same with an orderly stop. */
  async restart() {
    this.#spentMs += spentBy(this.server.pid) + spentBy(this.server.parent)
    await this.#replace(() => this.server.stop())
  }

  /** Ms of processor time that the servers have spent. */
  get spentMs() {
    return this.#spentMs + spentBy(this.server.pid) + spentBy(this.server.parent)
  }

  async #replace(end) {
    let serves
    this.#up = new Promise((resolve) => {
      serves = resolve
    })
    await end()
    await this.start()
    serves()
  }

  /** Sends a request. @returns `{ body }`; undefined without a response: nobody knows whether it was carried out */
  async attempt(path, init) {
    try {
      const body = await ask(this.server, path, init)
      this.requests.answered++
      return { body }
    } catch (error) {
      if (error.status !== undefined && error.status < 500) throw error
      this.requests[error.status === undefined ? 'unanswered' : '5xx']++
      if (error.status !== undefined) this.say?.(String(error.message).slice(0, 300))
      return undefined
    }
  }

  /** Repeats a step of a client until the end, with pauses around `everyMs`. */
  async repeat(everyMs, step) {
    while (!this.isOver) {
      await this.#up
      await step().catch((error) => this.violate(String(error?.message ?? error)))
      await sleep(everyMs * (0.5 + this.draw()))
    }
  }

  violate(what) {
    if (this.violations.length < maxViolations) this.violations.push(what)
  }
}

/** A whole number below a bound. */
export const below = (draw, bound) => Math.floor(draw() * bound)
