// What the service logs: the cause of an unexpected error, by request, and failures of work that no answer tells.

/** A dataset that was changed while its version was published: the next delivery of the message publishes it. */
const conflict = /the dataset changed or the lease was lost while a version was published/
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
    const { level, message, requestId, attempts, cause = entry.error ?? '' } = entry
    if (message === 'unexpected error') {
      this.#causes.set(requestId, cause)
      if (this.#causes.size > maxKept) this.#causes.delete(this.#causes.keys().next().value)
    } else if (message === 'message will be retried' && attempts === 1 && conflict.test(cause)) {
      return
    } else if (level === 'error' || message === 'message will be retried') {
      this.#background.push(`${message}: ${cause.split('\n').slice(0, 4).join('\n  | ')}`)
    }
  }
}
