import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../../worker/errors'
import { gunzip } from '../../../worker/formats/archive/gunzip'
import { limits } from '../../../worker/limits'
import { seeded } from './feed'

const TEXT = Array.from({ length: 20_000 }, (_, row) => `${row};${(row * 7919) % 1_000_003}\n`).join('')

async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function inflated(bytes: Uint8Array, { size = 65_536, maxBytes = 1e9 } = {}) {
  const chunks: Uint8Array[] = []
  for await (const chunk of gunzip(cut(bytes, size), { maxBytes })) chunks.push(chunk)
  return { text: Buffer.concat(chunks).toString(), sizes: chunks.map(({ length }) => length) }
}

async function codeOf(bytes: Uint8Array, options = {}): Promise<string> {
  const failure = await inflated(bytes, options).catch((error: unknown) => error)
  if (failure instanceof Problem) return failure.code
  throw new Error(`no problem was met: ${String(failure)}`)
}

describe('a gzip archive', () => {
  it('is inflated at any split, in chunks of some size', async () => {
    const { text, sizes } = await inflated(gzipSync(TEXT))
    expect(text).toBe(TEXT)
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(limits.files.inflateChunkBytes)
    for (const size of [1, 7, 1_000])
      expect((await inflated(gzipSync(TEXT.slice(0, 5_000)), { size })).text).toBe(TEXT.slice(0, 5_000))
  })

  it('may be several members, one of them empty, split anywhere', async () => {
    const members = Buffer.concat([gzipSync('a;b\n'), gzipSync(''), gzipSync(TEXT.slice(0, 3_000)), gzipSync('end')])
    for (const size of [1, 2, 3, 19, 23, 100, 65_536]) {
      expect((await inflated(members, { size })).text, `by ${size}`).toBe(`a;b\n${TEXT.slice(0, 3_000)}end`)
    }
  })

  it('is refused when truncated anywhere', async () => {
    const whole = Buffer.concat([gzipSync('a;b\n'), gzipSync(TEXT.slice(0, 300))])
    const first = gzipSync('a;b\n').length
    for (let length = 0; length < whole.length; length++) {
      if (length !== first) expect(await codeOf(whole.subarray(0, length)), `${length} bytes`).toBe('file-not-gzip')
    }
  })

  it('is refused when a byte is damaged, in its data or in its checksum', async () => {
    const chance = seeded(5)
    const whole = gzipSync(TEXT)
    for (let time = 0; time < 20; time++) {
      const damaged = Uint8Array.from(whole)
      const at = 10 + Math.floor(chance() * (whole.length - 10))
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      expect(await codeOf(damaged), `byte ${at}`).toBe('file-not-gzip')
    }
  })

  it('may be followed by zeros, as tapes and disk images are', async () => {
    const archives = [gzipSync('a;b\n'), gzipSync(''), gzipSync(Buffer.alloc(256)), gzipSync(TEXT.slice(0, 3_000))]
    for (const archive of archives) {
      const { text } = await inflated(archive)
      for (const zeros of [1, 3, 4, 7, 511, 20_000]) {
        const padded = Buffer.concat([archive, Buffer.alloc(zeros)])
        for (const size of [1, 19, 65_536]) expect((await inflated(padded, { size })).text, `${zeros}`).toBe(text)
      }
    }
    const [first] = archives
    const between = Buffer.concat([first ?? Buffer.alloc(0), Buffer.alloc(20), first ?? Buffer.alloc(0)])
    expect(await codeOf(between)).toBe('file-not-gzip')
    expect(await codeOf(Buffer.concat([gzipSync(TEXT).subarray(0, -4), Buffer.alloc(40)]))).toBe('file-not-gzip')
  })

  it('is refused when it is not gzip', async () => {
    expect(await codeOf(Buffer.from('a;b\n1;2\n'.repeat(100)))).toBe('file-not-gzip')
    expect(await codeOf(Buffer.from('x'))).toBe('file-not-gzip')
  })

  it('is refused as a bomb soon after the size from which ratios count', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    let given = 0
    const failure = await (async () => {
      for await (const { length } of gunzip(cut(bomb, 65_536), { maxBytes: 1e12 })) given += length
    })().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'file-inflates-too-much' })
    expect(given).toBeLessThan(2 * limits.files.inflateRatioFromBytes)
  })

  it('is refused beyond the maximum size', async () => {
    expect(await codeOf(gzipSync(TEXT), { maxBytes: 100_000 })).toBe('file-inflates-too-much')
    expect((await inflated(gzipSync(TEXT), { maxBytes: TEXT.length })).text).toBe(TEXT)
  })
})
