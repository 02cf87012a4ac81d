// The values that may be stored after the writes of a client, while the server may be killed at any moment.

/**
 * Values by id, each with what may be stored of it: a write without a response was carried out or not. Writes of an id come one
 * after the other. An id that is not stored has the value `undefined`.
 */
export class Writes {
  #possible = new Map()
  acknowledged = 0
  unanswered = 0

  /** Records a write around its request, which returns undefined without a response. */
  async write(id, value, request) {
    const before = this.possible(id)
    this.#possible.set(id, new Set([...before, value]))
    const response = await request()
    if (response === undefined) this.unanswered++
    else {
      this.acknowledged++
      this.#possible.set(id, new Set([value]))
    }
    return response
  }

  /** What may be stored of an id. */
  possible(id) {
    return this.#possible.get(id) ?? new Set([undefined])
  }

  /** Whether an id is stored according to the acknowledged writes. */
  isStored(id) {
    return !this.possible(id).has(undefined)
  }

  get ids() {
    return [...this.#possible.keys()]
  }

  /** Lost values, and values that no write has. @param stored pairs of id and value; a repeated id is a difference too */
  differences(stored) {
    const found = []
    const seen = new Map()
    for (const [id, value] of stored) {
      if (seen.has(id)) found.push(`${id} is stored twice`)
      seen.set(id, value)
      if (!this.#possible.has(id)) found.push(`${id} was never written`)
    }
    for (const [id, possible] of this.#possible) {
      if (!possible.has(seen.get(id))) found.push(`${id} is ${seen.get(id)}, not ${[...possible].join(' or ')}`)
    }
    return found
  }
}
