import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readWholeEntry } from '../../../worker/formats/archive/inflate'
import { readZipDirectory } from '../../../worker/formats/archive/zip'
import { limits } from '../../../worker/limits'
import { fixture, memory } from './sheets'

const entriesOf = async (bytes: Uint8Array) => readZipDirectory(memory(bytes))

/** Overwrites bytes of the only central header, or of the end record. */
function patched(bytes: Uint8Array, of: 'central' | 'end', at: number, values: number[]): Uint8Array {
  const copy = bytes.slice()
  const mark = of === 'central' ? [0x50, 0x4b, 1, 2] : [0x50, 0x4b, 5, 6]
  for (let from = copy.length - 4; from >= 0; from--) {
    if (mark.every((byte, index) => copy[from + index] === byte)) {
      copy.set(values, from + at)
      break
    }
  }
  return copy
}

describe('a zip', () => {
  it.each(['info-zip.zip', 'python-utf8.zip', 'cp437.zip', 'zip64.zip'])(
    '%s of another program is read back',
    async (name) => {
      const bytes = fixture(`archives/${name}`)
      const entries = await entriesOf(bytes)
      expect(entries.map((entry) => entry.name)).toEqual(['dir é/été.txt', 'plain.txt'])
      const contents = await Promise.all(entries.map((entry) => readWholeEntry(memory(bytes), entry)))
      expect(contents.map((content) => new TextDecoder().decode(content))).toEqual(['chaud\n'.repeat(50), 'plain\n'])
    },
  )

  it('is refused when it is truncated, or not a zip', async () => {
    const bytes = zipSync({ 'a.txt': strToU8('a'.repeat(1_000)) })
    for (const cut of [
      bytes.slice(0, -30),
      bytes.slice(0, 40),
      new Uint8Array(0),
      strToU8('not a zip at all, only text'),
    ]) {
      await expect(entriesOf(cut)).rejects.toMatchObject({ code: 'archive-damaged' })
    }
  })

  it('is refused when a size in the directory is wrong, in either direction', async () => {
    const bytes = zipSync({ 'a.txt': strToU8('a'.repeat(1_000)) })
    for (const size of [999, 1_001]) {
      const lying = patched(bytes, 'central', 24, [size & 255, size >> 8, 0, 0])
      const [entry] = await entriesOf(lying)
      if (!entry) throw new Error('no entry')
      await expect(readWholeEntry(memory(lying), entry)).rejects.toMatchObject({ code: 'archive-damaged' })
    }
  })

  it('is refused when a checksum does not match', async () => {
    const bytes = patched(zipSync({ 'a.txt': strToU8('abc') }), 'central', 16, [1, 2, 3, 4])
    const [entry] = await entriesOf(bytes)
    if (!entry) throw new Error('no entry')
    await expect(readWholeEntry(memory(bytes), entry)).rejects.toMatchObject({ code: 'archive-damaged' })
  })

  it('is refused when it is a bomb', async () => {
    const bomb = zipSync({ 'zeros.bin': new Uint8Array(limits.archives.inflateRatioFromBytes + 1) }, { level: 9 })
    await expect(entriesOf(bomb)).rejects.toMatchObject({ code: 'archive-inflates-too-much' })
  })

  it('is refused when its entries share their bytes', async () => {
    const bytes = patched(zipSync({ 'a.txt': strToU8('a'.repeat(10)) }), 'central', 20, [255, 255, 0, 0])
    await expect(entriesOf(bytes)).rejects.toMatchObject({ code: 'archive-damaged' })
  })

  it('is refused when its directory declares a million entries', async () => {
    const bytes = patched(zipSync({ 'a.txt': strToU8('a') }), 'end', 10, [255, 254])
    await expect(entriesOf(bytes)).rejects.toMatchObject({ code: 'archive-too-many-entries' })
  })

  it('has flags for links and encrypted files', async () => {
    const [link] = await entriesOf(
      patched(zipSync({ 'a.txt': strToU8('/etc/passwd') }), 'central', 38, [0, 0, 0xff, 0xa1]),
    )
    expect(link).toMatchObject({ link: true })
    const encrypted = patched(zipSync({ 'a.txt': strToU8('a') }), 'central', 8, [1, 0])
    const [entry] = await entriesOf(encrypted)
    if (!entry) throw new Error('no entry')
    await expect(readWholeEntry(memory(encrypted), entry)).rejects.toMatchObject({ code: 'archive-encrypted' })
  })
})
