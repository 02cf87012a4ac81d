/** `UnprefixedXml`: XML without the namespace prefix of its root, `<Placemark>` for `<kml:Placemark>`, so that it can be searched by name. */

/** A tag without an end is completed by the next piece up to this length, which the name of no element reaches. */
const maxNameChars = 64

export class UnprefixedXml {
  readonly #root: RegExp
  /** Undefined before the root; empty without a prefix. */
  #prefix: string | undefined
  /** The end of the text so far, which may be the beginning of a tag. */
  #held = ''

  /** @param root the local name of the root */
  constructor(root: string) {
    this.#root = new RegExp(`<(?:([\\w.-]+):)?${root}[\\s/>]`)
  }

  /** Feeds text, split anywhere. A tag name that the last piece cuts is left out. */
  push(text: string): string {
    const all = this.#held + text
    this.#held = ''
    if (this.#prefix === undefined) {
      const root = this.#root.exec(all)
      if (root) this.#prefix = root[1] ?? ''
    }
    if (this.#prefix === '') return all
    const last = all.lastIndexOf('<')
    const isCut = last >= 0 && all.length - last < maxNameChars && !all.includes('>', last)
    const whole = isCut ? all.slice(0, last) : all
    this.#held = all.slice(whole.length)
    if (this.#prefix === undefined) return whole
    return whole.replaceAll(`<${this.#prefix}:`, '<').replaceAll(`</${this.#prefix}:`, '</')
  }
}
