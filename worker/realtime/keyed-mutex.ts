/** Work that is done one after the other where it shares a name, and side by side where it does not. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does some work after all that was asked before under the same name, however that ended. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work, work)
    this.#last.set(name, turn)
    const leave = () => {
      if (this.#last.get(name) === turn) this.#last.delete(name)
    }
    turn.then(leave, leave)
    return turn
  }
}
