/** A mutex per key: tasks with the same key run one after the other, others concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs a task after all earlier tasks with the same key, whether they succeeded or failed. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work, work)
    this.#last.set(name, turn)
    const leave = () => {
      if (this.#last.get(name) === turn) this.#last.delete(name)
    }
    turn.then(leave, leave)
    return turn
  }
}
