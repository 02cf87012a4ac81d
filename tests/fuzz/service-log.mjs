// What the service logs: the cause of an unexpected error, by request, and failures of work that no answer tells.

const maxKept = 2_000
const maxLast = 12

export class ServiceLog {
  #rest = ''
  #causes = new Map()
  #background = []
  #last = []

  /** Takes the output of the server as it comes. */
  push(text) {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
  }

  causeOf(requestId) {
    return this.#causes.get(requestId)
  }

  /** Failures in the background since the last call. */
  takeBackground() {
    return this.#background.splice(0)
  }

  /** What the process has printed last beside its log. */
  get lastWords() {
    return this.#last.join('\n')
  }

  #read(line) {
    const at = line.indexOf('{"level"')
    if (at < 0) {
      this.#last = [...this.#last, line].slice(-maxLast)
      return
    }
    let entry
    try {
      entry = JSON.parse(line.slice(at))
    } catch {
      return
    }
    const { level, message, requestId, cause = entry.error ?? '' } = entry
    if (message === 'unexpected error') {
      this.#causes.set(requestId, cause)
      if (this.#causes.size > maxKept) this.#causes.delete(this.#causes.keys().next().value)
    } else if (level === 'error' || message === 'message will be retried') {
      this.#background.push(`${message}: ${cause.split('\n').slice(0, 4).join('\n  | ')}`)
    }
  }
}
