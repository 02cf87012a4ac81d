/** `Pages`: the pages of a database, read by ranges in bounded memory and a bounded number of reads. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { ByteSource } from '../archive/zip'
import { type Header, invalid } from './header'

export class Pages {
  readonly header: Header
  readonly size: number
  readonly #source: ByteSource
  /** By number, the one read last at the end. */
  readonly #windows = new Map<number, Uint8Array>()
  #readsLeft: number

  constructor(source: ByteSource, header: Header) {
    this.header = header
    this.size = source.size
    this.#source = source
    const { windowBytes, maxWindows, readsPerWindow } = limits.geopackages
    this.#readsLeft = maxWindows + readsPerWindow * Math.ceil(source.size / windowBytes)
  }

  /** @param number 1-based @throws `geopackage-invalid` for a page beyond the file, `geopackage-scattered` */
  async page(number: number): Promise<Uint8Array> {
    const { pageBytes, pages } = this.header
    if (number < 1 || number > pages) throw invalid()
    const { windowBytes } = limits.geopackages
    const offset = (number - 1) * pageBytes
    const window = await this.#window(Math.floor(offset / windowBytes))
    const at = offset % windowBytes
    return window.subarray(at, at + pageBytes)
  }

  async #window(number: number): Promise<Uint8Array> {
    const known = this.#windows.get(number)
    const bytes = known ?? (await this.#read(number))
    this.#windows.delete(number)
    this.#windows.set(number, bytes)
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size > limits.geopackages.maxWindows) this.#windows.delete(oldest)
    return bytes
  }

  async #read(number: number): Promise<Uint8Array> {
    if (this.#readsLeft-- <= 0) throw problem('geopackage-scattered')
    const { windowBytes } = limits.geopackages
    const from = number * windowBytes
    const length = Math.min(windowBytes, this.size - from)
    const bytes = await this.#source.read(from, length)
    if (bytes.length < length) throw problem('file-lost')
    return bytes
  }
}
