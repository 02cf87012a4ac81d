/** Entries of archives, inflated by the engine. */
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readWholeEntry } from '../../../worker/formats/archive/inflate'
import { readZipDirectory } from '../../../worker/formats/archive/zip'

// The engine refused contents of these sizes when its limit was their size.
test.each([1, 41_000, 50_000, 73_000, 122_000, 200_000, 340_000, 370_000, 680_000, 1_320_000, 2_650_000])(
  'an entry of %i bytes is read whole',
  async (size) => {
    const content = Uint8Array.from({ length: size }, (_, at) => 97 + ((at * at) % 7))
    const bytes = zipSync({ a: content })
    const source = {
      size: bytes.length,
      read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
      stream: async (offset: number, length: number) =>
        (async function* () {
          yield bytes.slice(offset, offset + length)
        })(),
    }
    const [entry] = await readZipDirectory(source)
    if (!entry) throw new Error('the archive has no entry')
    const inflated = await readWholeEntry(source, entry)
    expect(inflated.length).toBe(size)
    expect(Buffer.compare(inflated, content)).toBe(0)
  },
)
