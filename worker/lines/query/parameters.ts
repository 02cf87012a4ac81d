/** What is read of parameters. */
export type ReadableParameters = Pick<URLSearchParams, 'get' | 'has'> & Iterable<[string, string]>

/** Parameters as URLSearchParams has them: looking at dozens of them is no call into the engine each time. */
export class Parameters implements ReadableParameters {
  readonly #entries: readonly [string, string][]
  readonly #first = new Map<string, string>()

  constructor(entries: Iterable<[string, string]>) {
    this.#entries = [...entries]
    for (const [name, value] of this.#entries) if (!this.#first.has(name)) this.#first.set(name, value)
  }

  get(name: string): string | null {
    return this.#first.get(name) ?? null
  }

  has(name: string): boolean {
    return this.#first.has(name)
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#entries[Symbol.iterator]()
  }

  /** The others, then what is added. */
  without(names: readonly string[], added: readonly [string, string][] = []): Parameters {
    return new Parameters([...this.#entries.filter(([name]) => !names.includes(name)), ...added])
  }

  /** The parameters as they are, where they are of this kind. */
  static of(params: ReadableParameters): Parameters {
    return params instanceof Parameters ? params : new Parameters(params)
  }
}
