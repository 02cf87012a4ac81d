/** Query parameters, parsed and serialized as URLSearchParams does (URL Standard, sections 5.1 and 5.2). Pure. */

/** The read-only part of URLSearchParams. */
export type ReadableParameters = Pick<URLSearchParams, 'get' | 'has'> & Iterable<[string, string]>

/** Faster than URLSearchParams, where each access is a call into the engine. */
export class Parameters implements ReadableParameters {
  readonly #entries: readonly [string, string][]
  readonly #first = new Map<string, string>()
  /** The name of a parameter whose name or value has bytes that are not UTF-8, decoded as U+FFFD. */
  readonly notUtf8: string | undefined

  constructor(entries: Iterable<[string, string]>, notUtf8?: string) {
    this.#entries = [...entries]
    this.notUtf8 = notUtf8
    for (const [name, value] of this.#entries) if (!this.#first.has(name)) this.#first.set(name, value)
  }

  /** Converts parameters to this class, if they are of another. */
  static of(params: ReadableParameters): Parameters {
    return params instanceof Parameters ? params : new Parameters(params)
  }

  /** Parses the query of a URL, with its question mark. */
  static read(search: string): Parameters {
    let notUtf8: string | undefined
    const entries = search
      .slice(1)
      .split('&')
      .filter(Boolean)
      .map((pair): [string, string] => {
        const end = pair.indexOf('=')
        const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
        const entry: [string, string] = [decoded(name), decoded(value)]
        if (entry.some((text) => text.includes('\ufffd')) && !isUtf8(pair)) notUtf8 ??= entry[0]
        return entry
      })
    return new Parameters(entries, notUtf8)
  }

  get(name: string): string | null {
    return this.#first.get(name) ?? null
  }

  getAll(name: string): string[] {
    return this.#entries.flatMap(([one, value]) => (one === name ? value : []))
  }

  has(name: string): boolean {
    return this.#first.has(name)
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#entries[Symbol.iterator]()
  }

  /** The other parameters, in order. */
  without(names: readonly string[]): Parameters {
    return new Parameters(this.#entries.filter(([name]) => !names.includes(name)))
  }

  /** Replaces parameters of the same names, or appends them. */
  with(values: Readonly<Record<string, string>>): Parameters {
    const left = new Map(Object.entries(values))
    const entries = this.#entries.flatMap(([name, value]): [string, string][] => {
      if (!Object.hasOwn(values, name)) return [[name, value]]
      const replaced = left.get(name)
      left.delete(name)
      return replaced === undefined ? [] : [[name, replaced]]
    })
    return new Parameters([...entries, ...left])
  }

  /** The query of a URL, without question mark. */
  toString(): string {
    return this.#entries.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  }
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Bytes that are not UTF-8 are replaced, as in the standard.
    return new URLSearchParams(`_=${text}`).get('_') ?? ''
  }
}

/** Whether the percent escapes of a text are UTF-8; a percent sign without two hexadecimal digits is literal. */
function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

const encoded = (text: string): string =>
  /^[\w*.-]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed()).replace(/%20|[!'()~]/g, escaped)

const escaped = (text: string): string => (text === '%20' ? '+' : `%${text.charCodeAt(0).toString(16).toUpperCase()}`)

/** Parameters that name a version of the data by its date. */
export const versionParameters = ['finalizedAt', 'updatedAt'] as const

/** The latest of these dates, ms; 0 without one. A cached description that is older must be read again. */
export const requestedVersion = (params: ReadableParameters): number =>
  Math.max(0, ...versionParameters.map((parameter) => Date.parse(params.get(parameter) ?? '') || 0))
